package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The job's own order of flavors goes before its project's, which is `a b c` with 4 GPUs each.
class FlavorOrderTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  private static World world(List<List<String>> orders) {
    List<Flavor> flavors = new ArrayList<>();
    List<Quota> quotas = new ArrayList<>();
    for (String name : NAMES) {
      flavors.add(new Flavor(name, Collections.emptySortedMap(), List.of(), List.of(), null, null));
      quotas.add(new Quota(new FlavorResource(name, Resources.GPU), 4, null, null));
    }
    Project project =
        new Project(
            "p",
            null,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(List.of(Resources.GPU), NAMES)),
            quotas,
            PreemptionPolicy.DEFAULT,
            FlavorFungibility.DEFAULT);
    List<Workload> waiting = new ArrayList<>();
    for (List<String> order : orders) {
      PodSet set = PodSet.of("main", 1, ResourceAmounts.of(Resources.GPU, 4));
      JobId id = new JobId("j" + waiting.size());
      Workload plain =
          new Workload(
              id, "p", 0, START.plusSeconds(waiting.size()), List.of(set), true, false, 0, null);
      waiting.add(plain.withFlavorOrder(order));
    }
    QuotaConfig config = new QuotaConfig(1, List.of(), flavors, List.of(), List.of(project));
    return World.of(config, SchedulingPolicy.DEFAULT, List.of(), List.of(), waiting);
  }

  /// Orders of three jobs of four GPUs, and the flavors that they get.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ' ', ' ', ' ', a b c
          c, ' ', ' ', c a b
          b, b, b, b a c
          c b, c b, c b, c b a
          b a, c a, c b, b c a
          """)
  void theJobsOrderGoesFirst(String first, String second, String third, String got) {
    List<List<String>> orders = new ArrayList<>();
    for (String order : List.of(first, second, third)) {
      orders.add(order.isBlank() ? List.of() : List.of(order.split(" ")));
    }
    CyclePlan plan = new AdmissionCycle().plan(world(orders), START.plusSeconds(60));
    List<String> flavors = new ArrayList<>(List.of("-", "-", "-"));
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit(var job, var assignments, _)) {
        PodSetAssignment assignment = assignments.getFirst();
        int number = Integer.parseInt(job.value().substring(1));
        flavors.set(number, assignment.flavors().get(Resources.GPU));
      }
    }
    assertThat(String.join(" ", flavors)).isEqualTo(got);
  }
}
