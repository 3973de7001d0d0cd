package io.gpuaas.cli.look;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Api;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// `gpuaas budget`: what may be spent, what is, and what running jobs may still come to.
@Command(
    name = "budget",
    aliases = {"budgets"},
    description = {
      "Shows budgets: what may be spent, what is spent, held and forecast.",
      "HELD is what running jobs may still come to; when a budget is used up, jobs wait, or its"
          + " owners get a word."
    },
    footer = {"", "Examples:", "  gpuaas budget", "  gpuaas budget -p vision -o json"})
public final class BudgetCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("BUDGET", "/id"),
          Column.of("FOR", BudgetCommand::scope),
          Column.text("PERIOD", "/period"),
          Column.number("AMOUNT", "/amount/amount"),
          Column.number("USED", "/used/amount"),
          Column.number("HELD", "/held/amount"),
          Column.number("FORECAST", "/forecast/amount"),
          Column.text("CURRENCY", "/amount/currency"),
          Column.of("WHEN USED UP", it -> it.path("hard").asBoolean() ? "jobs wait" : "a word"),
          Column.text("USED UP ON", "/exhaustedAt"));

  private static final int MOST = 10_000;

  @Mixin private ServerOptions.Narrowed options;

  public BudgetCommand(Surroundings here) {
    this.options = new ServerOptions.Narrowed(here);
  }

  private static String scope(JsonNode budget) {
    String name = budget.path("scope").asString("");
    return name.isEmpty() ? "all" : name;
  }

  @Override
  public Integer call() {
    Api api = options.api();
    String project = options.projectOption();
    List<JsonNode> budgets =
        api.list("/budgets", MOST).stream()
            .filter(it -> project.isEmpty() || it.path("scope").asString("").equals(project))
            .toList();
    options.output().list(budgets, COLUMNS);
    return ExitStatus.OK.code();
  }
}
