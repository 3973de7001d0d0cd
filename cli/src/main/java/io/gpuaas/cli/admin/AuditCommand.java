package io.gpuaas.cli.admin;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ListOptions;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Query;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas admin audit`.
@Command(
    name = "audit",
    description = "Shows who changed what, newest first, and what was refused or not allowed.",
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

  @Option(
      names = "--actor",
      paramLabel = "LOGIN",
      description = "Only by this login, or, of tokens that were refused, by this issuer.")
  private @Nullable String actor;

  @Option(
      names = "--resource",
      paramLabel = "KIND/NAME",
      description = "Only about what begins so, for example project/vision, or job/ for all jobs.")
  private @Nullable String resource;

  @Option(
      names = "--result",
      paramLabel = "WORD",
      description =
          "Only OK (done), REFUSED (not valid, or not as things stood) or DENIED (not allowed).")
  private @Nullable String result;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only from then on: a date, or an instant such as 2026-11-30T08:00:00Z.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Only what was before then.")
  private @Nullable String to;

  @Mixin private ListOptions length = new ListOptions();

  public AuditCommand(Surroundings here) {
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    Query query = new Query().with("actor", actor).with("resource", resource);
    query.with("result", result == null ? "" : result.toUpperCase(Locale.ROOT));
    length.show(options, query.with("from", from).with("to", to).on("/audit"), COLUMNS);
    return ExitStatus.OK.code();
  }
}
