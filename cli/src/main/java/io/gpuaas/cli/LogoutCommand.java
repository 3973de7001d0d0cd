package io.gpuaas.cli;

import io.gpuaas.cli.server.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `gpuaas logout`.
@Command(
    name = "logout",
    description =
        "Forgets the token that `login` has kept. Revoke it in the portal, or let it end.")
public final class LogoutCommand implements Callable<Integer> {
  private final Surroundings here;

  public LogoutCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    Path file = Profile.file(here);
    try {
      here.say(Files.deleteIfExists(file) ? "Forgotten." : "Nothing was kept.");
      return ExitStatus.OK.code();
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be deleted.".formatted(file), e);
    }
  }
}
