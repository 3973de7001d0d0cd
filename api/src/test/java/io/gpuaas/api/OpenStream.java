package io.gpuaas.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A stream of events that a test holds open, and all that it said until the server ended it.
final class OpenStream implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpResponse<InputStream> answer;
  private final CompletableFuture<String> said;

  /// Returns when the server has answered.
  OpenStream(String address, String header, String value) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Accept", "text/event-stream")
            .header(header, value)
            .build();
    try {
      this.answer = http.send(request, BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    this.said = CompletableFuture.supplyAsync(this::read, Thread::startVirtualThread);
  }

  private String read() {
    try (InputStream body = answer.body()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "broken: " + e;
    }
  }

  int status() {
    return answer.statusCode();
  }

  boolean isOpen() {
    return !said.isDone();
  }

  /// All that it said, once the server has ended it.
  String awaitEnd() {
    try {
      return said.get(60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("The stream is still open.", e);
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
