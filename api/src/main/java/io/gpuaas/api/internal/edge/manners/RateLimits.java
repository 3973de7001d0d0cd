package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Locale;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Keeps one caller from taking the server from the others: each has a bucket of requests that
/// fills up again evenly, one for reading, one for writing and one for opening streams. Every
/// answer says how much is left; 429 says when to come again.
///
/// @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">The draft
///   of the headers `RateLimit`</a>
public final class RateLimits extends OncePerRequestFilter {
  private final Limits limits;
  private final TokenBuckets<Key> buckets;

  /// Requests per minute; 0 means no limit.
  public record Limits(int read, int write, int stream) {
    int of(Kind kind) {
      return switch (kind) {
        case READ -> read;
        case WRITE -> write;
        case STREAM -> stream;
      };
    }
  }

  enum Kind {
    READ,
    WRITE,
    STREAM;

    static Kind of(HttpServletRequest request) {
      String accept = request.getHeader("Accept");
      if (accept != null && accept.contains("text/event-stream")) {
        return STREAM;
      }
      return switch (request.getMethod()) {
        case "GET", "HEAD", "OPTIONS" -> READ;
        default -> WRITE;
      };
    }
  }

  private record Key(String caller, Kind kind) {}

  public RateLimits(Limits limits, InstantSource clock) {
    this.limits = limits;
    this.buckets = new TokenBuckets<>(clock);
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getRequestURI().startsWith("/api/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Kind kind = Kind.of(request);
    int limit = limits.of(kind);
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    if (limit == 0 || caller == null || !caller.isAuthenticated()) {
      chain.doFilter(request, response);
      return;
    }
    TokenBuckets.Taken taken = buckets.take(new Key(caller.getName(), kind), limit);
    write(response, kind, limit, taken);
    if (taken.taken()) {
      chain.doFilter(request, response);
      return;
    }
    String detail =
        "At most %d requests of the kind %s in a minute."
            .formatted(limit, kind.name().toLowerCase(Locale.ROOT));
    ProblemWriter.write(
        request,
        response,
        new ProblemException(ProblemCode.TOO_MANY_REQUESTS, detail)
            .with("Retry-After", Long.toString(taken.secondsToEnough())));
  }

  private static void write(
      HttpServletResponse response, Kind kind, int limit, TokenBuckets.Taken taken) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    long seconds = taken.secondsToFull();
    response.setHeader(
        "RateLimit-Policy", "\"%s\";q=%d;w=%d".formatted(name, limit, TokenBuckets.WINDOW_SECONDS));
    response.setHeader("RateLimit", "\"%s\";r=%d;t=%d".formatted(name, taken.left(), seconds));
    response.setHeader("X-RateLimit-Limit", Integer.toString(limit));
    response.setHeader("X-RateLimit-Remaining", Long.toString(taken.left()));
    response.setHeader("X-RateLimit-Reset", Long.toString(seconds));
  }
}
