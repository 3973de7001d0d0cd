package io.gpuaas.api.internal.wiring;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/// Who may reach which path without being known. Everything else is denied.
@Configuration(proxyBeanMethods = false)
class HttpSecurityRules {
  @Bean
  SecurityFilterChain rules(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(
            paths ->
                paths
                    .requestMatchers("/actuator/health/**")
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .build();
  }
}
