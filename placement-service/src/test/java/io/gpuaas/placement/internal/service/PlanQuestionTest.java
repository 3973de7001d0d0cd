package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.PlanAnswer;
import io.gpuaas.placement.PlanAnswer.Feasible;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a plan would hold is what its price is made of: it must be named even when nothing of it
/// can be placed now.
class PlanQuestionTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String KEY = "gpu.model";

  private final PlanQuestion question = new PlanQuestion();

  @Test
  void jobThatFitsNowHoldsWhereItLies() {
    PlanAnswer answer = question.answer(world(List.of()), wish(1, Map.of(KEY, "h200")), 0, NOW);
    assertThat(answer.feasible()).isEqualTo(Feasible.NOW);
    assertThat(answer.holdings()).containsExactly(nominal("h200", "H200-141GB", 8000));
  }

  @Test
  void jobThatMustWaitHoldsInTheFlavorItWillGet() {
    World full = world(List.of(holder("a100", "n-a100"), holder("h200", "n-h200")));
    PlanAnswer answer = question.answer(full, wish(1, Map.of(KEY, "h200")), 0, NOW);
    assertThat(answer.feasible()).isEqualTo(Feasible.LATER);
    assertThat(answer.assignments()).isEmpty();
    assertThat(answer.holdings()).containsExactly(borrowedOrNominal(answer));
    assertThat(answer.holdings().getFirst().pool()).isEqualTo("h200");
    assertThat(answer.holdings().getFirst().model()).isEqualTo("H200-141GB");
  }

  /// Without the victim it gets the second flavor; if nobody were there it would get the first.
  @Test
  void jobThatWouldStopAnotherHoldsInTheFlavorOfItsVictim() {
    World full = world(List.of(holder("a100", "n-a100", 100), holder("h200", "n-h200", -100)));
    PlanAnswer answer = question.answer(full, wish(1, Map.of()), 0, NOW);
    assertThat(answer.victims()).containsExactly(new JobId("job_h200"));
    assertThat(answer.holdings()).containsExactly(nominal("h200", "H200-141GB", 8000));
  }

  @Test
  void jobThatNeverFitsIsCountedInTheFirstFlavorWithItsModel() {
    PlanAnswer answer = question.answer(world(List.of()), wish(9, Map.of()), 0, NOW);
    assertThat(answer.holdings().stream().mapToLong(GpuHolding::milliGpus).sum()).isEqualTo(72_000);
    assertThat(answer.holdings().getFirst().model()).isEqualTo("A100-80GB");
  }

  private static GpuHolding borrowedOrNominal(PlanAnswer answer) {
    UsageClass usageClass = answer.holdings().getFirst().usageClass();
    return new GpuHolding("h200", "H200-141GB", usageClass, 8000);
  }

  private static GpuHolding nominal(String pool, String model, long milliGpus) {
    return new GpuHolding(pool, model, UsageClass.NOMINAL, milliGpus);
  }

  private static World world(List<HeldWorkload> held) {
    Project project =
        new Project(
            "team",
            null,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(List.of(Resources.GPU), List.of("a100", "h200"))),
            List.of(quota("a100"), quota("h200")),
            PreemptionPolicy.DEFAULT,
            FlavorFungibility.DEFAULT);
    QuotaConfig config =
        new QuotaConfig(
            1, List.of(), List.of(flavor("a100"), flavor("h200")), List.of(), List.of(project));
    List<Node> nodes = List.of(node("a100", "A100-80GB"), node("h200", "H200-141GB"));
    return World.of(config, SchedulingPolicy.DEFAULT, nodes, held, List.of());
  }

  private static Quota quota(String flavor) {
    return new Quota(new FlavorResource(flavor, Resources.GPU), 8, null, null);
  }

  private static Flavor flavor(String name) {
    return new Flavor(name, new TreeMap<>(Map.of(KEY, name)), List.of(), List.of(), null);
  }

  private static Node node(String kind, String model) {
    return new Node(
        new NodeRef("default", "n-" + kind),
        new TreeMap<>(Map.of(KEY, kind)),
        ResourceAmounts.of(Resources.GPU, 8),
        0,
        model,
        false,
        List.of(),
        true,
        true);
  }

  private static HeldWorkload holder(String flavor, String node) {
    return holder(flavor, node, 100);
  }

  private static HeldWorkload holder(String flavor, String node, int priority) {
    PodSet podSet = PodSet.of("main", 1, ResourceAmounts.of(Resources.GPU, 8));
    Workload workload =
        new Workload(
            new JobId("job_" + flavor),
            "team",
            priority,
            NOW,
            List.of(podSet),
            true,
            false,
            0,
            null);
    PodSetAssignment assignment =
        new PodSetAssignment(
            "main",
            1,
            new TreeMap<>(Map.of(Resources.GPU, flavor)),
            List.of(new PodSetAssignment.NodeShare(new NodeRef("default", node), 1)));
    return new HeldWorkload(workload, List.of(assignment), NOW, false, null);
  }

  private static SubmitJob wish(int pods, Map<String, String> selector) {
    PodSet plain = PodSet.of("main", pods, ResourceAmounts.of(Resources.GPU, 8));
    PodSet podSet =
        new PodSet(
            plain.name(),
            pods,
            pods,
            plain.requests(),
            plain.device(),
            new TreeMap<>(selector),
            plain.nodeAffinity(),
            plain.tolerations(),
            null,
            "");
    JobSpec spec = new JobDraft("image", podSet).maxRuntimeMillis(3_600_000).spec();
    return new SubmitJob("team", "asked", "ada", Collections.emptySortedMap(), spec);
  }
}
