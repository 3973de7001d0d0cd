package io.gpuaas.cluster.internal.slurm;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Calls of slurmrestd. The token is read from its file for each call, since it is rotated.
final class SlurmRest {
  /// Old versions write a slash in JSON with a backslash before it.
  private static final Pattern VERSION = Pattern.compile("slurm\\\\?/v0\\.0\\.([0-9]+)\\\\?/jobs");

  private static final int OLDEST = 38;
  private static final int NEWEST = 45;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  private final URI base;
  private final String user;
  private final Path token;
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LONGEST).build();
  private int version;

  SlurmRest(URI base, String user, Path token) {
    this.base = base;
    this.user = user;
    this.token = token;
  }

  /// The call could not be carried out; what was sent may or may not have arrived.
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final boolean refused;

    Failed(String message) {
      this(message, false);
    }

    Failed(String message, boolean refused) {
      super(message);
      this.refused = refused;
    }

    /// Slurm has understood it and will not have it; else it says nothing of what was asked.
    boolean isRefusal() {
      return refused;
    }
  }

  /// The newest version that both sides speak, asked once: each release of Slurm serves a few only.
  int version() {
    if (version == 0) {
      Matcher found = VERSION.matcher(text(request("/openapi/v3").GET()));
      int newest = 0;
      while (found.find()) {
        int offered = Integer.parseInt(found.group(1));
        if (offered >= OLDEST && offered <= NEWEST) {
          newest = Math.max(newest, offered);
        }
      }
      if (newest == 0) {
        throw new Failed("slurmrestd offers none of v0.0.38 to v0.0.45.");
      }
      version = newest;
    }
    return version;
  }

  List<Tree> jobs() {
    return call(request(path("/jobs")).GET()).trees("jobs");
  }

  List<Tree> nodes() {
    return call(request(path("/nodes")).GET()).trees("nodes");
  }

  /// The id of the new job.
  long submit(Tree body) {
    Tree answer =
        call(
            request(path("/job/submit"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.asJson(body.plain()))));
    return answer.number("job_id");
  }

  /// Tells its script that the end is near.
  void warn(long job) {
    call(request(path("/job/" + job + "?signal=URG")).DELETE());
  }

  /// Ends a job: SIGTERM first, SIGKILL after Slurm's KillWait.
  void cancel(long job) {
    call(request(path("/job/" + job)).DELETE());
  }

  private String path(String rest) {
    return "/slurm/v0.0.%d%s".formatted(version(), rest);
  }

  private HttpRequest.Builder request(String path) {
    try {
      return HttpRequest.newBuilder(base.resolve(path))
          .timeout(LONGEST)
          .header("X-SLURM-USER-NAME", user)
          .header("X-SLURM-USER-TOKEN", Files.readString(token).strip());
    } catch (IOException e) {
      throw new Failed(
          "The token of Slurm cannot be read of tokenFile %s: %s".formatted(token, e.getMessage()));
    }
  }

  /// Errors may come with any status, also with 200.
  private Tree call(HttpRequest.Builder request) {
    Tree answer = Tree.read(json.unmarshal(text(request), Map.class));
    List<Tree> errors = answer.trees("errors");
    if (!errors.isEmpty()) {
      throw SlurmFault.of(errors.getFirst());
    }
    return answer;
  }

  private String text(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == UNAUTHORIZED) {
        throw new Failed(
            "slurmrestd does not take the token in tokenFile: write a new one there, made by"
                + " `scontrol token` for the user of the cluster's settings.");
      }
      if (response.statusCode() != OK && !response.body().startsWith("{")) {
        throw new Failed("slurmrestd answered %d.".formatted(response.statusCode()));
      }
      return response.body();
    } catch (IOException e) {
      throw new Failed("slurmrestd at %s cannot be reached: %s".formatted(base, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("interrupted");
    }
  }
}
