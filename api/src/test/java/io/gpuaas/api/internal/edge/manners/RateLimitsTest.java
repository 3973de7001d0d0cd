package io.gpuaas.api.internal.edge.manners;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.internal.edge.manners.RateLimits.Limits;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class RateLimitsTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final RateLimits limits = new RateLimits(new Limits(3, 60, 0), now::get);

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  private MockHttpServletResponse ask(String caller, String method) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken(caller, "", "ANY"));
    MockHttpServletResponse response = new MockHttpServletResponse();
    try {
      limits.doFilter(
          new MockHttpServletRequest(method, "/api/v1/jobs"), response, new MockFilterChain());
    } catch (ServletException | IOException e) {
      throw new IllegalStateException(e);
    }
    return response;
  }

  @Test
  void bucketEmptiesAndFillsAgainEvenly() {
    for (int left = 2; left >= 0; left--) {
      MockHttpServletResponse ok = ask("ada", "GET");
      assertThat(ok.getStatus()).isEqualTo(200);
      assertThat(ok.getHeader("X-RateLimit-Remaining")).isEqualTo(Integer.toString(left));
    }
    MockHttpServletResponse refused = ask("ada", "GET");
    assertThat(refused.getStatus()).isEqualTo(429);
    assertThat(refused.getHeader("Retry-After")).isEqualTo("20");
    assertThat(refused.getHeader("RateLimit")).isEqualTo("\"read\";r=0;t=60");
    now.set(Instant.EPOCH.plusSeconds(19));
    assertThat(ask("ada", "GET").getStatus()).isEqualTo(429);
    now.set(Instant.EPOCH.plusSeconds(20));
    assertThat(ask("ada", "GET").getStatus()).isEqualTo(200);
    assertThat(ask("ada", "GET").getStatus()).isEqualTo(429);
  }

  @Test
  void callersAndKindsHaveTheirOwnBuckets() {
    for (int i = 0; i < 4; i++) {
      ask("ada", "GET");
    }
    assertThat(ask("ada", "GET").getStatus()).isEqualTo(429);
    assertThat(ask("bob", "GET").getStatus()).isEqualTo(200);
    assertThat(ask("ada", "POST").getStatus()).isEqualTo(200);
  }
}
