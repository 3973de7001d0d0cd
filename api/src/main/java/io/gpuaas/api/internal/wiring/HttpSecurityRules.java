package io.gpuaas.api.internal.wiring;

import io.gpuaas.api.internal.edge.access.BearerTokens;
import io.gpuaas.api.internal.edge.access.ExternalSignIn;
import io.gpuaas.api.internal.edge.access.MetricsRight;
import io.gpuaas.api.internal.edge.access.ProviderRequests;
import io.gpuaas.api.internal.edge.access.ProviderSignOut;
import io.gpuaas.api.internal.edge.access.SecurityRefusals;
import io.gpuaas.api.internal.edge.access.SignInIssuers;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Callers;
import io.gpuaas.api.internal.service.SignInSettings;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.stereotype.Component;

/// Who may reach which path without being known. Everything else needs a known caller, and what
/// that caller may do is asked in each controller.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SignInSettings.class)
class HttpSecurityRules {
  private static final String CONTENT_RULES =
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
          + "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
          + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  /// Where strangers become known.
  private static final List<String> SIGN_IN =
      List.of("/api/v1/session", "/api/v1/auth/token", "/api/v1/auth/device");

  /// One observation for each filter of each request costs more than it tells.
  @Bean
  SecurityObservationSettings unobserved() {
    return SecurityObservationSettings.noObservations();
  }

  /// There are no users but those of the schema `identity`.
  @Bean
  UserDetailsService nobody() {
    return login -> {
      throw new UsernameNotFoundException(login);
    };
  }

  @Bean
  CsrfTokenRepository csrfTokens() {
    return CookieCsrfTokenRepository.withHttpOnlyFalse();
  }

  /// Machines: stateless, known by their token, and in no need of forgery protection, since a
  /// browser never adds this header by itself.
  @Bean
  @Order(1)
  SecurityFilterChain bearerRules(
      HttpSecurity http, Callers callers, AuditTrail audit, MetricsRight metrics) throws Exception {
    return common(http.securityMatcher(BearerTokens::isUsedBy), metrics)
        .csrf(csrf -> csrf.disable())
        .sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .addFilterBefore(new BearerTokens(callers, audit), AnonymousAuthenticationFilter.class)
        .build();
  }

  /// Browsers: a session and a forgery token.
  @Bean
  @Order(2)
  SecurityFilterChain sessionRules(
      HttpSecurity http, CsrfTokenRepository tokens, Providers providers, MetricsRight metrics)
      throws Exception {
    if (!providers.issuers().isEmpty()) {
      providers.offer(http);
    }
    return common(http, metrics)
        .csrf(
            csrf ->
                csrf.spa()
                    .csrfTokenRepository(tokens)
                    .ignoringRequestMatchers(
                        request ->
                            request.getMethod().equals("POST")
                                && SIGN_IN.contains(request.getRequestURI())))
        .build();
  }

  /// What sign-in at providers is made of.
  @Component
  record Providers(
      SignInIssuers issuers,
      ProviderRequests requests,
      ExternalSignIn signIn,
      ProviderSignOut signOut) {
    /// Their sessions end ours: `/logout/connect/back-channel/NAME`.
    void offer(HttpSecurity http) throws Exception {
      http.oauth2Login(
          login ->
              login
                  .clientRegistrationRepository(issuers)
                  .authorizedClientRepository(new HttpSessionOAuth2AuthorizedClientRepository())
                  .authorizationEndpoint(it -> it.authorizationRequestResolver(requests))
                  .loginPage("/sign-in")
                  .successHandler(signIn)
                  .failureHandler(signIn)
                  .withObjectPostProcessor(new Refusals(signIn)));
      http.oidcLogout(
          logout ->
              logout
                  .clientRegistrationRepository(issuers)
                  .oidcSessionRegistry(ProviderSignOut.KEPT_ELSEWHERE)
                  .backChannel(it -> it.logoutHandler(signOut)));
    }
  }

  /// A provider that is away is told to the person as any other sign-in that failed.
  private record Refusals(ExternalSignIn signIn)
      implements ObjectPostProcessor<OAuth2AuthorizationRequestRedirectFilter> {
    @Override
    public <F extends OAuth2AuthorizationRequestRedirectFilter> F postProcess(F filter) {
      filter.setAuthenticationFailureHandler(signIn);
      return filter;
    }
  }

  private static HttpSecurity common(HttpSecurity http, MetricsRight metrics) throws Exception {
    SecurityRefusals refusals = new SecurityRefusals();
    return http.authorizeHttpRequests(paths -> paths(paths, metrics))
        .exceptionHandling(
            it -> it.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .headers(HttpSecurityRules::headers)
        .requestCache(it -> it.disable())
        .anonymous(Customizer.withDefaults())
        .formLogin(it -> it.disable())
        .httpBasic(it -> it.disable())
        .logout(it -> it.disable());
  }

  private static void paths(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          paths,
      MetricsRight metrics) {
    paths
        .dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC, DispatcherType.FORWARD)
        .permitAll()
        .requestMatchers(HttpMethod.POST, SIGN_IN.toArray(String[]::new))
        .permitAll()
        .requestMatchers(HttpMethod.GET, "/api/v1/sign-in-options")
        .permitAll()
        .requestMatchers(HttpMethod.GET, "/actuator/health", "/actuator/health/*")
        .permitAll()
        .requestMatchers("/actuator/**")
        .access(metrics)
        .requestMatchers("/api/**", "/swagger-ui/**", "/v3/**")
        .authenticated()
        // The portal's pages and the pages about problems hold no data.
        .requestMatchers(HttpMethod.GET, "/**")
        .permitAll()
        .requestMatchers(HttpMethod.HEAD, "/**")
        .permitAll()
        .anyRequest()
        .authenticated();
  }

  private static void headers(HeadersConfigurer<HttpSecurity> headers) {
    headers
        .contentSecurityPolicy(it -> it.policyDirectives(CONTENT_RULES))
        .referrerPolicy(it -> it.policy(ReferrerPolicy.SAME_ORIGIN))
        .frameOptions(it -> it.deny())
        .permissionsPolicyHeader(it -> it.policy("camera=(), microphone=(), geolocation=()"));
  }
}
