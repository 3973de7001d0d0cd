package io.gpuaas.api.internal.edge.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.internal.edge.reports.LendingMatrix.Pair;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import io.gpuaas.quota.ResourceGroup;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LendingMatrixTest {
  private static final FlavorResource GPUS = new FlavorResource("h200", Resources.GPU);

  private static Project project(String name, long nominal, @Nullable Long lendingLimit) {
    return new Project(
        name,
        "all",
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), List.of("h200"))),
        List.of(new Quota(GPUS, nominal, null, lendingLimit)),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  private static QuotaTree tree(long ofCohort, Project... projects) {
    List<Quota> own = ofCohort == 0 ? List.of() : List.of(new Quota(GPUS, ofCohort, null, null));
    return QuotaTree.of(
        new QuotaConfig(
            1,
            List.of(),
            List.of(new Flavor("h200", new TreeMap<>(), List.of(), List.of(), null)),
            List.of(new Cohort("all", null, 1000, own)),
            List.of(projects)));
  }

  private static QuotaUsage usage(QuotaTree tree, String project, long used) {
    QuotaUsage usage = QuotaUsage.none(tree);
    usage.add(tree.project(project), tree.cell("h200", Resources.GPU), used);
    return usage;
  }

  @Test
  void lendersCountByWhatTheyLeaveUnused() {
    QuotaTree tree = tree(0, project("a", 8, null), project("b", 4, null), project("c", 0, null));
    assertThat(LendingMatrix.of(tree, usage(tree, "c", 6)).pairs())
        .containsExactly(
            new Pair("h200", tree.project("a"), tree.project("c"), 4),
            new Pair("h200", tree.project("b"), tree.project("c"), 2));
  }

  @Test
  void sharesAddUpAndTheLargestRemainderIsRoundedUp() {
    QuotaTree tree = tree(3, project("a", 8, 1L), project("b", 3, null), project("c", 1, null));
    assertThat(LendingMatrix.of(tree, usage(tree, "c", 6)).pairs())
        .containsExactlyInAnyOrder(
            new Pair("h200", tree.project("a"), tree.project("c"), 1),
            new Pair("h200", tree.project("b"), tree.project("c"), 2),
            new Pair("h200", tree.cohort("all"), tree.project("c"), 2));
  }

  @Test
  void nobodyLendsWhatACutQuotaLeftOver() {
    QuotaTree tree = tree(0, project("a", 0, null), project("c", 2, null));
    assertThat(LendingMatrix.of(tree, usage(tree, "c", 6)).pairs())
        .containsExactly(new Pair("h200", -1, tree.project("c"), 4));
  }

  @Test
  void whatIsLentIsThePartOfTheMatrixThatLeavesTheNode() {
    QuotaTree tree = tree(3, project("a", 8, 1L), project("b", 3, null), project("c", 1, null));
    LendingMatrix matrix = LendingMatrix.of(tree, usage(tree, "c", 6));
    assertThat(
            List.of(
                matrix.lent(tree, "h200", tree.project("a")),
                matrix.lent(tree, "h200", tree.project("b")),
                matrix.lent(tree, "h200", tree.project("c")),
                matrix.lent(tree, "h200", tree.cohort("all")),
                matrix.lent(tree, "a100", tree.project("b"))))
        .containsExactly(1L, 2L, 0L, 0L, 0L);
  }
}
