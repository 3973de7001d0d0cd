package io.gpuaas.api.internal.wiring;

import io.gpuaas.api.VirtualTime;
import io.gpuaas.api.internal.service.Ticks;
import io.gpuaas.core.IdGenerator;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The only places where time and randomness enter.
@Configuration(proxyBeanMethods = false)
class TimeAndIds {
  /// An instant that is remembered equals the same instant read back.
  private static final Duration WHAT_THE_DATABASE_KEEPS = Duration.ofNanos(1_000);

  @Bean
  @ConditionalOnProperty(name = "gpuaas.time", havingValue = "system", matchIfMissing = true)
  InstantSource systemTime() {
    return Clock.tick(Clock.systemUTC(), WHAT_THE_DATABASE_KEEPS);
  }

  @Bean
  @ConditionalOnProperty(name = "gpuaas.time", havingValue = "virtual")
  VirtualTime virtualTime(@Value("${gpuaas.virtual-start:2026-01-01T00:00:00Z}") Instant start) {
    return new VirtualTime(start);
  }

  @Bean
  Ticks realTime() {
    return System::nanoTime;
  }

  @Bean
  IdGenerator idGenerator(InstantSource clock) {
    return new TimeOrderedIds(clock, new SecureRandom());
  }
}
