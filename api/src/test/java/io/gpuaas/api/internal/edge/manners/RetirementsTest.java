package io.gpuaas.api.internal.edge.manners;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.method.HandlerMethod;

class RetirementsTest {
  static final class Endpoints {
    @Retiring(since = "2026-11-30", until = "2027-05-31", instead = "/api/v2/jobs")
    public void goes() {}

    public void stays() {}
  }

  private static Map<String, Object> headers(String method) throws NoSuchMethodException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    Endpoints endpoints = new Endpoints();
    HandlerMethod handler = new HandlerMethod(endpoints, Endpoints.class.getMethod(method));
    assertThat(new Retirements().preHandle(new MockHttpServletRequest(), response, handler))
        .isTrue();
    Map<String, Object> headers = new TreeMap<>();
    response.getHeaderNames().forEach(it -> headers.put(it, "" + response.getHeader(it)));
    return headers;
  }

  @Test
  void operationThatWillGoSaysSoWithEachAnswer() throws NoSuchMethodException {
    assertThat(headers("goes"))
        .isEqualTo(
            Map.of(
                "Deprecation", "@1795996800",
                "Sunset", "Mon, 31 May 2027 00:00:00 GMT",
                "Link", "</api/v2/jobs>; rel=\"successor-version\""));
    assertThat(headers("stays")).isEmpty();
  }
}
