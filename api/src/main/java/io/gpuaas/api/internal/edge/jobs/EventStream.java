package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.manners.ApiJson;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes `text/event-stream`. Each message is flushed; a broken connection ends the stream with an
/// exception.
final class EventStream implements AutoCloseable {
  private final OutputStream out;
  private final Runnable atEnd;

  /// @param atEnd run once the stream is closed
  EventStream(HttpServletResponse response, Runnable atEnd) throws IOException {
    this.atEnd = atEnd;
    response.setContentType("text/event-stream;charset=UTF-8");
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no");
    this.out = response.getOutputStream();
    // Headers go out at once, and clients wait two seconds before they come again.
    write("retry: 2000\n\n");
    flush();
  }

  /// The bytes of an event's message.
  static byte[] message(EventDocument event) {
    return "id: %d\ndata: %s\n\n"
        .formatted(event.seq(), ApiJson.write(event))
        .getBytes(StandardCharsets.UTF_8);
  }

  /// A message; sent with the next [#flush].
  void event(EventDocument event) throws IOException {
    out.write(message(event));
  }

  /// The same, of an event that many streams send.
  void event(FedEvent event) throws IOException {
    out.write(event.message());
  }

  /// A message of another kind than an event.
  void message(String kind, Object data) throws IOException {
    write("event: %s\ndata: %s\n\n".formatted(kind, ApiJson.write(data)));
  }

  /// A message of a kind, with a place to go on behind.
  void message(String id, String kind, Object data) throws IOException {
    String text = ApiJson.write(data);
    write("id: %s\nevent: %s\ndata: %s\n\n".formatted(id, kind, text));
  }

  /// Keeps proxies from cutting an idle connection.
  void heartbeat() throws IOException {
    write(": heartbeat\n\n");
    flush();
  }

  void flush() throws IOException {
    out.flush();
  }

  /// The connection itself is the server's to end.
  @Override
  public void close() {
    atEnd.run();
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
