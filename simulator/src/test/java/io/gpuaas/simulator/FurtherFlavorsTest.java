package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A search that stopped at a flavor which leads nowhere goes on with the next one.
class FurtherFlavorsTest {
  /// Of flavor `a` the job could have the quota by preemption, but no whole node: on each, half is
  /// held by jobs that nobody may stop. Flavor `b` is free.
  private static final String DOCUMENT =
      """
      apiVersion: gpuaas/v1
      kind: Scenario
      policy: {cycle: {headsPerProject: %d, maxCycles: 1}}
      flavors: [{name: a, nodeLabels: {gpu: a}}, {name: b, nodeLabels: {gpu: b}}]
      nodes:
      - {name: a1, labels: {gpu: a}, capacity: {nvidia.com/gpu: 8}}
      - {name: a2, labels: {gpu: a}, capacity: {nvidia.com/gpu: 8}}
      - {name: b1, labels: {gpu: b}, capacity: {nvidia.com/gpu: 8}}
      projects:
      - name: P
        resourceGroups: [{resources: [nvidia.com/gpu], flavors: [a, b]}]
        quotas:
        - {flavor: a, resource: nvidia.com/gpu, nominal: 8}
        - {flavor: b, resource: nvidia.com/gpu, nominal: 8}
        flavorFungibility: {whenCanPreempt: %s}
      - name: Q
        resourceGroups: [{resources: [nvidia.com/gpu], flavors: [a]}]
        quotas: [{flavor: a, resource: nvidia.com/gpu, nominal: 8}]
      jobs:
      - {name: big, project: P, priority: 10, podSets: [{requests: {nvidia.com/gpu: 8}}]}
      """;

  private static String holder(String name, String project, String node, boolean preemptible) {
    return ("- {name: %s, project: %s, preemptible: %b, podSets: [{requests: {nvidia.com/gpu: 4}}],"
            + " state: {phase: Admitted, podSets: [{name: main, count: 1,"
            + " flavors: {nvidia.com/gpu: a}, nodes: {%s: 1}}]}}\n")
        .formatted(name, project, preemptible, node);
  }

  @ParameterizedTest
  @CsvSource({
    "0, MayStopSearch, 0s admit big on b1",
    "0, TryNextFlavor, 0s admit big on b1",
    "1, TryNextFlavor, 0s admit big on b1"
  })
  void aFlavorThatLeadsNowhereIsNotTheEnd(int heads, String whenCanPreempt, String deed) {
    String document =
        DOCUMENT.formatted(heads, whenCanPreempt)
            + holder("low1", "P", "a1", true)
            + holder("low2", "P", "a2", true)
            + holder("keep1", "Q", "a1", false)
            + holder("keep2", "Q", "a2", false);
    SimulationResult result = Simulation.run(document);
    assertThat(result).as(result.toText()).isInstanceOf(Played.class);
    assertThat(Story.deeds((Played) result)).containsExactly(deed);
  }
}
