package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// How many streams each caller has open: each holds a connection and a thread for as long as it
/// lasts, which a limit of requests in a minute does not see.
@Component
final class OpenStreams {
  /// A stream whose reader has gone is found with the next heartbeat.
  private static final int RETRY_SECONDS = 15;

  private final Map<String, Integer> open = new ConcurrentHashMap<>();
  private final int most;

  /// @param most streams of one caller at a time; 0 means no limit
  OpenStreams(@Value("${gpuaas.rate-limit.open-streams:500}") int most) {
    this.most = most;
  }

  /// Begins a stream, which counts until it is closed.
  ///
  /// @throws ProblemException 429 when it would be one too many
  EventStream open(Call call, HttpServletResponse response) throws IOException {
    String login = call.caller().login();
    int now = open.merge(login, 1, Integer::sum);
    if (most > 0 && now > most) {
      closed(login);
      String detail =
          "At most %d streams may be open for one caller: end one that is not needed."
              .formatted(most);
      throw new ProblemException(ProblemCode.TOO_MANY_REQUESTS, detail)
          .with("Retry-After", Integer.toString(RETRY_SECONDS));
    }
    try {
      return new EventStream(response, () -> closed(login));
    } catch (IOException | RuntimeException e) {
      closed(login);
      throw e;
    }
  }

  private void closed(String login) {
    open.computeIfPresent(login, (_, count) -> count == 1 ? null : count - 1);
  }
}
