package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.api.internal.service.TokenText;
import io.gpuaas.api.internal.store.IdempotencyStore;
import io.gpuaas.api.internal.store.IdempotencyStore.Slot;
import io.gpuaas.api.internal.store.IdempotencyStore.Stored;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;
import tools.jackson.databind.JsonNode;

/// Makes POST requests with an `Idempotency-Key` safe to repeat: the answer of the first that
/// succeeded is kept for seven days and given again, marked `Idempotency-Replayed: true`.
///
/// A refused request leaves nothing and may be sent again with the same key. Answers with secrets
/// (new tokens, new secrets) are never kept; there the header does nothing.
public final class StoredAnswers extends OncePerRequestFilter {
  public static final String HEADER = "Idempotency-Key";
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final Set<String> WITH_SECRETS =
      Set.of("/api/v1/tokens", "/api/v1/session", "/api/v1/auth/token", "/api/v1/auth/device");
  private static final Set<String> SECRET_VERBS = Set.of(":rotateSecret", ":rotate");
  private static final List<String> KEPT_HEADERS = List.of("Content-Type", "Location", "ETag");

  /// A first request that has not ended after this time was cut by a crash.
  private static final Duration LONGEST_RUN = Duration.ofMinutes(1);

  private final IdempotencyStore store;
  private final InstantSource clock;

  public StoredAnswers(IdempotencyStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("POST")
        || request.getHeader(HEADER) == null
        || request.getParameter(DryRunnable.PARAMETER) != null
        || WITH_SECRETS.contains(request.getServletPath())
        || SECRET_VERBS.stream().anyMatch(request.getServletPath()::endsWith);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String key = request.getHeader(HEADER);
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    if (caller == null || !KEY.matcher(key).matches()) {
      ProblemWriter.write(
          request,
          response,
          ProblemException.ofParameter(HEADER, "must be 1 to 255 visible ASCII characters.", ""));
      return;
    }
    Slot slot = new Slot(caller.getName(), "POST " + request.getRequestURI(), key);
    String hash = hash(request);
    try {
      if (claim(slot, hash)) {
        run(slot, request, response, chain);
      } else {
        replay(slot, response);
      }
    } catch (ProblemException refusal) {
      ProblemWriter.write(request, response, refusal);
    }
  }

  /// Of the body and of the parameters: with others it is another request.
  private static String hash(HttpServletRequest request) {
    String query = Objects.requireNonNullElse(request.getQueryString(), "");
    String body = new String(BodyLimits.bodyOf(request), StandardCharsets.ISO_8859_1);
    return HexFormat.of().formatHex(TokenText.hash(query.isEmpty() ? body : query + '\n' + body));
  }

  /// True when this request is to be carried out, false when an answer is stored.
  private boolean claim(Slot slot, String hash) {
    Instant now = clock.instant();
    if (store.begin(slot, hash, now)) {
      return true;
    }
    Stored stored = store.find(slot).orElseThrow(StoredAnswers::inFlight);
    if (!stored.requestHash().equals(hash)) {
      throw new ProblemException(
          ProblemCode.IDEMPOTENCY_KEY_REUSED, ProblemCode.IDEMPOTENCY_KEY_REUSED.remedy());
    }
    if (stored.status() != null) {
      return false;
    }
    boolean cut = stored.createdAt().plus(LONGEST_RUN).isBefore(now);
    if (cut && store.takeOver(slot, stored.createdAt(), now)) {
      return true;
    }
    throw inFlight();
  }

  private static ProblemException inFlight() {
    return new ProblemException(
            ProblemCode.IDEMPOTENCY_IN_FLIGHT, ProblemCode.IDEMPOTENCY_IN_FLIGHT.title() + ".")
        .with("Retry-After", "1");
  }

  private void run(
      Slot slot, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ContentCachingResponseWrapper copy = new ContentCachingResponseWrapper(response);
    boolean done = false;
    try {
      chain.doFilter(request, copy);
      done = copy.getStatus() < 300;
    } finally {
      if (done) {
        String text = new String(copy.getContentAsByteArray(), StandardCharsets.UTF_8);
        store.finish(slot, copy.getStatus(), headers(copy), text);
      } else {
        store.forget(slot);
      }
    }
    copy.copyBodyToResponse();
  }

  private static String headers(HttpServletResponse response) {
    SortedMap<String, String> kept = new TreeMap<>();
    for (String name : KEPT_HEADERS) {
      String value = response.getHeader(name);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return ApiJson.write(kept);
  }

  private void replay(Slot slot, HttpServletResponse response) throws IOException {
    Stored stored = store.find(slot).orElseThrow(StoredAnswers::inFlight);
    Integer status = stored.status();
    String headers = stored.headers();
    String body = stored.body();
    if (status == null || headers == null || body == null) {
      throw inFlight();
    }
    response.setStatus(status);
    for (var header : ApiJson.READER.readTree(headers).properties()) {
      JsonNode value = header.getValue();
      response.setHeader(header.getKey(), value.asString());
    }
    response.setHeader("Idempotency-Replayed", "true");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes, 0, bytes.length);
    response.flushBuffer();
  }
}
