package io.gpuaas.api.internal.edge.manners;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Objects;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/// Answers with a problem what is no request to the server, so that it comes to no filter and no
/// controller: addresses with characters that HTTP does not allow, heads that are too long.
public final class UnreadableRequests extends ErrorReportValve {
  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    if (response.getStatus() < 400
        || response.getContentWritten() > 0
        || !response.setErrorReported()) {
      return;
    }
    ProblemException cause =
        response.getStatus() < 500
            ? new ProblemException(
                ProblemCode.INVALID_PARAMETER,
                "The head of the request is too long, or has characters that HTTP does not allow.")
            : ProblemHandler.ofStatus(response.getStatus());
    String instance = Objects.requireNonNullElse(request.getRequestURI(), "");
    Problem problem = Problem.of(cause, instance, RequestIds.of(request));
    response.setStatus(cause.code().status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setCharacterEncoding("utf-8");
    try {
      Writer body = response.getReporter();
      if (body != null) {
        body.write(ApiJson.WRITER.writeValueAsString(problem));
        response.finishResponse();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The client does not listen to what was wrong.", e);
    }
  }
}
