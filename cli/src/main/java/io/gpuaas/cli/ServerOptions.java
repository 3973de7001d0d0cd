package io.gpuaas.cli;

import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Credential;
import io.gpuaas.cli.server.PipelineCredential;
import io.gpuaas.cli.server.Profile;
import java.time.Duration;
import picocli.CommandLine.Option;

/// The options of all commands that ask a server. Those about one project have one more, with the
/// meaning that it has for them.
public class ServerOptions {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Surroundings here;

  @Option(
      names = "--url",
      paramLabel = "ADDRESS",
      defaultValue = "",
      description = "The server (default: GPUAAS_URL, or where you have logged in).")
  private String url = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "table, json, yaml or csv (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TABLE;

  public ServerOptions(Surroundings here) {
    this.here = here;
  }

  public Surroundings here() {
    return here;
  }

  public Profile profile() {
    return Profile.find(here, url, projectOption());
  }

  public Api api() {
    Profile profile = profile();
    Credential credential =
        profile.token().isEmpty()
            ? PipelineCredential.find(here, profile.url(), profile.project())
                .orElse(Credential.of(""))
            : Credential.of(profile.token());
    return new Api(profile.url(), credential, here.stopper(), PATIENCE);
  }

  /// The project of `--project` alone: lists show all when it is not given.
  public String projectOption() {
    return "";
  }

  public String urlOption() {
    return url;
  }

  public Output output() {
    return new Output(format, here.out());
  }

  /// Of commands that make something in a project.
  public static final class InProject extends ServerOptions {
    @Option(
        names = {"-p", "--project"},
        paramLabel = "NAME",
        defaultValue = "",
        description = "The project (default: GPUAAS_PROJECT, or that of your login).")
    private String project = "";

    public InProject(Surroundings here) {
      super(here);
    }

    @Override
    public String projectOption() {
      return project;
    }
  }

  /// Of commands that look at all projects, or at one.
  public static final class Narrowed extends ServerOptions {
    @Option(
        names = {"-p", "--project"},
        paramLabel = "NAME",
        defaultValue = "",
        description = "Only in this project (default: in all that you may see).")
    private String project = "";

    public Narrowed(Surroundings here) {
      super(here);
    }

    @Override
    public String projectOption() {
      return project;
    }
  }
}
