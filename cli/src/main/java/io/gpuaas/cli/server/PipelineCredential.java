package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The identity that a pipeline's runner vouches for, exchanged for short tokens of the server; no
/// secret is stored anywhere. A new token is taken before the old one ends.
///
/// @see <a href="https://www.rfc-editor.org/rfc/rfc8693">RFC 8693</a>
public final class PipelineCredential implements Credential {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
  private static final String OURS = "urn:ietf:params:oauth:token-type:access_token";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration EARLY = Duration.ofMinutes(3);

  private final Surroundings here;
  private final String url;
  private final String project;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private String token = "";
  private Instant good = Instant.EPOCH;

  private PipelineCredential(Surroundings here, String url, String project) {
    this.here = here;
    this.url = url;
    this.project = project;
  }

  /// Empty where no runner vouches for anybody.
  public static Optional<Credential> find(Surroundings here, String url, String project) {
    boolean vouched =
        !here.variable("GPUAAS_ID_TOKEN").isEmpty()
            || !here.variable("GPUAAS_ID_TOKEN_FILE").isEmpty()
            || !here.variable("ACTIONS_ID_TOKEN_REQUEST_URL").isEmpty();
    return vouched ? Optional.of(new PipelineCredential(here, url, project)) : Optional.empty();
  }

  @Override
  public synchronized String token() {
    Instant now = here.clock().instant();
    if (token.isEmpty()) {
      take(ID_TOKEN, identity());
    } else if (good.minus(EARLY).isBefore(now)) {
      renew(now);
    }
    return token;
  }

  /// A token that cannot be renewed serves until it ends.
  private void renew(Instant now) {
    try {
      take(OURS, token);
    } catch (CliFault e) {
      if (good.isBefore(now)) {
        take(ID_TOKEN, identity());
      }
    }
  }

  private void take(String type, String subject) {
    StringBuilder form = new StringBuilder();
    field(form, "grant_type", GRANT);
    field(form, "subject_token_type", type);
    field(form, "subject_token", subject);
    if (!project.isEmpty()) {
      field(form, "audience", project);
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1/auth/token"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form.toString()))
            .build();
    HttpResponse<String> answer = send(request, url);
    JsonNode tree = tree(answer.body());
    if (answer.statusCode() != 200) {
      ExitStatus status =
          answer.statusCode() >= 500 ? ExitStatus.UNAVAILABLE : ExitStatus.NOT_ALLOWED;
      throw new CliFault(
          status,
          "The server does not take the runner's identity: "
              + tree.path("error_description").asString("HTTP " + answer.statusCode()));
    }
    token = tree.path("access_token").asString("");
    good = here.clock().instant().plusSeconds(tree.path("expires_in").asLong(60));
  }

  private static void field(StringBuilder form, String name, String value) {
    form.append(form.isEmpty() ? "" : "&").append(name).append('=');
    form.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  private String identity() {
    String given = here.variable("GPUAAS_ID_TOKEN");
    if (!given.isEmpty()) {
      return given;
    }
    String file = here.variable("GPUAAS_ID_TOKEN_FILE");
    return file.isEmpty() ? ofGitHub() : ofFile(file);
  }

  private String ofFile(String file) {
    try {
      return Files.readString(here.folder().resolve(file)).strip();
    } catch (IOException e) {
      throw new CliFault(ExitStatus.NOT_ALLOWED, "%s cannot be read.".formatted(file), e);
    }
  }

  /// A new one for each call, for this server as its audience.
  private String ofGitHub() {
    String address =
        here.variable("ACTIONS_ID_TOKEN_REQUEST_URL")
            + "&audience="
            + URLEncoder.encode(url, StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + here.variable("ACTIONS_ID_TOKEN_REQUEST_TOKEN"))
            .build();
    HttpResponse<String> answer = send(request, "GitHub");
    String value = tree(answer.body()).path("value").asString("");
    if (value.isEmpty()) {
      throw new CliFault(
          ExitStatus.NOT_ALLOWED,
          "GitHub gives no identity: the workflow needs the permission `id-token: write`.");
    }
    return value;
  }

  private HttpResponse<String> send(HttpRequest request, String whom) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new CliFault(ExitStatus.UNAVAILABLE, "%s cannot be reached.".formatted(whom), e);
    } catch (InterruptedException e) {
      throw new CliFault(ExitStatus.CANCELLED, "Interrupted.", e);
    }
  }

  private static JsonNode tree(String body) {
    try {
      return Json.MAPPER.readTree(body);
    } catch (JacksonException _) {
      return Json.MAPPER.createObjectNode();
    }
  }
}
