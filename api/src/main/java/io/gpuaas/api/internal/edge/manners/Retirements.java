package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Tells callers of operations that will go, with each answer, refusals included.
public final class Retirements implements HandlerInterceptor {
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Retiring retiring =
        handler instanceof HandlerMethod method ? method.getMethodAnnotation(Retiring.class) : null;
    if (retiring != null) {
      response.setHeader("Deprecation", "@" + start(retiring.since()).getEpochSecond());
      response.setHeader(
          "Sunset",
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              start(retiring.until()).atOffset(ZoneOffset.UTC)));
      response.addHeader("Link", "<" + retiring.instead() + ">; rel=\"successor-version\"");
    }
    return true;
  }

  private static Instant start(String day) {
    return LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
