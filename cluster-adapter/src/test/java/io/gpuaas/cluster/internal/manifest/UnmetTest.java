package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.quota.DataSource.Kind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What backends cannot give.
class UnmetTest {
  /// @param pointers of what is unmet
  record Case(
      String backend, JobSpec spec, SortedMap<String, String> settings, List<String> pointers) {
    Case(String backend, JobSpec spec, List<String> pointers) {
      this(backend, spec, Collections.emptySortedMap(), pointers);
    }

    @Override
    public String toString() {
      return backend + " " + pointers;
    }
  }

  private static JobSpec spec(JobSpec.Type type, TestRuns.Placed... placed) {
    return TestRuns.of("01K", type, 0, 0, List.of(placed)).spec();
  }

  private static TestRuns.Placed set(String name, int pods) {
    return TestRuns.set(name, 8, Collections.nCopies(pods, "n1"));
  }

  private static final SortedMap<String, String> SHARED = settings("sharesPerGpu", "2");
  private static final SortedMap<String, String> CLAIMED = settings("devices", "claims");
  private static final SortedMap<String, String> SINGLE =
      settings("checkpointClass", "disk", "checkpointAccess", "ReadWriteOnce");
  private static final SortedMap<String, String> BOARD =
      settings("checkpointClass", "fs", "tensorBoardImage", "tb:2", "numaPolicy", "restricted");

  private static SortedMap<String, String> settings(String... keysAndValues) {
    TreeMap<String, String> settings = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  private static JobSpec wanting(JobSpec spec) {
    return spec.with(new JobSpec.Companions("tb", 0), null);
  }

  private static JobSpec reading(JobSpec spec, Kind kind) {
    DataUse use = new DataUse("corpus", kind, "/lustre/corpus", "", "/data", true);
    return spec.with(new JobSpec.Companions("", 0, List.of(use), List.of()), null);
  }

  private static JobSpec amounts(long milliCpus) {
    Map<String, Long> amounts = Map.of(Resources.CPU, milliCpus, Resources.MEMORY, 1L << 30);
    PodSet podSet = PodSet.of("w", 1, ResourceAmounts.of(amounts));
    return spec(JobSpec.Type.BATCH, new TestRuns.Placed(podSet, List.of("n1")));
  }

  private static JobSpec aligned(JobSpec spec) {
    PodSet podSet = spec.podSets().getFirst().withNuma(NumaWish.REQUIRED);
    List<String> nodes = Collections.nCopies(podSet.count(), "n1");
    return spec(JobSpec.Type.BATCH, new TestRuns.Placed(podSet, nodes));
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
    JobSpec most = shared(new DeviceShare(900, 0, ""));
    JobSpec memory = shared(new DeviceShare(0, 1 << 20, ""));
    JobSpec headedNotebook = spec(JobSpec.Type.NOTEBOOK, set("head", 1), set("workers", 2));
    JobSpec alone = spec(JobSpec.Type.BATCH, set("workers", 1));
    JobSpec odd = amounts(1500);
    JobSpec whole = amounts(2000);
    return Stream.concat(
        Stream.of(
            new Case("raycluster", headedNotebook, List.of("/spec/command")),
            new Case("pytorchjob", headed, List.of()),
            new Case("volcano", one, List.of()),
            new Case(
                "volcano", spec(JobSpec.Type.BATCH, set("workers", 129)), List.of("/spec/podSets")),
            new Case("pytorchjob", one, List.of()),
            new Case("job", half, SHARED, List.of()),
            new Case("job", most, SHARED, List.of("/spec/podSets/0")),
            new Case("job", memory, SHARED, List.of("/spec/podSets/0")),
            new Case("job", one, CLAIMED, List.of()),
            new Case("job", half, CLAIMED, List.of("/spec/podSets/0")),
            new Case("trainjob", one, CLAIMED, List.of("/spec/podSets")),
            new Case("job", one, SINGLE, List.of("/spec/podSets")),
            new Case("job", alone, SINGLE, List.of()),
            new Case("job", reading(one, Kind.FOLDER), List.of("/spec/data/0/source")),
            new Case("job", reading(one, Kind.CLAIM), List.of()),
            new Case("job", wanting(one), List.of("/spec/tensorBoard")),
            new Case("job", wanting(one), BOARD, List.of()),
            new Case("job", aligned(whole), BOARD, List.of()),
            new Case("job", aligned(whole), List.of("/spec/podSets/0/numa")),
            new Case("job", aligned(one), BOARD, List.of("/spec/podSets/0/memoryPerPod")),
            new Case("job", aligned(odd), BOARD, List.of("/spec/podSets/0/cpuPerPod"))),
        plain(one, two, headed, leading));
  }

  private static Stream<Case> plain(JobSpec one, JobSpec two, JobSpec headed, JobSpec leading) {
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
    assertThat(Backend.named(it.backend()).unmet(it.spec(), Site.of(it.settings())))
        .extracting(Fault::pointer)
        .isEqualTo(it.pointers());
  }
}
