package io.gpuaas.launch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Asks the [ControlServer] of the instance that runs on a data folder.
record ControlClient(Instance instance) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// Empty when nothing runs there.
  static Optional<ControlClient> of(DataFolder folder) {
    return folder.exists() && folder.inUse()
        ? Instance.readFrom(folder.instance()).map(ControlClient::new)
        : Optional.empty();
  }

  /// @throws LaunchFault when the instance does not answer
  <T> T ask(String path, Class<T> answer) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(instance.control() + path))
            .header("Authorization", "Bearer " + instance.secret())
            .timeout(PATIENCE)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      return JsonMapper.shared().readValue(body, answer);
    } catch (IOException e) {
      throw new LaunchFault(
          "The instance (process %d) does not answer: stop it with `gpuaas stop`, start it again."
              .formatted(instance.pid()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("Interrupted while asking: ask again.", e);
    }
  }
}
