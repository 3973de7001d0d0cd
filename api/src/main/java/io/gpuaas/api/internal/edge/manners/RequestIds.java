package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.IdGenerator;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/// Gives each request an id: the caller's `X-Request-Id` if it is short and plain, else a new one.
/// It goes into the answer, the log and the audit rows.
public final class RequestIds extends OncePerRequestFilter {
  public static final String HEADER = "X-Request-Id";
  private static final String ATTRIBUTE = RequestIds.class.getName();
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{1,64}");

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
    String id = given != null && PLAIN.matcher(given).matches() ? given : ids.next("req");
    request.setAttribute(ATTRIBUTE, id);
    response.setHeader(HEADER, id);
    MDC.put("requestId", id);
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove("requestId");
    }
  }
}
