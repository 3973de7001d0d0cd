package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.CallArgument;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.VirtualTimeDriver;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;

/// On virtual time a request with `Virtual-Time: 2017-09-04T10:30:31Z` happens at that instant:
/// first the clock goes there, as [VirtualTimeController] lets it, then the request is carried out.
/// An instant in the past means now.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "virtual")
public final class VirtualTimeHeader implements HandlerInterceptor {
  public static final String NAME = "Virtual-Time";

  private final VirtualTimeDriver driver;
  private final CallArgument calls;

  VirtualTimeHeader(VirtualTimeDriver driver, CallArgument calls) {
    this.driver = driver;
    this.calls = calls;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String text = request.getHeader(NAME);
    if (text != null) {
      Call call = calls.of(request);
      call.requireOrg(Permission.CAPACITY_WRITE);
      driver.advanceTo(instant(text));
    }
    return true;
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException _) {
      throw ProblemException.ofParameter(
          NAME, "must be an instant like 2026-11-29T12:00:00Z.", text);
    }
  }
}
