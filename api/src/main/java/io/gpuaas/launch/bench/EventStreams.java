package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Many open streams of events, each a connection of its own read by a virtual thread.
final class EventStreams implements AutoCloseable {
  private final List<Socket> sockets = new ArrayList<>();
  private final CountDownLatch reached;
  private final int count;
  private volatile boolean counting;

  private EventStreams(int count) {
    this.count = count;
    this.reached = new CountDownLatch(count);
  }

  /// Returns when all have been answered.
  static EventStreams open(String url, String token, int count) throws IOException {
    EventStreams streams = new EventStreams(count);
    URI address = URI.create(url);
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(address.getHost(), address.getPort());
      streams.sockets.add(socket);
      socket
          .getOutputStream()
          .write(
              """
              GET /api/v1/events HTTP/1.1\r
              Host: %s\r
              Authorization: Bearer %s\r
              Accept: text/event-stream\r
              \r
              """
                  .formatted(address.getAuthority(), token)
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 512);
      String status = lines.readLine();
      if (status == null || !status.contains(" 200")) {
        throw new LaunchFault("Stream %d was answered with %s.".formatted(i, status));
      }
      Thread.ofVirtual().start(() -> streams.follow(lines));
    }
    return streams;
  }

  private void follow(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (counting && line.startsWith("data:")) {
          reached.countDown();
          return;
        }
      }
    } catch (IOException e) {
      // Closed by us at the end; a stream that breaks before is one that was not reached.
    }
  }

  /// From now on a stream that tells an event counts as reached.
  void count() {
    counting = true;
  }

  /// How many have been reached, at the latest after so long.
  int awaitAll(Duration longest) throws InterruptedException {
    boolean all = reached.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    return all ? count : count - (int) reached.getCount();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
