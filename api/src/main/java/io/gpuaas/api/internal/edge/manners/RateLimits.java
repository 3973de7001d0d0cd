package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
  private static final int WINDOW_SECONDS = 60;
  private static final int MOST_BUCKETS = 50_000;
  private static final long MILLIS = 1000;

  private final Limits limits;
  private final InstantSource clock;
  private final Map<Key, Bucket> buckets = new ConcurrentHashMap<>();

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
      if (accept != null && accept.startsWith("text/event-stream")) {
        return STREAM;
      }
      return switch (request.getMethod()) {
        case "GET", "HEAD", "OPTIONS" -> READ;
        default -> WRITE;
      };
    }
  }

  private record Key(String caller, Kind kind) {}

  /// What is left, in thousandths of a request.
  private record Bucket(long left, Instant at) {}

  public RateLimits(Limits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
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
    long left = take(new Key(caller.getName(), kind), limit);
    long whole = Math.max(0, left / MILLIS);
    long reset = secondsFor((long) limit * MILLIS - Math.max(0, left), limit);
    write(response, kind, limit, whole, reset);
    if (left >= 0) {
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
            .with("Retry-After", Long.toString(Math.max(1, secondsFor(-left, limit)))));
  }

  /// What is left afterwards; below 0 the request was one too many, and nothing was taken.
  private long take(Key key, int limit) {
    if (buckets.size() > MOST_BUCKETS) {
      buckets.clear();
    }
    Instant now = clock.instant();
    long full = limit * MILLIS;
    long[] left = {0};
    buckets.compute(
        key,
        (_, before) -> {
          long filled =
              before == null ? full : Math.min(full, before.left() + since(before, now, limit));
          left[0] = filled - MILLIS;
          return new Bucket(left[0] < 0 ? filled : left[0], now);
        });
    return left[0];
  }

  private static long since(Bucket before, Instant now, int limit) {
    long millis = Math.max(0, java.time.Duration.between(before.at(), now).toMillis());
    return Math.min(millis, WINDOW_SECONDS * MILLIS) * limit / WINDOW_SECONDS;
  }

  private static long secondsFor(long amount, int limit) {
    return Math.ceilDiv(amount * WINDOW_SECONDS, limit * MILLIS);
  }

  private static void write(
      HttpServletResponse response, Kind kind, int limit, long left, long reset) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    response.setHeader(
        "RateLimit-Policy", "\"%s\";q=%d;w=%d".formatted(name, limit, WINDOW_SECONDS));
    response.setHeader("RateLimit", "\"%s\";r=%d;t=%d".formatted(name, left, reset));
    response.setHeader("X-RateLimit-Limit", Integer.toString(limit));
    response.setHeader("X-RateLimit-Remaining", Long.toString(left));
    response.setHeader("X-RateLimit-Reset", Long.toString(reset));
  }
}
