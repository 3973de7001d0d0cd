package io.gpuaas.cli.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads `text/event-stream` message by message.
///
/// @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">The format</a>
public final class EventLines implements AutoCloseable {
  private final BufferedReader lines;

  public EventLines(InputStream from) {
    this.lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
  }

  /// One message; `kind` is `message` unless it says otherwise.
  public record Message(String id, String kind, String data) {}

  /// The next message; empty at the end of the stream. A message that was cut off is not given.
  public Optional<Message> next() throws IOException {
    String id = "";
    String kind = "message";
    StringBuilder data = new StringBuilder();
    boolean any = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty()) {
        if (any) {
          return Optional.of(new Message(id, kind, data.toString()));
        }
        continue;
      }
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      switch (name) {
        case "id" -> id = value;
        case "event" -> kind = value;
        case "data" -> {
          data.append(any ? "\n" : "").append(value);
          any = true;
        }
        default -> {
          // Comments and `retry` are of no use here.
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
