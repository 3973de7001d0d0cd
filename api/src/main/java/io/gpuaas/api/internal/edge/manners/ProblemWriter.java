package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;

/// Writes a problem where no controller is: in filters and in the security chain.
public final class ProblemWriter {
  private ProblemWriter() {}

  public static void write(
      HttpServletRequest request, HttpServletResponse response, ProblemException cause)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    Problem problem = Problem.of(cause, request.getRequestURI(), RequestIds.of(request));
    byte[] body = ApiJson.WRITER.writeValueAsBytes(problem);
    response.resetBuffer();
    response.setStatus(cause.code().status());
    cause.headers().forEach(response::setHeader);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
    response.flushBuffer();
  }
}
