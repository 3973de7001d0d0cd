package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.InputStream;
import org.springframework.http.MediaType;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/// Gives each answer to a GET that has no version of its own a strong `ETag` of its bytes, and
/// answers 304 to whoever has these already. Streams and files go out as they are made: to know
/// their tag they would have to be kept whole.
public final class BodyTags extends ShallowEtagHeaderFilter {
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String accept = request.getHeader("Accept");
    boolean stream = accept != null && accept.contains(MediaType.TEXT_EVENT_STREAM_VALUE);
    return !request.getMethod().equals("GET") || !covers(request.getRequestURI()) || stream;
  }

  /// Whether what is read at this address has a tag.
  public static boolean covers(String path) {
    boolean stream = path.endsWith("/events") || path.endsWith("/logs");
    boolean file = path.startsWith("/api/v1/exports/") || path.endsWith("/pdf");
    return path.startsWith("/api/v1/") && !stream && !file;
  }

  /// What has a version knows best when it has not changed: a job that waits does so for reasons
  /// that change without it.
  @Override
  protected boolean isEligibleForEtag(
      HttpServletRequest request, HttpServletResponse response, int status, InputStream body) {
    return response.getHeader("ETag") == null
        && super.isEligibleForEtag(request, response, status, body);
  }
}
