package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.internal.service.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// What people with bad intentions send, and that the rest is unharmed by it.
class AbuseIT extends HttpIT {
  private static final int WRONG_PASSWORDS = 1_000;
  private static final int SLOW_CLIENTS = 3_000;
  private static final int OPEN_STREAMS = 500;
  private static final long ENDLESS = 256L << 20;

  @Autowired private Tokens tokens;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), URI.create(url("")).getPort());
  }

  @Test
  void passwordsCannotBeTriedOut() {
    String right = "the right one of them all";
    admin()
        .create(
            "/api/v1/users/victim", "{\"displayName\":\"V\",\"password\":\"%s\"}".formatted(right));
    Map<Integer, Integer> statuses = new TreeMap<>();
    String body = "{\"login\":\"victim\",\"password\":\"%s\"}";
    for (int i = 0; i < WRONG_PASSWORDS; i++) {
      Answer refused = nobody().post("/api/v1/session", body.formatted("wrong" + i));
      statuses.merge(refused.status(), 1, Integer::sum);
    }
    assertThat(statuses).isEqualTo(Map.of(401, 10, 429, WRONG_PASSWORDS - 10));
    Answer late = nobody().post("/api/v1/session", body.formatted(right));
    assertThat(late.status()).isEqualTo(429);
    assertThat(late.header("Retry-After")).isNotEmpty();
    JsonNode audit = admin().get("/api/v1/audit?actor=victim&limit=200").json().path("items");
    assertThat(audit).hasSize(10);
    String first = "{\"login\":\"%s\",\"password\":\"%s\"}";
    assertThat(
            nobody()
                .post(
                    "/api/v1/session",
                    first.formatted(firstAccount().login(), firstAccount().password()))
                .status())
        .isEqualTo(204);
  }

  @Test
  void whatIsNoRequestIsAnsweredWithAProblem() throws IOException {
    try (Socket socket = connect()) {
      String head = "GET /api/v1/jobs/{id} HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 400")
          .containsIgnoringCase("Content-Type: application/problem+json")
          .contains("\"code\":\"INVALID_PARAMETER\"", "characters that HTTP does not allow");
    }
  }

  @Test
  void bodyWithoutEndIsNotReadToItsEnd() throws IOException {
    byte[] piece = ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      String head =
          """
          POST /api/v1/jobs HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Content-Type: application/json\r
          Transfer-Encoding: chunked\r
          \r
          """
              .formatted(firstAccount().token());
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      long sent = sendUntilCut(out, piece);
      assertThat(sent).isLessThan(ENDLESS);
      assertThat(answer(socket.getInputStream())).startsWith("HTTP/1.1 413");
    }
    assertThat(admin().get("/api/v1/me").status()).isEqualTo(200);
  }

  private static long sendUntilCut(OutputStream out, byte[] piece) {
    long sent = 0;
    try {
      while (sent < ENDLESS) {
        out.write(piece);
        sent += piece.length;
      }
    } catch (IOException _) {
      // The server has heard enough.
    }
    return sent;
  }

  /// What had come before the connection was cut.
  private static String answer(InputStream in) throws IOException {
    byte[] bytes = new byte[512];
    try {
      int length = in.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    } catch (SocketException _) {
      return "HTTP/1.1 413 was lost with the connection";
    }
  }

  @Test
  void thousandsWhoSendHalfARequestHoldNobodyUp() throws IOException {
    List<Socket> slow = new ArrayList<>();
    byte[] half = "POST /api/v1/jobs HTTP/1.1\r\nHost: local".getBytes(StandardCharsets.US_ASCII);
    try {
      for (int i = 0; i < SLOW_CLIENTS; i++) {
        Socket socket = connect();
        slow.add(socket);
        socket.getOutputStream().write(half);
      }
      assertThat(admin().get("/api/v1/jobs?limit=1").status()).isEqualTo(200);
      assertThat(admin().post("/api/v1/jobs:plan", JobBodies.job("calm")).status()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  /// Each is a connection and a thread for as long as it lasts.
  @Test
  void oneCallerCannotHoldAllStreams() throws IOException {
    admin().create("/api/v1/users/streamer", "{\"displayName\":\"S\"}");
    admin()
        .post(
            "/api/v1/role-bindings",
            """
            {"login":"streamer","role":"viewer","scope":{"kind":"PROJECT","name":"%s"}}\
            """
                .formatted(JobBodies.PROJECT));
    String token = tokens.issue("streamer", "streams", null, List.of("*"), null).text();
    List<Socket> streams = new ArrayList<>();
    try {
      for (int i = 0; i < OPEN_STREAMS; i++) {
        Socket socket = stream(token);
        streams.add(socket);
        assertThat(answer(socket.getInputStream())).as("stream %d", i).startsWith("HTTP/1.1 200");
      }
      TestClient streamer = nobody().bearer(token);
      Answer refused = streamer.with("Accept", "text/event-stream").get("/api/v1/events");
      assertThat(refused.status()).as(refused.text()).isEqualTo(429);
      assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
      assertThat(refused.header("Retry-After")).isEqualTo("15");
      assertThat(refused.json().path("detail").asString())
          .isEqualTo("At most 500 streams may be open for one caller: end one that is not needed.");
      assertThat(streamer.get("/api/v1/jobs?limit=1").status()).isEqualTo(200);
      try (Socket other = stream(firstAccount().token())) {
        assertThat(answer(other.getInputStream())).startsWith("HTTP/1.1 200");
      }
    } finally {
      for (Socket socket : streams) {
        socket.close();
      }
    }
    assertOpensAgain(token);
  }

  /// Events, which closed streams cannot be told, show the server that these have ended.
  private void assertOpensAgain(String token) throws IOException {
    String status = "";
    for (int i = 0; i < 100 && !status.startsWith("HTTP/1.1 200"); i++) {
      String job = "again-" + i;
      Answer told = admin().post("/api/v1/jobs", JobBodies.job(job));
      admin().post(told.header("Location") + ":cancel", "{}");
      admin().get(told.header("Location") + "?waitFor=TERMINAL&timeout=30s");
      try (Socket socket = stream(token)) {
        status = answer(socket.getInputStream());
      }
    }
    assertThat(status).startsWith("HTTP/1.1 200");
  }

  private Socket stream(String token) throws IOException {
    Socket socket = connect();
    String head =
        """
        GET /api/v1/events HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer %s\r
        Accept: text/event-stream\r
        \r
        """
            .formatted(token);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void cursorsAndTokensCannotBeMadeUp() {
    String path = "/api/v1/projects?limit=1";
    String cursor = admin().get(path).json().path("nextCursor").asString();
    assertThat(admin().get(path + "&cursor=" + cursor).status()).isEqualTo(200);
    for (int i = 0; i < cursor.length() - 1; i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String forged = cursor.substring(0, i) + other + cursor.substring(i + 1);
      assertThat(admin().get(path + "&cursor=" + forged).status()).as(forged).isEqualTo(400);
    }
    assertThat(admin().get("/api/v1/teams?limit=1&cursor=" + cursor).status()).isEqualTo(400);
    String token = firstAccount().token();
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String forged = token.substring(0, i) + other + token.substring(i + 1);
      Answer refused = nobody().with("Authorization", "Bearer " + forged).get("/api/v1/me");
      assertThat(refused.status()).as(forged).isEqualTo(401);
    }
  }
}
