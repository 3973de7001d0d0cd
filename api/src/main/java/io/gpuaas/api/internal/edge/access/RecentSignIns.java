package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Asks people to sign in again before they change prices or rights. Tokens pass: what they may do
/// was said when they were given out.
@Component
public final class RecentSignIns implements HandlerInterceptor {
  private final Sessions sessions;
  private final InstantSource clock;
  private final Duration recent;

  RecentSignIns(
      Sessions sessions,
      InstantSource clock,
      @Value("${gpuaas.sign-in.recent:15m}") Duration recent) {
    this.sessions = sessions;
    this.clock = clock;
    this.recent = recent;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    boolean asked =
        handler instanceof HandlerMethod method
            && method.hasMethodAnnotation(NeedsRecentSignIn.class);
    boolean session = SecurityContextHolder.getContext().getAuthentication() instanceof SignedIn;
    if (asked && session && !isRecent(sessions.begunAt(request))) {
      throw new ProblemException(ProblemCode.STEP_UP, ProblemCode.STEP_UP.remedy());
    }
    return true;
  }

  private boolean isRecent(Instant begunAt) {
    return begunAt.plus(recent).isAfter(clock.instant());
  }
}
