package io.gpuaas.cli;

import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Credential;
import io.gpuaas.cli.server.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `gpuaas logout`.
@Command(
    name = "logout",
    description = {
      "Revokes the token that `login` has kept, and forgets it.",
      "A token that was given to `login --token-stdin` is forgotten only: others may use it."
    },
    footer = {"", "Example: gpuaas logout"})
public final class LogoutCommand implements Callable<Integer> {
  /// How tokens are named that were made for one command line.
  static final String OWN = "gpuaas login";

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Surroundings here;

  public LogoutCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    Path file = Profile.file(here);
    Optional<Profile> kept = Profile.read(file);
    kept.ifPresent(this::revoke);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be deleted.".formatted(file), e);
    }
    here.say(kept.isPresent() ? "Forgotten." : "Nothing was kept.");
    return ExitStatus.OK.code();
  }

  private void revoke(Profile kept) {
    Api api = new Api(kept.url(), Credential.of(kept.token()), here.stopper(), PATIENCE);
    try {
      JsonNode token = api.get("/me").path("token");
      if (token.path("name").asString("").startsWith(OWN)) {
        String path = "/tokens/" + Api.encoded(token.path("id").asString(""));
        api.send(new Api.Request("DELETE", path, null, List.of())).require();
        here.say("Revoked.");
      }
    } catch (CliFault e) {
      here.say("It could not be revoked: %s".formatted(e.getMessage()));
    }
  }
}
