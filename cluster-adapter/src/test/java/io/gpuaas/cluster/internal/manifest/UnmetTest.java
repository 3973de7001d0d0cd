package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.placement.JobSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What backends cannot give.
class UnmetTest {
  /// @param pointers of what is unmet
  record Case(String backend, JobSpec spec, List<String> pointers) {
    @Override
    public String toString() {
      return backend + " " + pointers;
    }
  }

  private static JobSpec spec(JobSpec.Type type, TestRuns.Placed... placed) {
    return TestRuns.of("01K", type, 0, 0, List.of(placed)).spec();
  }

  private static TestRuns.Placed set(String name, int pods) {
    return TestRuns.set(name, 8, java.util.Collections.nCopies(pods, "n1"));
  }

  private static JobSpec shared(DeviceShare device) {
    PodSet plain = PodSet.of("workers", 1, ResourceAmounts.NONE);
    PodSet part =
        new PodSet(
            plain.name(),
            plain.count(),
            plain.minCount(),
            plain.requests(),
            device,
            plain.nodeSelector(),
            plain.nodeAffinity(),
            plain.tolerations(),
            plain.topology(),
            plain.group());
    return spec(JobSpec.Type.BATCH, new TestRuns.Placed(part, List.of("n1")));
  }

  static Stream<Case> cases() {
    JobSpec one = spec(JobSpec.Type.BATCH, set("workers", 2));
    JobSpec two = spec(JobSpec.Type.BATCH, set("workers", 2), set("others", 2));
    JobSpec headed = spec(JobSpec.Type.BATCH, set("head", 1), set("workers", 2));
    JobSpec leading = spec(JobSpec.Type.NOTEBOOK, set("leader", 1), set("workers", 2));
    JobSpec half = shared(new DeviceShare(500, 0, ""));
    JobSpec memory = shared(new DeviceShare(0, 1 << 20, ""));
    return Stream.of(
        new Case("job", two, List.of()),
        new Case("jobset", two, List.of()),
        new Case("job", half, List.of("/spec/podSets/0")),
        new Case("job", memory, List.of("/spec/podSets/0")),
        new Case("job", shared(new DeviceShare(0, 0, "1g.10gb")), List.of()),
        new Case("kai", half, List.of()),
        new Case("trainjob", one, List.of()),
        new Case("trainjob", two, List.of("/spec/podSets")),
        new Case("pytorchjob", two, List.of("/spec/podSets")),
        new Case("lws", one, List.of("/spec/type")),
        new Case("lws", two, List.of("/spec/type", "/spec/podSets")),
        new Case("lws", leading, List.of()),
        new Case("rayjob", headed, List.of()),
        new Case("rayjob", one, List.of("/spec/podSets/0")),
        new Case("rayjob", two, List.of("/spec/podSets/0")),
        new Case(
            "rayjob",
            spec(JobSpec.Type.BATCH, set("head", 2), set("w", 1)),
            List.of("/spec/podSets/0")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatABackendCannotGiveIsNamed(Case it) {
    assertThat(Backend.named(it.backend()).unmet(it.spec()))
        .extracting(Fault::pointer)
        .isEqualTo(it.pointers());
  }
}
