package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.SignInSettings;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
  private final SignInSettings settings;
  private final InstantSource clock;
  private final Duration recent;

  RecentSignIns(
      Sessions sessions,
      SignInSettings settings,
      InstantSource clock,
      @Value("${gpuaas.sign-in.recent:15m}") Duration recent) {
    this.sessions = sessions;
    this.settings = settings;
    this.clock = clock;
    this.recent = recent;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    boolean asked =
        handler instanceof HandlerMethod method
            && method.hasMethodAnnotation(NeedsRecentSignIn.class);
    if (asked) {
      require(request);
    }
    return true;
  }

  /// Passes tokens, and sessions whose person has proved recently and strongly enough who they are.
  ///
  /// @throws ProblemException `STEP_UP` otherwise
  void require(HttpServletRequest request) {
    boolean session = SecurityContextHolder.getContext().getAuthentication() instanceof SignedIn;
    if (session && !isEnough(sessions.proof(request))) {
      throw new ProblemException(ProblemCode.STEP_UP, ProblemCode.STEP_UP.remedy());
    }
  }

  /// The same for giving out a token that could do what needs such a proof.
  ///
  /// @param scopes words of permissions, or `*`
  void requireFor(Call call, List<String> scopes, HttpServletRequest request) {
    boolean grave =
        Stream.of(Permission.values())
            .filter(Permission::isGrave)
            .filter(it -> scopes.contains("*") || scopes.contains(it.word()))
            .anyMatch(call.caller()::mayAnywhere);
    if (grave) {
      require(request);
    }
  }

  /// Whether a session may change prices and rights now.
  boolean isEnough(@Nullable SignInProof proof) {
    return proof != null && until(proof).isAfter(clock.instant()) && hasLevel(proof);
  }

  /// Until when a proof is young enough.
  Instant until(SignInProof proof) {
    return proof.at().plus(recent);
  }

  private boolean hasLevel(SignInProof proof) {
    Issuer issuer = proof.provider() == null ? null : settings.issuer(proof.provider());
    String wanted = issuer == null ? "" : issuer.stepUpLevel();
    return wanted.isEmpty() || wanted.equals(proof.level());
  }
}
