package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One tree, looked at from all sides:
///
///     org (40) ── labs (0, lends 10) ── llm (30), vision (10, lends 4, borrows 5)
///              └─ web (0)
///     alone (7)
class QuotaTreeTest {
  private static final FlavorResource GPU = new FlavorResource("h200", "gpu");
  private static final FlavorResource CPU = new FlavorResource("a100", "cpu");

  private final QuotaTree tree =
      QuotaTree.of(
          new QuotaConfig(
              1,
              List.of(),
              List.of(),
              List.of(
                  new Cohort("labs", "org", 500, List.of(new Quota(GPU, 0, null, 10L))),
                  new Cohort("org", null, 1000, List.of(new Quota(GPU, 40, null, null)))),
              List.of(
                  project("alone", null, List.of(new Quota(GPU, 7, null, null)), List.of()),
                  project("llm", "labs", List.of(new Quota(GPU, 30, null, null)), List.of()),
                  project("vision", "labs", List.of(new Quota(GPU, 10, 5L, 4L)), List.of()),
                  project(
                      "web",
                      "org",
                      List.of(),
                      List.of(
                          new ResourceGroup(List.of("gpu", "cpu"), List.of("h200", "a100")))))));

  /// All that the tree says of one node for the GPUs.
  record Line(
      String name,
      boolean project,
      String root,
      int height,
      List<String> children,
      long weightMilli,
      long nominal,
      long subtree,
      long guaranteed,
      long potential) {}

  @Test
  void knowsEachNode() {
    assertThat(IntStream.range(0, tree.nodeCount()).mapToObj(this::line))
        .containsExactly(
            new Line("alone", true, "alone", 0, List.of(), 1000, 7, 7, 0, 7),
            new Line("llm", true, "org", 0, List.of(), 1000, 30, 30, 0, 74),
            new Line("vision", true, "org", 0, List.of(), 1000, 10, 10, 6, 15),
            new Line("web", true, "org", 0, List.of(), 1000, 0, 0, 0, 50),
            new Line("labs", false, "org", 1, List.of("llm", "vision"), 500, 0, 34, 24, 74),
            new Line("org", false, "org", 2, List.of("web", "labs"), 1000, 40, 50, 0, 50));
    assertThat(tree.faults()).isEmpty();
  }

  private Line line(int node) {
    assertThat(tree.isActive(node)).isTrue();
    int cell = tree.cell("h200", "gpu");
    return new Line(
        tree.name(node),
        tree.isProject(node),
        tree.name(tree.root(node)),
        tree.height(node),
        IntStream.of(tree.children(node)).mapToObj(tree::name).toList(),
        tree.weightMilli(node),
        tree.nominal(node, cell),
        tree.subtreeQuota(node, cell),
        tree.guaranteed(node, cell),
        tree.potentialAvailable(node, cell));
  }

  /// Cells are those with a quota and those that a resource group names.
  @Test
  void findsNodesAndCellsByName() {
    assertThat(tree.cells())
        .containsExactly(
            CPU, new FlavorResource("a100", "gpu"), new FlavorResource("h200", "cpu"), GPU);
    assertThat(tree.cell("h300", "gpu")).isEqualTo(-1);
    assertThat(List.of(tree.project("web"), tree.project("labs"), tree.project("")))
        .containsExactly(3, -1, -1);
    assertThat(List.of(tree.cohort("labs"), tree.cohort("web"))).containsExactly(4, -1);
    assertThat(tree.borrowingLimit(2, 3)).isEqualTo(5);
    assertThat(tree.lendingLimit(2, 3)).isEqualTo(4);
    assertThat(tree.lendingLimit(1, 3)).isEqualTo(Amount.UNLIMITED);
  }

  /// What stands in a configuration that was not checked harms nobody.
  @Test
  void negativeQuotasCountAsNone() {
    QuotaTree odd =
        QuotaTree.of(
            new QuotaConfig(
                1,
                List.of(),
                List.of(),
                List.of(),
                List.of(project("p", "c", List.of(new Quota(GPU, -1, -2L, -3L)), List.of()))));
    assertThat(List.of(odd.nominal(0, 0), odd.borrowingLimit(0, 0), odd.lendingLimit(0, 0)))
        .containsOnly(0L);
    assertThat(odd.name(odd.parent(0))).isEqualTo("c");
  }

  /// Of the larger share of two resources; a root has none, and where nothing can be lent there is
  /// borrowing without a share.
  @Test
  void theDominantShareIsThatOfTheScarcerResource() {
    QuotaUsage usage = QuotaUsage.none(tree);
    usage.add(tree.project("web"), tree.cell("h200", "gpu"), 5);
    assertThat(DominantShare.of(usage, tree.project("web")))
        .isEqualTo(new DominantShare(100, 1, true));
    usage.add(tree.project("web"), tree.cell("h200", "cpu"), 5);
    assertThat(DominantShare.of(usage, tree.project("web")))
        .isEqualTo(new DominantShare(100, 1, true));
    usage.add(tree.project("llm"), tree.cell("h200", "gpu"), 60);
    assertThat(DominantShare.of(usage, tree.cohort("labs")))
        .isEqualTo(new DominantShare(520, 0.5, true));
    assertThat(DominantShare.of(usage, tree.cohort("org"))).isEqualTo(DominantShare.ZERO);
    assertThat(DominantShare.of(usage, tree.project("vision")))
        .isEqualTo(new DominantShare(0, 1, false));
  }

  private static Project project(
      String name, @Nullable String cohort, List<Quota> quotas, List<ResourceGroup> groups) {
    return new Project(
        name,
        cohort,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        groups,
        quotas,
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }
}
