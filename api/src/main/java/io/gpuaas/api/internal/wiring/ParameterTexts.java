package io.gpuaas.api.internal.wiring;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What parameters mean that are the same wherever they stand, and where nothing better is said.
final class ParameterTexts {
  private static final Map<String, String> QUERIES =
      Map.ofEntries(
          Map.entry("limit", "At most so many, from 1 to 200; 100 when left out"),
          Map.entry("cursor", "`nextCursor` of the page before, with the same filter"),
          Map.entry(
              "from", "Begin of the time: an instant (RFC 3339), or a date, which begins at 0:00"),
          Map.entry("to", "End of the time, which does not belong to it; written as `from`"),
          Map.entry("month", "Month by the clocks of the department, for example `2026-11`"),
          Map.entry("project", "Only of this project"),
          Map.entry("cluster", "Only of this cluster"),
          Map.entry("costCenter", "Only of this cost centre, as statements name it"),
          Map.entry("pool", "Only of this pool, which is named as its flavor"),
          Map.entry("user", "Only of the person with this login"),
          Map.entry("login", "Only of the person with this login"),
          Map.entry("actor", "Only what the person with this login did"),
          Map.entry("type", "Only of this kind"),
          Map.entry("format", "Form of the file"),
          Map.entry("version", "Version of the specification"),
          Map.entry("policy", "As if this policy held"),
          Map.entry("currency", "Currency of the prices, as ISO 4217 names it"),
          Map.entry("attempt", "Of this attempt, from 1; of the newest when left out"),
          Map.entry("waitFor", "How far the job shall have got before the answer comes"));
  private static final Map<String, String> THINGS =
      Map.ofEntries(
          Map.entry("adjustments", "adjustment"),
          Map.entry("billing", "department"),
          Map.entry("budgets", "budget"),
          Map.entry("charge-policies", "charge policy"),
          Map.entry("clusters", "cluster"),
          Map.entry("cohorts", "cohort"),
          Map.entry("commitments", "commitment"),
          Map.entry("data-sources", "data source"),
          Map.entry("deliveries", "message"),
          Map.entry("departments", "department"),
          Map.entry("disputes", "dispute"),
          Map.entry("flavors", "flavor"),
          Map.entry("jobs", "job"),
          Map.entry("nodes", "node"),
          Map.entry("operations", "operation"),
          Map.entry("priority-classes", "priority class"),
          Map.entry("projects", "project"),
          Map.entry("rate-cards", "rate card"),
          Map.entry("role-bindings", "role binding"),
          Map.entry("secrets", "secret"),
          Map.entry("statements", "project that the statement is of"),
          Map.entry("teams", "team"),
          Map.entry("tokens", "token"),
          Map.entry("topologies", "topology"),
          Map.entry("trust-rules", "trust rule"),
          Map.entry("webhooks", "webhook"));
  private static final Map<String, String> PATHS =
      Map.of(
          "month", "Month, for example `2026-11`",
          "login", "Login of the person",
          "code", "Code that the command line shows, for example `WDJB-MJHT`",
          "line", "Place of the line in the statement, from 0",
          "number", "Number of the issued statement, such as `C-000001`",
          "version", "Version that is proposed");

  private ParameterTexts() {}

  static void addTo(String path, PathItem.HttpMethod method, Operation operation) {
    if (operation.getParameters() == null) {
      return;
    }
    for (Parameter parameter : operation.getParameters()) {
      if (parameter.getDescription() == null) {
        parameter.setDescription(text(path, method, parameter));
      }
    }
  }

  private static String text(String path, PathItem.HttpMethod method, Parameter parameter) {
    String name = parameter.getName();
    return switch (parameter.getIn()) {
      case "path" -> PATHS.getOrDefault(name, ofThing(path, name));
      case "header" -> header(name, method);
      default -> QUERIES.getOrDefault(name, "");
    };
  }

  private static String ofThing(String path, String name) {
    Matcher before = Pattern.compile("/([a-z-]+)/\\{" + name + "}").matcher(path);
    String thing = before.find() ? THINGS.getOrDefault(before.group(1), "") : "";
    return (name.equals("id") ? "Id of the " : "Name of the ") + thing;
  }

  private static String header(String name, PathItem.HttpMethod method) {
    return switch (name) {
      case "If-Match" -> "`ETag` of what is changed, as it was read";
      case "If-None-Match" ->
          method == PathItem.HttpMethod.GET
              ? "`ETag` of what is known already: 304 when it has not changed"
              : "`*` creates, and is refused when the name is taken";
      case "Last-Event-ID" -> "Goes on behind this message; browsers send it by themselves";
      default -> "";
    };
  }
}
