package io.gpuaas.cluster.peers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One connection of a client: requests of HTTP/1.1 one after the other, or a web socket that only
/// we write to.
final class Wire {
  private static final String WEB_SOCKET = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int SHORT = 126;
  private final InputStream in;
  private final OutputStream out;
  private boolean framed;

  Wire(Socket socket) throws IOException {
    this(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
  }

  private Wire(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  /// What is answered on it reaches nobody.
  static Wire unheard() {
    return new Wire(InputStream.nullInputStream(), OutputStream.nullOutputStream());
  }

  /// @param headers by lower-case name
  record Request(String method, URI uri, TreeMap<String, String> headers, String body) {
    boolean isWebSocket() {
      return headers.getOrDefault("upgrade", "").equalsIgnoreCase("websocket");
    }

    String contentType() {
      return headers.getOrDefault("content-type", "");
    }
  }

  /// Null when the client has closed.
  @Nullable Request read() throws IOException {
    String first = line();
    if (first.isEmpty()) {
      return null;
    }
    String[] words = first.split(" ", -1);
    TreeMap<String, String> headers = new TreeMap<>();
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      String name = header.substring(0, colon).toLowerCase(Locale.ROOT);
      headers.put(name, header.substring(colon + 1).strip());
    }
    return new Request(words[0], URI.create(words[1]), headers, body(headers));
  }

  private String body(SortedMap<String, String> headers) throws IOException {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int size = chunk(); size > 0; size = chunk()) {
        all.write(in.readNBytes(size));
        var _ = line();
      }
      var _ = line();
      return all.toString(StandardCharsets.UTF_8);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().strip(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  void answer(int code, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    head(
        "HTTP/1.1 %d -\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(code, bytes.length));
    out.write(bytes);
    out.flush();
  }

  private void head(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /// Takes up a watch: a web socket where the client asks for one, else lines without an end.
  void openWatch(Request request) throws IOException {
    framed = request.isWebSocket();
    if (!framed) {
      head("HTTP/1.1 200 -\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
      out.flush();
      return;
    }
    String key = Objects.requireNonNull(request.headers().get("sec-websocket-key"));
    head("HTTP/1.1 101 -\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
    head("Sec-WebSocket-Accept: %s\r\n\r\n".formatted(accepted(key)));
    out.flush();
  }

  private static String accepted(String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      byte[] text = (key + WEB_SOCKET).getBytes(StandardCharsets.US_ASCII);
      return Base64.getEncoder().encodeToString(digest.digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// One message as one frame or one line.
  void send(String text) throws IOException {
    if (!framed) {
      out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(0x81);
    if (bytes.length < SHORT) {
      out.write(bytes.length);
    } else if (bytes.length <= 0xffff) {
      out.write(SHORT);
      out.write(ByteBuffer.allocate(2).putShort((short) bytes.length).array());
    } else {
      out.write(SHORT + 1);
      out.write(ByteBuffer.allocate(8).putLong(bytes.length).array());
    }
    out.write(bytes);
    out.flush();
  }
}
