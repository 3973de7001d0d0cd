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
@Command(
    name = "audit",
    description = "Shows who did what, newest first; refusals and denials, too.",
    footer = {
      "",
      "Examples:",
      "  gpuaas admin audit --resource project/vision",
      "  gpuaas admin audit --result DENIED --from 2026-11-01 --to 2026-12-01",
      "  gpuaas admin audit --limit 100000 -o csv > audit.csv"
    })
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

  @Option(names = "--result", paramLabel = "WORD", description = "Only OK, REFUSED or DENIED.")
  private @Nullable String result;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only from then on: a date, or an instant such as 2026-11-30T08:00:00Z.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Only what was before then.")
  private @Nullable String to;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many (default: 50).")
  private int limit = 50;

  public AuditCommand(Surroundings here) {
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    List<String> query = new ArrayList<>();
    add(query, "actor", actor);
    add(query, "resource", resource);
    add(query, "result", result);
    add(query, "from", from);
    add(query, "to", to);
    String path = query.isEmpty() ? "/audit" : "/audit?" + String.join("&", query);
    options.output().list(options.api().list(path, limit), COLUMNS);
    return ExitStatus.OK.code();
  }

  private static void add(List<String> query, String name, @Nullable String value) {
    if (value != null) {
      query.add(name + "=" + Api.encoded(value));
    }
  }
}
