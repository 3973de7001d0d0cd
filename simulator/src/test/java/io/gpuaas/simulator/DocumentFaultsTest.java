package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.SimulationResult.Refused;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A bad document is refused with path, value and what is allowed; nothing is played.
class DocumentFaultsTest {
  private static final String HEAD = "apiVersion: gpuaas/v1\nkind: Scenario\n";
  private static final String WORLD =
      HEAD
          + "flavors: [{name: f}]\n"
          + "projects: [{name: p, quotas: [{flavor: f, resource: cpu, nominal: 4}]}]\n";

  record Case(String name, String document, String path, String code) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case job(String name, String fields, String path, String code) {
    return new Case(name, WORLD + "jobs: [{name: j, project: p, " + fields + "}]", path, code);
  }

  private static String pods(String fields) {
    return "podSets: [{" + fields + "}]";
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("no version", "kind: Scenario", "apiVersion", "MISSING"),
        new Case("other kind", "apiVersion: gpuaas/v1\nkind: Job", "kind", "NOT_ALLOWED"),
        new Case("unknown field", HEAD + "nodez: []", "nodez", "UNKNOWN_FIELD"),
        new Case("a list as document", "- 1", "", "WRONG_TYPE"),
        new Case("empty document", "", "", "WRONG_TYPE"),
        new Case("broken syntax", "a: [", "", "SYNTAX"),
        new Case("a field twice", HEAD + "kind: Scenario", "", "SYNTAX"),
        new Case("a field twice in JSON", "{\"kind\": 1, \"kind\": 2}", "", "SYNTAX"),
        new Case("too deep", HEAD + "nodes: " + "[".repeat(60) + "]".repeat(60), "", "SYNTAX"),
        new Case("name as number", HEAD + "name: 5", "name", "WRONG_TYPE"),
        new Case("blank name", HEAD + "name: ' '", "name", "NOT_ALLOWED"),
        new Case("until without unit", HEAD + "until: 24", "until", "WRONG_TYPE"),
        new Case("bad time", HEAD + "until: tomorrow", "until", "NOT_ALLOWED"),
        new Case(
            "fraction of a head",
            HEAD + "policy: {cycle: {headsPerProject: 0.5}}",
            "policy.cycle.headsPerProject",
            "NOT_ALLOWED"),
        new Case(
            "strategy twice",
            HEAD
                + "policy: {fairSharing: {preemptionStrategies: "
                + "[LessThanInitialShare, LessThanInitialShare]}}",
            "policy.fairSharing.preemptionStrategies",
            "NOT_ALLOWED"),
        new Case(
            "unknown flavor",
            HEAD + "projects: [{name: p, quotas: [{flavor: x, resource: cpu, nominal: 1}]}]",
            "projects[0].quotas[0].flavor",
            "UNKNOWN_REFERENCE"),
        new Case(
            "negative nominal",
            HEAD
                + "flavors: [{name: f}]\n"
                + "projects: [{name: p, quotas: [{flavor: f, resource: cpu, nominal: -1}]}]",
            "projects[0].quotas[0].nominal",
            "NOT_ALLOWED"),
        new Case(
            "cohort cycle",
            HEAD + "cohorts: [{name: a, parent: b}, {name: b, parent: a}]",
            "cohorts[0].parent",
            "CYCLE"),
        new Case(
            "node twice", HEAD + "nodes: [{name: n}, {name: n}]", "nodes[1].name", "DUPLICATE"),
        new Case(
            "half a byte",
            HEAD + "nodes: [{name: n, capacity: {memory: 512m}}]",
            "nodes[0].capacity.memory",
            "NOT_ALLOWED"),
        new Case(
            "label as number",
            HEAD + "nodes: [{name: n, labels: {rack: 1}}]",
            "nodes[0].labels.rack",
            "WRONG_TYPE"),
        new Case(
            "negative weight",
            HEAD + "cohorts: [{name: a, fairWeight: -1}]",
            "cohorts[0].fairWeight",
            "NOT_ALLOWED"),
        job("no pods at all", "priority: 1", "jobs[0].podSets", "MISSING"),
        job("count 0", pods("count: 0"), "jobs[0].podSets[0].count", "NOT_ALLOWED"),
        job("half a pod", pods("count: 1.5"), "jobs[0].podSets[0].count", "NOT_ALLOWED"),
        job("count as text", pods("count: '2'"), "jobs[0].podSets[0].count", "WRONG_TYPE"),
        job(
            "more at least than in all",
            pods("count: 2, minCount: 3"),
            "jobs[0].podSets[0].minCount",
            "NOT_ALLOWED"),
        job(
            "negative request",
            pods("requests: {cpu: -3}"),
            "jobs[0].podSets[0].requests.cpu",
            "NOT_ALLOWED"),
        job(
            "no number",
            pods("requests: {cpu: .nan}"),
            "jobs[0].podSets[0].requests.cpu",
            "NOT_ALLOWED"),
        job(
            "two shares at once",
            pods("gpuFraction: 0.5, gpuMemory: 1Gi"),
            "jobs[0].podSets[0]",
            "NOT_ALLOWED"),
        job(
            "share above one",
            pods("gpuFraction: 1.5"),
            "jobs[0].podSets[0].gpuFraction",
            "NOT_ALLOWED"),
        job(
            "two levels at once",
            pods("topology: {required: a, preferred: b}"),
            "jobs[0].podSets[0].topology",
            "NOT_ALLOWED"),
        job(
            "too high a priority",
            "priority: 3000000000, " + pods("count: 1"),
            "jobs[0].priority",
            "NOT_ALLOWED"),
        job(
            "unknown class",
            "priorityClass: gold, " + pods("count: 1"),
            "jobs[0].priorityClass",
            "UNKNOWN_REFERENCE"),
        new Case(
            "unknown project",
            HEAD + "jobs: [{name: j, project: x, podSets: [{count: 1}]}]",
            "jobs[0].project",
            "UNKNOWN_REFERENCE"),
        new Case(
            "two events in one",
            WORLD + "events: [{at: 1m, cancel: j, node: n}]",
            "events[0].node",
            "UNKNOWN_REFERENCE"),
        new Case("an event of nothing", WORLD + "events: [{at: 1m}]", "events[0]", "NOT_ALLOWED"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isRefusedWithPathValueAndWhatIsAllowed(Case given) {
    SimulationResult result = Simulation.run(given.document());
    assertThat(result).as(result.toText()).isInstanceOf(Refused.class);
    DocumentFault first = ((Refused) result).faults().getFirst();
    assertThat(List.of(first.path(), first.code())).containsExactly(given.path(), given.code());
    assertThat(first.allowed()).isNotBlank();
    assertThat(result.toJson()).startsWith("{\"name\":").contains("\"error\":{\"path\":");
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    String document =
        WORLD + "jobs: [{name: j, project: x, podSets: [{count: 0, cuont: 1}]}]\nuntil: soon";
    assertThat(Simulation.run(document))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.faults())
                    .extracting(DocumentFault::path)
                    .containsExactly(
                        "jobs[0].project",
                        "jobs[0].podSets[0].count",
                        "jobs[0].podSets[0].cuont",
                        "until"));
  }

  @Test
  void aliasesCannotBlowADocumentUp() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThat(Simulation.run(bomb.toString())).isInstanceOf(Refused.class);
  }
}
