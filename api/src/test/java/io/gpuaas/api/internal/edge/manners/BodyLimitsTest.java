package io.gpuaas.api.internal.edge.manners;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class BodyLimitsTest {
  /// A body that comes byte by byte, so long apart.
  private static final class Slow extends ServletInputStream {
    private final AtomicLong now;
    private final long nanosApart;
    private int left;

    Slow(int length, AtomicLong now, Duration apart) {
      this.left = length;
      this.now = now;
      this.nanosApart = apart.toNanos();
    }

    @Override
    public int read() {
      now.addAndGet(nanosApart);
      return left-- > 0 ? 'x' : -1;
    }

    @Override
    public int read(byte[] into, int from, int most) {
      int next = read();
      into[from] = (byte) next;
      return next < 0 ? -1 : 1;
    }

    @Override
    public boolean isFinished() {
      return left <= 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("It is read by waiting.");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100, 100, 200",
    "100, 599, 200",
    "100, 700, 408",
    "1048576, 0, 200",
    "1048577, 0, 413",
    "0, 0, 200"
  })
  void bodyIsReadToItsLimitAndForAMinute(int length, int millisApart, int status)
      throws ServletException, IOException {
    AtomicLong now = new AtomicLong();
    Slow body = new Slow(length, now, Duration.ofMillis(millisApart));
    MockHttpServletRequest request =
        new MockHttpServletRequest("POST", "/api/v1/jobs") {
          @Override
          public ServletInputStream getInputStream() {
            return body;
          }
        };
    MockHttpServletResponse response = new MockHttpServletResponse();
    MockFilterChain chain = new MockFilterChain();
    new BodyLimits(now::get).doFilter(request, response, chain);
    assertThat(response.getStatus()).isEqualTo(status);
    assertThat(chain.getRequest() == null).isEqualTo(status != 200);
    if (status == 200) {
      assertThat(chain.getRequest())
          .isInstanceOfSatisfying(
              HttpServletRequest.class, it -> assertThat(BodyLimits.bodyOf(it)).hasSize(length));
    } else {
      assertThat(response.getHeader("Connection")).isEqualTo("close");
    }
  }

  /// Each body asks, when it is read, for a further one of the same caller to be read.
  @Test
  void ofOneCallerOnlySoManyAreReadAtOnce() throws ServletException, IOException {
    BodyLimits limits = new BodyLimits(() -> 0);
    assertThat(nested(limits, "ada", BodyLimits.AT_ONCE + 1)).isEqualTo(429);
    assertThat(nested(limits, "ada", BodyLimits.AT_ONCE)).isEqualTo(200);
  }

  /// Who signs in is not known yet: one of them must not keep the others out.
  @Test
  void strangersAreToldApartByTheirAddress() throws ServletException, IOException {
    BodyLimits limits = new BodyLimits(() -> 0);
    assertThat(nested(limits, null, BodyLimits.AT_ONCE + 1)).isEqualTo(429);
    assertThat(nested(limits, "", 2 * BodyLimits.AT_ONCE)).isEqualTo(200);
  }

  /// The status of the innermost.
  ///
  /// @param caller null for a stranger; empty for strangers from two addresses, by turns
  private static int nested(BodyLimits limits, @Nullable String caller, int depth)
      throws ServletException, IOException {
    int[] inner = {200};
    MockHttpServletRequest request =
        new MockHttpServletRequest("POST", "/api/v1/jobs") {
          @Override
          public ServletInputStream getInputStream() {
            try {
              inner[0] = depth > 1 ? nested(limits, caller, depth - 1) : 200;
            } catch (ServletException | IOException e) {
              throw new IllegalStateException(e);
            }
            return new Slow(0, new AtomicLong(), Duration.ZERO);
          }
        };
    if (caller == null || caller.isEmpty()) {
      request.setRemoteAddr(caller == null || depth % 2 == 0 ? "192.0.2.1" : "192.0.2.2");
    } else {
      request.setRemoteUser(caller);
    }
    MockHttpServletResponse response = new MockHttpServletResponse();
    limits.doFilter(request, response, new MockFilterChain());
    return response.getStatus() == 200 ? inner[0] : response.getStatus();
  }
}
