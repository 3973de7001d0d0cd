package io.gpuaas.cli;

import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Credential;
import io.gpuaas.cli.server.DeviceSignIn;
import io.gpuaas.cli.server.PasswordSignIn;
import io.gpuaas.cli.server.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `gpuaas login`: keeps a token for later commands.
@Command(
    name = "login",
    description = {
      "Signs in by your browser and keeps a token for later commands.",
      "A code is shown; you type it on the server's page /device, where you sign in as always."
    },
    footer = {
      "",
      "Examples:",
      "  gpuaas login --url https://gpu.example",
      "  gpuaas login --url https://gpu.example --user ada      (a password of the server's own)",
      "  gpuaas login --url https://gpu.example --token-stdin < token.txt",
      "In pipelines set GPUAAS_URL and GPUAAS_TOKEN instead; nothing is kept then."
    })
public final class LoginCommand implements Callable<Integer> {
  private static final Duration LIFE = Duration.ofDays(30);

  private final Surroundings here;

  @Mixin private ServerOptions.InProject options;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "LOGIN",
      description = "Ask for the password of this login instead.")
  private @Nullable String user;

  @Option(names = "--password-stdin", description = "Read the password from standard input.")
  private boolean passwordFromInput;

  @Option(names = "--token-stdin", description = "Read a token from standard input instead.")
  private boolean tokenFromInput;

  public LoginCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions.InProject(here);
  }

  @Override
  public Integer call() {
    Profile asked = options.profile();
    String url = asked.url();
    String token = tokenFromInput ? line() : fresh(url);
    Profile profile = new Profile(url, token, options.projectOption());
    JsonNode me =
        new Api(url, Credential.of(token), here.stopper(), Duration.ofSeconds(5)).get("/me");
    String own = me.path("defaultProject").asString("");
    String project = profile.project().isEmpty() ? own : profile.project();
    Path file = Profile.file(here);
    new Profile(url, token, project).store(file);
    here.say(
        "You are %s at %s%s. Kept in %s."
            .formatted(
                me.path("login").asString(""),
                url,
                project.isEmpty() ? "" : ", project " + project,
                file));
    return ExitStatus.OK.code();
  }

  private String fresh(String url) {
    String login = user;
    String machine = here.variable("HOSTNAME");
    if (login == null) {
      if (passwordFromInput) {
        throw CliFault.usage("Say with --user whose password it is.");
      }
      return new DeviceSignIn(url, here.stopper()).token(machine, here::say);
    }
    Instant end = here.clock().instant().plus(LIFE);
    String name = LogoutCommand.OWN + (machine.isEmpty() ? "" : " on " + machine);
    JsonNode token = new PasswordSignIn(url).token(login, password(login), name, end);
    return token.path("token").asString("");
  }

  private String password(String login) {
    if (passwordFromInput) {
      return line();
    }
    char[] typed =
        Terminal.find().map(it -> it.readPassword("Password of %s: ", login)).orElse(null);
    if (typed == null) {
      throw CliFault.usage("There is no terminal to ask at: use --password-stdin.");
    }
    return new String(typed);
  }

  private String line() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(here.in(), StandardCharsets.UTF_8)).readLine();
      if (line == null || line.isBlank()) {
        throw CliFault.usage("Nothing came from standard input.");
      }
      return line.strip();
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "Standard input cannot be read.", e);
    }
  }
}
