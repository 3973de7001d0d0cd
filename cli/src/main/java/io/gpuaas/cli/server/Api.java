package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Stopper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The REST interface of one server, as one caller.
///
/// What may be repeated is repeated when the connection breaks or the server says to come again,
/// for as long as [#patience] allows: reads, replacements, and posts with a key.
public final class Api {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(90);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(45);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final String url;
  private final Credential credential;
  private final Stopper stopper;
  private final Duration patience;

  /// @param patience how long to go on when the server does not answer
  public Api(String url, Credential credential, Stopper stopper, Duration patience) {
    this.url = url;
    this.credential = credential;
    this.stopper = stopper;
    this.patience = patience;
  }

  /// Address of the server.
  public String url() {
    return url;
  }

  /// The same server with another patience.
  public Api patient(Duration other) {
    return new Api(url, credential, stopper, other);
  }

  /// The same server for work that ends by another stopper.
  public Api until(Stopper other, Duration otherPatience) {
    return new Api(url, credential, other, otherPatience);
  }

  /// One request.
  ///
  /// @param headers names and values in turn
  public record Request(String method, String path, @Nullable JsonNode body, List<String> headers) {
    static final String KEY = "Idempotency-Key";

    public Request {
      headers = List.copyOf(headers);
    }

    boolean isRepeatable() {
      return !method.equals("POST") || headers.contains(KEY);
    }
  }

  public JsonNode get(String path) {
    return send(new Request("GET", path, null, List.of())).require();
  }

  public Answer post(String path, JsonNode body) {
    return send(new Request("POST", path, body, List.of()));
  }

  /// A post that the server carries out once, however often it is sent.
  public Answer postOnce(String path, JsonNode body, String key) {
    return send(new Request("POST", path, body, List.of(Request.KEY, key)));
  }

  /// All items of a list, page by page.
  public List<JsonNode> list(String path, int most) {
    List<JsonNode> items = new ArrayList<>();
    String cursor = "";
    while (items.size() < most) {
      String at = path + (path.contains("?") ? "&" : "?") + "limit=" + Math.min(200, most);
      JsonNode page = get(cursor.isEmpty() ? at : at + "&cursor=" + encoded(cursor));
      page.path("items").forEach(items::add);
      cursor = page.path("nextCursor").asString("");
      if (cursor.isEmpty() || !page.path("hasMore").asBoolean(false)) {
        break;
      }
    }
    return items.size() > most ? items.subList(0, most) : items;
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// The answer to a request, whatever it is.
  ///
  /// @throws CliFault when no answer came in time, or this command was asked to end
  public Answer send(Request request) {
    Duration pause = FIRST_PAUSE;
    Duration waited = Duration.ZERO;
    while (true) {
      Answer answer;
      String trouble;
      try {
        answer = once(request);
        trouble = "it answers with %d".formatted(answer.status());
      } catch (IOException e) {
        answer = null;
        trouble = e.getMessage() == null ? "the connection is refused" : e.getMessage();
      }
      boolean again = answer == null || isToRepeat(answer);
      if (answer != null && !again) {
        return answer;
      }
      if (!request.isRepeatable() || waited.compareTo(patience) >= 0) {
        return answerOrFault(answer, trouble);
      }
      Duration next = pause(answer, pause);
      if (!stopper.pause(next)) {
        throw interrupted();
      }
      waited = waited.plus(next);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
    }
  }

  private Answer answerOrFault(@Nullable Answer answer, String trouble) {
    if (answer == null) {
      throw new CliFault(
          ExitStatus.UNAVAILABLE,
          "The server at %s cannot be reached: %s.".formatted(url, trouble));
    }
    return answer;
  }

  private static boolean isToRepeat(Answer answer) {
    return answer.status() == 429
        || answer.status() == 502
        || answer.status() == 503
        || answer.status() == 504
        || (answer.status() == 409 && answer.body().contains("IDEMPOTENCY_IN_FLIGHT"));
  }

  private static Duration pause(@Nullable Answer answer, Duration otherwise) {
    return answer != null && answer.retryAfterSeconds() > 0
        ? Duration.ofSeconds(answer.retryAfterSeconds())
        : otherwise;
  }

  private Answer once(Request request) throws IOException {
    HttpRequest.Builder builder = builder(request.path()).timeout(LONGEST_ANSWER);
    JsonNode body = request.body();
    if (body == null) {
      builder.method(request.method(), HttpRequest.BodyPublishers.noBody());
    } else {
      builder.header("Content-Type", "application/json");
      builder.method(
          request.method(),
          HttpRequest.BodyPublishers.ofString(Json.MAPPER.writeValueAsString(body)));
    }
    for (int i = 0; i < request.headers().size(); i += 2) {
      builder.header(request.headers().get(i), request.headers().get(i + 1));
    }
    try {
      return answer(http.send(builder.build(), BodyHandlers.ofString()));
    } catch (InterruptedException _) {
      throw interrupted();
    }
  }

  private static Answer answer(HttpResponse<String> response) {
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("ETag").orElse(""),
        response.body(),
        response.headers().firstValue("Retry-After").map(Api::seconds).orElse(0));
  }

  private static int seconds(String text) {
    return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }

  private HttpRequest.Builder builder(String path) {
    try {
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
              .header("User-Agent", "gpuaas-cli");
      String token = credential.token();
      if (!token.isEmpty()) {
        builder.header("Authorization", "Bearer " + token);
      }
      return builder;
    } catch (IllegalArgumentException e) {
      throw new CliFault(
          ExitStatus.USAGE,
          "%s is no address of a server, such as https://gpu.example.".formatted(url),
          e);
    }
  }

  /// Opens a stream of events behind `last`, or from the beginning when it is empty. A stream that
  /// is silent for longer than the server's heartbeat is taken for broken.
  ///
  /// @throws IOException when the connection breaks; the caller may come again
  public EventLines follow(String path, String last) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + "/api/v1" + path).toURL().openConnection();
    connection.setConnectTimeout((int) CONNECT.toMillis());
    connection.setReadTimeout((int) LONGEST_SILENCE.toMillis());
    connection.setRequestProperty("Accept", "text/event-stream");
    connection.setRequestProperty("User-Agent", "gpuaas-cli");
    String token = credential.token();
    if (!token.isEmpty()) {
      connection.setRequestProperty("Authorization", "Bearer " + token);
    }
    if (!last.isEmpty()) {
      connection.setRequestProperty("Last-Event-ID", last);
    }
    int status = connection.getResponseCode();
    if (status == 200) {
      return new EventLines(connection.getInputStream());
    }
    Answer answer = new Answer(status, "", errorBody(connection), 0);
    if (isToRepeat(answer)) {
      throw new IOException("it answers with " + status);
    }
    throw answer.refusal();
  }

  private static String errorBody(HttpURLConnection connection) throws IOException {
    try (InputStream body = connection.getErrorStream()) {
      return body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static CliFault interrupted() {
    return new CliFault(ExitStatus.CANCELLED, "Interrupted.");
  }
}
