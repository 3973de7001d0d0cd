package io.gpuaas.launch.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Connections that are opened to be in the way: of each three, one says nothing, one sends a
/// request's head letter by letter, and one a body in the same manner; of these the first are of a
/// known caller.
final class HeldConnections implements AutoCloseable {
  private static final String HALF_HEAD = "GET /api/v1/jobs HTTP/1.1\r\nHost: bench\r\nX-Slow: ";
  private static final String HALF_BODY =
      """
      POST /api/v1/jobs HTTP/1.1\r
      Host: bench\r
      Authorization: Bearer %s\r
      Content-Type: application/json\r
      Content-Length: 100000\r
      \r
      {"project":"\
      """;

  /// A few less than are read at once of one caller.
  private static final int KNOWN = 200;

  private final List<SocketChannel> all = new ArrayList<>();
  private final List<SocketChannel> slow = new ArrayList<>();
  private int refused;

  private HeldConnections() {}

  static HeldConnections open(String url, String token, int count) throws IOException {
    URI address = URI.create(url);
    InetSocketAddress server = new InetSocketAddress(address.getHost(), address.getPort());
    HeldConnections held = new HeldConnections();
    for (int i = 0; i < count; i++) {
      SocketChannel channel = SocketChannel.open(server);
      held.all.add(channel);
      if (i % 3 > 0) {
        held.slow.add(channel);
        String body = HALF_BODY.formatted(i / 3 < KNOWN ? token : "unknown");
        held.say(channel, i % 3 == 1 ? HALF_HEAD : body);
      }
    }
    return held;
  }

  /// One more letter of each that is slow.
  void drip() {
    slow.forEach(it -> say(it, "a"));
  }

  private void say(SocketChannel channel, String text) {
    try {
      if (channel.isOpen()) {
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      }
    } catch (IOException _) {
      // The server has heard enough of this one.
      refused++;
      close(channel);
    }
  }

  /// How many the server has cut so far.
  int refused() {
    return refused;
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    all.forEach(HeldConnections::close);
  }
}
