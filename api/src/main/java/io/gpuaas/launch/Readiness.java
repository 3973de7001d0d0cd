package io.gpuaas.launch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Asks the product what a person and a program would ask first.
final class Readiness {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  private Readiness() {}

  /// Returns once the start page is served and the API answers, if only to ask for a sign-in.
  ///
  /// @throws LaunchFault when either gives another answer
  static void await(String url, @Nullable Tls tls) {
    HttpClient.Builder builder = HttpClient.newBuilder();
    if (tls != null) {
      builder.sslContext(tls.client());
    }
    try (HttpClient client = builder.build()) {
      require(client, request(url + "/").build(), OK);
      require(client, request(url + "/api/v1/me").build(), UNAUTHORIZED);
    }
  }

  /// Reads what the API has at this address.
  ///
  /// @throws LaunchFault when it has nothing
  static void read(String address, String token) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      require(client, request(address).header("Authorization", "Bearer " + token).build(), OK);
    }
  }

  private static HttpRequest.Builder request(String address) {
    return HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE);
  }

  private static void require(HttpClient client, HttpRequest request, int expected) {
    URI address = request.uri();
    try {
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status != expected) {
        throw new LaunchFault(
            "%s answered %d instead of %d: read the log in the data folder."
                .formatted(address, status, expected));
      }
    } catch (IOException e) {
      throw new LaunchFault(
          "%s does not answer: read the log in the data folder.".formatted(address), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("Interrupted while starting: start again.", e);
    }
  }
}
