package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/// Gives controllers their [Call]. Rights of a session are read anew for each request.
@Component
public final class CallArgument implements HandlerMethodArgumentResolver {
  private final Callers callers;

  CallArgument(Callers callers) {
    this.callers = callers;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Call.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest request = web.getNativeRequest(HttpServletRequest.class);
    if (request == null) {
      throw new IllegalStateException("Not an HTTP request.");
    }
    return of(request);
  }

  /// The call that a request is.
  ///
  /// @throws ProblemException 401 when it is nobody's
  public Call of(HttpServletRequest request) {
    return current(callers, request)
        .orElseThrow(
            () -> new ProblemException(ProblemCode.UNAUTHENTICATED, "The session has ended."));
  }

  /// Empty when the request is nobody's.
  static Optional<Call> current(Callers callers, HttpServletRequest request) {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    Optional<Caller> caller =
        switch (authentication) {
          case KnownCaller known -> Optional.of(known.caller());
          case SignedIn signedIn -> callers.ofLogin(signedIn.login());
          case null, default -> Optional.empty();
        };
    return caller.map(it -> call(it, request));
  }

  /// Which endpoints take it is known to [KnownParameters], which comes first.
  private static boolean isDryRun(HttpServletRequest request) {
    String text = request.getParameter(DryRunnable.PARAMETER);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (!text.equals("true")) {
      throw ProblemException.ofParameter(DryRunnable.PARAMETER, "must be true or false.", text);
    }
    return true;
  }

  static Call call(Caller caller, HttpServletRequest request) {
    return new Call(caller, RequestIds.of(request), request.getRemoteAddr(), isDryRun(request));
  }
}
