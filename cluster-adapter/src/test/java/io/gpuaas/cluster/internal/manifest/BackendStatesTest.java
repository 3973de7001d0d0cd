package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cluster.internal.manifest.MainState.Active;
import io.gpuaas.cluster.internal.manifest.MainState.Failed;
import io.gpuaas.cluster.internal.manifest.MainState.Succeeded;
import io.gpuaas.cluster.internal.manifest.MainState.Suspended;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What main objects say of themselves, backend by backend.
class BackendStatesTest {
  private static final String AT = "2026-01-01T00:00:00Z";

  /// @param object as the cluster has it
  record Case(String backend, Tree object, MainState state) {}

  private static Tree condition(String type, String message) {
    Tree condition =
        Tree.of(
            "type", type,
            "status", "True",
            "reason", "Why",
            "message", message,
            "lastTransitionTime", AT);
    return Tree.of("status", Tree.of("conditions", List.of(condition)));
  }

  private static Tree suspended(String... path) {
    return Tree.EMPTY.withAt(List.of(path), true);
  }

  private static Tree volcano(String phase) {
    Tree state = Tree.of("phase", phase, "lastTransitionTime", AT, "reason", "Why", "message", "m");
    return Tree.of("status", Tree.of("state", state));
  }

  private static Tree ray(String deployment, String job) {
    return Tree.of(
        "status",
        Tree.of(
            "jobDeploymentStatus", deployment,
            "jobStatus", job,
            "endTime", AT,
            "reason", "Why",
            "message", "m"));
  }

  static Stream<Case> cases() {
    Failed failed = new Failed(AT, "Why", "m", false);
    Failed disrupted = new Failed(AT, "Why", "DisruptionTarget", true);
    Stream<Case> conditions =
        Stream.of("job:Complete", "jobset:Completed", "trainjob:Complete", "pytorchjob:Succeeded")
            .map(it -> it.split(":", -1))
            .flatMap(
                it ->
                    Stream.of(
                        new Case(it[0], condition(it[1], ""), new Succeeded(AT)),
                        new Case(it[0], condition("Failed", "m"), failed),
                        new Case(it[0], condition("Failed", "DisruptionTarget"), disrupted),
                        new Case(it[0], Tree.EMPTY, new Active())));
    Stream<Case> others =
        Stream.of(
            new Case("jobset", suspended("spec", "suspend"), new Suspended()),
            new Case("trainjob", suspended("spec", "suspend"), new Suspended()),
            new Case("job", suspended("spec", "suspend"), new Suspended()),
            new Case("pytorchjob", suspended("spec", "runPolicy", "suspend"), new Suspended()),
            new Case("raycluster", suspended("spec", "suspend"), new Suspended()),
            new Case("raycluster", Tree.EMPTY, new Active()),
            new Case("rayjob", suspended("spec", "suspend"), new Suspended()),
            new Case("rayjob", Tree.EMPTY, new Active()),
            new Case("rayjob", ray("Complete", "SUCCEEDED"), new Succeeded(AT)),
            new Case("rayjob", ray("Complete", "FAILED"), failed),
            new Case("rayjob", ray("Failed", ""), failed),
            new Case("rayjob", ray("ValidationFailed", ""), failed),
            new Case("lws", suspended("spec", "suspend"), new Active()),
            new Case("volcano", volcano("Completed"), new Succeeded(AT)),
            new Case("volcano", volcano("Failed"), failed),
            new Case("volcano", volcano("Terminated"), failed),
            new Case("volcano", volcano("Aborted"), new Failed(AT, "Why", "m", true)),
            new Case("volcano", volcano("Running"), new Active()));
    return Stream.concat(conditions, others);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anObjectSaysHowItIs(Case it) {
    assertThat(Backend.named(it.backend()).state(it.object())).isEqualTo(it.state());
  }

  @Test
  void thereIsNoOtherBackendAndNoOtherKind() {
    assertThatThrownBy(() -> Backend.named("slurm")).hasMessage("There is no backend slurm.");
    assertThatThrownBy(() -> Kinds.of(Tree.of("apiVersion", "v1", "kind", "Secret")))
        .hasMessage("v1 Secret is no kind that is known here.");
    assertThatThrownBy(() -> Kinds.of(Tree.of("apiVersion", "batch/v1", "kind", "CronJob")))
        .isInstanceOf(IllegalArgumentException.class);
    for (String name : Backend.names()) {
      assertThat(Backend.named(name).mainKind().name()).isNotEmpty();
    }
    assertThat(Kinds.POD.name()).isEqualTo("Pod");
    assertThat(Kinds.JOB.name()).isEqualTo("batch/Job");
  }
}
