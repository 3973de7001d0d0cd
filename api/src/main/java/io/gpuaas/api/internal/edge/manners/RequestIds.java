package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.IdGenerator;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/// Gives each request an id: the caller's `X-Request-Id` if it is short and plain, else, of a
/// trace, `TRACE-SPAN` of its `traceparent`, else a new one. It goes into the answer, the log and
/// the audit rows; the log has the trace as well.
///
/// @see <a href="https://www.w3.org/TR/trace-context/">Trace Context</a>
public final class RequestIds extends OncePerRequestFilter {
  public static final String HEADER = "X-Request-Id";
  public static final String TRACE_HEADER = "traceparent";
  private static final String ATTRIBUTE = RequestIds.class.getName();
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /// Versions to come may have more behind it.
  private static final Pattern TRACE =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-.*");

  private final IdGenerator ids;

  public RequestIds(IdGenerator ids) {
    this.ids = ids;
  }

  /// The id of the request; `req_unknown` when it never came through the filter.
  public static String of(HttpServletRequest request) {
    Object id = request.getAttribute(ATTRIBUTE);
    return id == null ? "req_unknown" : id.toString();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String given = request.getHeader(HEADER);
    Matcher trace = TRACE.matcher(Objects.requireNonNullElse(request.getHeader(TRACE_HEADER), ""));
    boolean traced = trace.matches();
    String id;
    if (given != null && PLAIN.matcher(given).matches()) {
      id = given;
    } else {
      id = traced ? trace.group(1) + "-" + trace.group(2) : ids.next("req");
    }
    request.setAttribute(ATTRIBUTE, id);
    response.setHeader(HEADER, id);
    MDC.put("requestId", id);
    if (traced) {
      MDC.put("traceId", trace.group(1));
    }
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove("requestId");
      MDC.remove("traceId");
    }
  }
}
