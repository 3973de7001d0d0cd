package io.gpuaas.api.internal.wiring;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/// How passwords are kept: bcrypt, with the method's name in front so that it can be replaced.
@Configuration(proxyBeanMethods = false)
class Passwords {
  @Bean
  PasswordEncoder passwordEncoder() {
    return PasswordEncoderFactories.createDelegatingPasswordEncoder();
  }
}
