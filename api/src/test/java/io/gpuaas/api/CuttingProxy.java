package io.gpuaas.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy that loses its temper: each answer to a request for a log is cut after some bytes, in
/// the middle of whatever it is.
final class CuttingProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final int port;
  private final int most;
  private final AtomicInteger cuts = new AtomicInteger();

  /// @param most bytes of such an answer that get through, besides its head
  CuttingProxy(String server, int most) {
    this.port = URI.create(server).getPort();
    this.most = most;
    try {
      this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException _) {
        return;
      }
    }
  }

  /// A server that is away, or a client that goes, ends the connection as it would without us.
  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      byte[] first = new byte[8192];
      int length = client.getInputStream().read(first);
      if (length < 0) {
        return;
      }
      String line = new String(first, 0, length, StandardCharsets.ISO_8859_1);
      boolean log =
          line.startsWith("GET ") && line.lines().findFirst().orElse("").contains("/logs");
      server.getOutputStream().write(first, 0, length);
      server.getOutputStream().flush();
      Thread.ofVirtual().start(() -> copy(client, server));
      answer(server.getInputStream(), client.getOutputStream(), log);
    } catch (IOException _) {
      // Both ends are closed now.
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // The other direction sees it, too.
    }
  }

  private void answer(InputStream from, OutputStream to, boolean log) throws IOException {
    byte[] bytes = new byte[4096];
    int length = from.read(bytes);
    int left = log ? headLength(bytes, length) + most : Integer.MAX_VALUE;
    while (length >= 0) {
      int through = Math.min(length, left);
      to.write(bytes, 0, through);
      to.flush();
      left -= log ? through : 0;
      if (left == 0) {
        cuts.incrementAndGet();
        return;
      }
      length = from.read(bytes);
    }
  }

  /// Status line and headers come in one piece.
  private static int headLength(byte[] bytes, int length) {
    String text = new String(bytes, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
    return Math.max(0, text.indexOf("\r\n\r\n"));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
