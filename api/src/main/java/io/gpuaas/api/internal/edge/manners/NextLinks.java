package io.gpuaas.api.internal.edge.manners;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/// Each page but the last says where the next is: `Link: </api/v1/…?…&cursor=…>; rel="next"`.
///
/// @see <a href="https://www.rfc-editor.org/rfc/rfc8288">RFC 8288</a>
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NextLinks implements ResponseBodyAdvice<Object> {
  @Override
  public boolean supports(
      MethodParameter method, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter method,
      MediaType type,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    if (body instanceof Page<?> page && page.nextCursor() != null) {
      String next = next(request.getURI(), page.nextCursor());
      response.getHeaders().add(HttpHeaders.LINK, "<%s>; rel=\"next\"".formatted(next));
    }
    return body;
  }

  private static String next(URI of, String cursor) {
    String query = Objects.requireNonNullElse(of.getRawQuery(), "");
    return Stream.concat(
            Stream.of(query.split("&")).filter(it -> !it.isEmpty() && !it.startsWith("cursor=")),
            Stream.of("cursor=" + cursor))
        .collect(joining("&", of.getRawPath() + "?", ""));
  }
}
