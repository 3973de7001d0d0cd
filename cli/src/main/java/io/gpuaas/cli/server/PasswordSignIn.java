package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Signs a person in as a browser would, and takes a token for later commands. The session ends at
/// once; the password is kept nowhere.
public final class PasswordSignIn {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final CookieManager cookies = new CookieManager();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(cookies)
          .connectTimeout(LONGEST)
          .build();
  private final String url;

  public PasswordSignIn(String url) {
    this.url = url;
  }

  /// A token of the person.
  ///
  /// @param name of the token, for its list
  /// @throws CliFault when the server refuses
  public JsonNode token(String login, String password, String name, Instant expiresAt) {
    ObjectNode credentials = Json.MAPPER.createObjectNode();
    credentials.put("login", login).put("password", password);
    Answer session = send("POST", "/session", credentials);
    if (!session.isOk()) {
      throw session.refusal();
    }
    ObjectNode wish = Json.MAPPER.createObjectNode();
    wish.put("name", name).put("expiresAt", expiresAt.toString());
    wish.putArray("scopes").add("*");
    JsonNode token = send("POST", "/tokens", wish).require();
    send("DELETE", "/session", Json.MAPPER.createObjectNode());
    return token;
  }

  private Answer send(String method, String path, ObjectNode body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
            .timeout(LONGEST)
            .header("Content-Type", "application/json")
            .method(
                method, HttpRequest.BodyPublishers.ofString(Json.MAPPER.writeValueAsString(body)));
    for (HttpCookie cookie : cookies.getCookieStore().getCookies()) {
      if (cookie.getName().equals("XSRF-TOKEN")) {
        request.header("X-XSRF-TOKEN", cookie.getValue());
      }
    }
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), "", answer.body(), 0);
    } catch (IOException e) {
      throw new CliFault(
          ExitStatus.UNAVAILABLE, "The server at %s cannot be reached: %s.".formatted(url, e), e);
    } catch (InterruptedException e) {
      throw new CliFault(ExitStatus.CANCELLED, "Interrupted.", e);
    }
  }
}
