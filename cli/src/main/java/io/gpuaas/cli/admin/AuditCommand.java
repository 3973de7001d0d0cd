package io.gpuaas.cli.admin;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas admin audit`.
@Command(name = "audit", description = "Shows who did what, newest first.")
public final class AuditCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("AT", "/at"),
          Column.text("WHO", "/actor"),
          Column.text("BY", "/authMethod"),
          Column.text("DID", "/action"),
          Column.text("TO", "/resource"),
          Column.text("RESULT", "/result"),
          Column.text("WHY", "/reason"));

  @Mixin private ServerOptions options;

  @Option(names = "--actor", paramLabel = "LOGIN", description = "Only by this login.")
  private @Nullable String actor;

  @Option(
      names = "--resource",
      paramLabel = "KIND/NAME",
      description = "Only about this, for example project/vision.")
  private @Nullable String resource;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many (default: 50).")
  private int limit = 50;

  public AuditCommand(Surroundings here) {
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    List<String> query = new ArrayList<>();
    if (actor != null) {
      query.add("actor=" + Api.encoded(actor));
    }
    if (resource != null) {
      query.add("resource=" + Api.encoded(resource));
    }
    String path = query.isEmpty() ? "/audit" : "/audit?" + String.join("&", query);
    options.output().list(options.api().list(path, limit), COLUMNS);
    return ExitStatus.OK.code();
  }
}
