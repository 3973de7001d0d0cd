package io.gpuaas.cli.run;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `gpuaas plan`: what would become of a job.
@Command(
    name = "plan",
    description = "Says whether a job would start now, where, and at what price. Changes nothing.",
    footer = {"", "Exit status 4 when it could never run.", "", "Example: gpuaas plan -f job.yaml"})
public final class PlanCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("FEASIBLE", "/feasible"),
          Column.of("WHY NOT NOW", plan -> Column.plain(plan.at("/reasons/0/message"))),
          Column.of("NEXT STEP", plan -> Column.plain(plan.at("/reasons/0/nextStep"))),
          Column.text("GPUS", "/gpus"),
          Column.text("FREE NOW", "/freeNow"),
          Column.text("LARGEST GANG", "/largestGang"),
          Column.text("NOMINAL", "/quota/nominal"),
          Column.text("BORROWED", "/quota/borrowed"),
          Column.of("PER HOUR", plan -> money(plan.at("/price/perHour"))),
          Column.of("AT MAX RUNTIME", plan -> money(plan.at("/price/atMaxRuntime"))),
          Column.of("WOULD PREEMPT", plan -> Integer.toString(plan.path("wouldPreempt").size())),
          Column.of("WARNINGS", plan -> Column.plain(plan.path("warnings"))));

  private final Surroundings here;

  @Mixin private ServerOptions.InProject options;
  @Mixin private JobOptions job = new JobOptions();
  @Mixin private BackendOption backend = new BackendOption();

  public PlanCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions.InProject(here);
  }

  private static String money(JsonNode money) {
    return money.isObject()
        ? "%s %s".formatted(money.path("amount").asString(""), money.path("currency").asString(""))
        : "-";
  }

  @Override
  public Integer call() {
    ObjectNode body = job.body(here, options);
    backend.into(body);
    JsonNode plan = options.api().post("/jobs:plan", body).require();
    options.output().one(plan, COLUMNS);
    boolean never = plan.path("feasible").asString("").equals("NEVER");
    return never ? ExitStatus.REFUSED.code() : ExitStatus.OK.code();
  }
}
