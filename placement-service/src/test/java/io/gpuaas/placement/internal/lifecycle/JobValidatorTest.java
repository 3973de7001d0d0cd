package io.gpuaas.placement.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each fault that a wish can have: where, which, what was given and what is allowed.
class JobValidatorTest {
  private static final long DAY_MILLIS = 86_400_000;
  private static final SortedMap<String, Integer> PRIORITIES =
      new TreeMap<>(Map.of("low", -100, "normal", 0, "background", -1000));
  private static final QuotaConfig CONFIG =
      new QuotaConfig(
          1,
          List.of(
              new Topology("fabric", List.of("block", "rack")),
              new Topology("other", List.of("island"))),
          List.of(
              flavor("a100", null),
              flavor("h200", "fabric"),
              flavor("cpu", "fabric"),
              flavor("foreign", "other")),
          List.of(),
          List.of(
              project("gpu-less", new ResourceGroup(List.of(Resources.CPU), List.of("cpu"))),
              project(
                  "team-a",
                  new ResourceGroup(List.of(Resources.CPU), List.of("a100")),
                  new ResourceGroup(List.of(Resources.GPU), List.of("a100", "h200")))));
  private static final PodSet WORKERS = workers("workers", 2, 8);

  /// A wish and all that is wrong with it.
  record Case(String name, SubmitJob wish, List<Fault> faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Case> allowed() {
    return Stream.of(
        new Case("plain", wish("train", spec(WORKERS)), List.of()),
        new Case("longest name", wish("🚀".repeat(255), spec(WORKERS)), List.of()),
        new Case("longest run", wish("train", spec("low", 366 * DAY_MILLIS, WORKERS)), List.of()),
        new Case("most pods", wish("train", spec(workers("w", 100_000, 10))), List.of()),
        new Case("16 pod sets", wish("train", spec(podSets(16))), List.of()),
        new Case(
            "level of its hardware",
            wish("train", spec(WORKERS.withTopology(TopologyRequest.required("rack")))),
            List.of()),
        new Case(
            "no level", wish("train", spec(WORKERS.withTopology(TopologyRequest.NONE))), List.of()),
        new Case(
            "no GPUs and no GPU quota",
            new SubmitJob(
                "gpu-less",
                "count",
                "ada",
                Collections.emptySortedMap(),
                spec(PodSet.of("workers", 1, ResourceAmounts.of(Resources.CPU, 500)))),
            List.of()));
  }

  private static Stream<Case> names() {
    String needed = "A text of 1 to 255 characters is needed.";
    String tooLong = "x".repeat(256);
    return Stream.of(
        bad("no name", wish("", spec(WORKERS)), new Fault("/name", "REQUIRED", needed, null, null)),
        bad(
            "blank name",
            wish(" \t", spec(WORKERS)),
            new Fault("/name", "REQUIRED", needed, null, null)),
        bad(
            "name too long",
            wish(tooLong, spec(WORKERS)),
            new Fault(
                "/name",
                "TOO_LONG",
                "The text may have at most 255 characters.",
                "x".repeat(100) + "…",
                "255")),
        bad(
            "control character in the name",
            wish("a\u0000b", spec(WORKERS)),
            new Fault(
                "/name",
                "INVALID_TEXT",
                "The text must not have control characters.",
                "a\u0000b",
                null)),
        bad(
            "unknown project",
            wish("nobody", "train", spec(WORKERS)),
            new Fault(
                "/project",
                "UNKNOWN_REFERENCE",
                "There is no project of this name.",
                "nobody",
                null)),
        bad(
            "unknown priority",
            wish("train", spec("highest", 0, WORKERS)),
            new Fault(
                "/spec/priority",
                "UNKNOWN_PRIORITY",
                "The priority is one of background, low, normal.",
                "highest",
                "background, low, normal")),
        bad(
            "a millisecond too long",
            wish("train", spec("low", 366 * DAY_MILLIS + 1, WORKERS)),
            new Fault(
                "/spec/maxRuntime",
                "TOO_LARGE",
                "A run may be declared to take at most 366d.",
                "8784h1ms",
                "366d")));
  }

  private static Stream<Case> sizes() {
    String mostGpus = "A job asks for at most 1000000 GPUs in all.";
    String mostMemory = "A job asks for at most 9223372036854775806 of memory in all.";
    String at = "/spec/podSets";
    return Stream.of(
        bad(
            "no pod set",
            wish("train", spec()),
            new Fault(at, "REQUIRED", "A job has at least one pod set.", "0", "1")),
        bad(
            "17 pod sets",
            wish("train", spec(podSets(17))),
            new Fault(at, "TOO_MANY", "At most 16 entries are allowed.", "17", "16")),
        bad(
            "two of a name",
            wish("train", spec(WORKERS, workers("leader", 1, 1), WORKERS)),
            new Fault(
                "/spec/podSets/2/name",
                "DUPLICATE",
                "Pod sets of a job have different names.",
                "workers",
                null)),
        bad(
            "a pod too many",
            wish("train", spec(workers("a", 100_000, 1), workers("b", 1, 1))),
            new Fault(at, "TOO_LARGE", "A job has at most 100000 pods.", "100001", "100000")),
        bad(
            "more pods than an int",
            wish("train", spec(workers("a", Integer.MAX_VALUE, 0), workers("b", 1, 0))),
            new Fault(at, "TOO_LARGE", "A job has at most 100000 pods.", "2147483648", "100000")),
        bad(
            "a thousandth of a GPU too many",
            wish("train", spec(workers("a", 1, 1_000_000), share("b", 1, 1))),
            new Fault(at, "TOO_LARGE", mostGpus, "1000001", "1000000")),
        bad(
            "more GPUs than can be counted",
            wish("train", spec(workers("a", 2, Long.MAX_VALUE))),
            new Fault(at, "TOO_LARGE", mostGpus, null, "1000000")),
        bad(
            "more memory in one pod set than can be counted",
            wish("train", spec(memory("a", 2, 1L << 62))),
            new Fault(at, "TOO_LARGE", mostMemory, null, "9223372036854775806")),
        bad(
            "more memory in two than can be counted",
            wish("train", spec(memory("a", 1, 1L << 62), memory("b", 1, 1L << 62))),
            new Fault(at, "TOO_LARGE", mostMemory, null, "9223372036854775806")));
  }

  private static Stream<Case> hardware() {
    return Stream.of(
        noQuota("whole GPUs", WORKERS),
        noQuota("a share of a GPU", share("workers", 2, 500)),
        noQuota("device memory", device(new DeviceShare(0, 1L << 34, ""))),
        noQuota("a MIG slice", device(new DeviceShare(0, 0, "1g.18gb"))),
        bad(
            "level of other hardware",
            wish("train", spec(WORKERS.withTopology(TopologyRequest.preferred("island")))),
            new Fault(
                "/spec/podSets/0/topology/level",
                "UNKNOWN_LEVEL",
                "The levels of the project's hardware are block, rack.",
                "island",
                "block, rack")));
  }

  private static Case noQuota(String name, PodSet podSet) {
    return bad(
        name,
        wish("gpu-less", "train", spec(podSet)),
        new Fault(
            "/spec/podSets/0/gpusPerPod",
            "NO_QUOTA",
            "Project gpu-less has no GPU quota at all.",
            null,
            null));
  }

  @ParameterizedTest
  @MethodSource({"allowed", "names", "sizes", "hardware"})
  void namesTheFieldTheValueAndTheLimit(Case it) {
    assertThat(JobValidator.faults(it.wish(), CONFIG, PRIORITIES)).isEqualTo(it.faults());
  }

  @Test
  void findsAllFaultsAtOnce() {
    SubmitJob wish =
        wish("nobody", "", spec("highest", Long.MAX_VALUE, memory("a", 100_001, 1L << 62)));
    assertThat(JobValidator.faults(wish, CONFIG, PRIORITIES))
        .extracting(Fault::pointer)
        .containsExactly(
            "/name",
            "/spec/priority",
            "/spec/maxRuntime",
            "/spec/podSets",
            "/spec/podSets",
            "/project");
  }

  private static Case bad(String name, SubmitJob wish, Fault fault) {
    return new Case(name, wish, List.of(fault));
  }

  private static SubmitJob wish(String name, JobSpec spec) {
    return wish("team-a", name, spec);
  }

  private static SubmitJob wish(String project, String name, JobSpec spec) {
    return new SubmitJob(project, name, "ada", Collections.emptySortedMap(), spec);
  }

  private static JobSpec spec(PodSet... podSets) {
    return spec("normal", 0, podSets);
  }

  private static JobSpec spec(String priority, long maxRuntimeMillis, PodSet... podSets) {
    return new JobDraft("registry.local/train:1", List.of(podSets))
        .priorityClass(priority)
        .maxRuntimeMillis(maxRuntimeMillis)
        .spec();
  }

  private static PodSet[] podSets(int count) {
    return IntStream.range(0, count).mapToObj(i -> workers("w" + i, 1, 1)).toArray(PodSet[]::new);
  }

  private static PodSet workers(String name, int count, long gpus) {
    return PodSet.of(name, count, ResourceAmounts.of(Resources.GPU, gpus));
  }

  private static PodSet memory(String name, int count, long bytes) {
    return PodSet.of(name, count, ResourceAmounts.of(Resources.MEMORY, bytes));
  }

  private static PodSet share(String name, int count, int milliGpu) {
    return shared(name, count, new DeviceShare(milliGpu, 0, ""));
  }

  private static PodSet device(DeviceShare share) {
    return shared("workers", 1, share);
  }

  private static PodSet shared(String name, int count, DeviceShare share) {
    return new PodSet(
        name,
        count,
        count,
        ResourceAmounts.NONE,
        share,
        Collections.emptySortedMap(),
        List.of(),
        List.of(),
        null,
        "");
  }

  private static Flavor flavor(String name, @Nullable String topology) {
    return new Flavor(name, Collections.emptySortedMap(), List.of(), List.of(), topology);
  }

  private static Project project(String name, ResourceGroup... groups) {
    return new Project(
        name,
        null,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(groups),
        List.of(),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }
}
