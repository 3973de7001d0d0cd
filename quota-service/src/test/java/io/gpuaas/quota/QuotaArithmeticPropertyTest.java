package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The arithmetic of the tree against plain statements of what it means, on random small trees.
class QuotaArithmeticPropertyTest {
  private static final long SEED = 20261129;
  private static final int TREES = 5_000;
  private static final FlavorResource CELL = new FlavorResource("f", "gpu");

  /// What is available is as many units as can be added one by one before a limit is broken.
  @Test
  void availableIsWhatCanBeAddedUnitByUnit() {
    for (int i = 0; i < TREES; i++) {
      Sample sample = new Sample(new Random(SEED + i));
      for (int project = 0; project < sample.tree.projectCount(); project++) {
        long available = sample.usage.available(project, 0);
        long plain = sample.unitsThatFit(project);
        assertThat(Math.max(0, available))
            .as("seed %d, project %d", SEED + i, project)
            .isEqualTo(plain);
      }
    }
  }

  /// Usage of a cohort is what its children use past what is guaranteed to them.
  @Test
  void usageRisesPastTheGuaranteedPartOnlyAndRemovalUndoesIt() {
    for (int i = 0; i < TREES; i++) {
      Sample sample = new Sample(new Random(SEED + i));
      QuotaTree tree = sample.tree;
      for (int node = tree.projectCount(); node < tree.nodeCount(); node++) {
        long sum = 0;
        for (int child : tree.children(node)) {
          sum += Math.max(0, sample.usage.used(child, 0) - tree.guaranteed(child, 0));
        }
        assertThat(sample.usage.used(node, 0))
            .as("seed %d, node %d", SEED + i, node)
            .isEqualTo(sum);
      }
      for (int project = 0; project < tree.projectCount(); project++) {
        sample.usage.remove(project, 0, sample.usage.used(project, 0));
      }
      for (int node = 0; node < tree.nodeCount(); node++) {
        assertThat(sample.usage.used(node, 0)).as("seed %d, node %d", SEED + i, node).isZero();
      }
    }
  }

  /// The most a project can ever have is what is available when nothing is used.
  @Test
  void potentialIsWhatIsAvailableInAnEmptyTree() {
    for (int i = 0; i < TREES; i++) {
      QuotaTree tree = new Sample(new Random(SEED + i)).tree;
      QuotaUsage none = QuotaUsage.none(tree);
      for (int project = 0; project < tree.projectCount(); project++) {
        assertThat(tree.potentialAvailable(project, 0))
            .as("seed %d, project %d", SEED + i, project)
            .isEqualTo(none.available(project, 0));
      }
    }
  }

  /// A share is what is used above the own quota, per mille of what the parent could ever lend.
  @Test
  void shareIsBorrowedPerLendableAndWeight() {
    for (int i = 0; i < TREES; i++) {
      Sample sample = new Sample(new Random(SEED + i));
      QuotaTree tree = sample.tree;
      for (int node = 0; node < tree.nodeCount(); node++) {
        DominantShare share = DominantShare.of(sample.usage, node);
        if (!tree.hasParent(node)) {
          assertThat(share).isEqualTo(DominantShare.ZERO);
          continue;
        }
        long over = Math.max(0, sample.usage.used(node, 0) - tree.subtreeQuota(node, 0));
        long lendable = tree.potentialAvailable(tree.parent(node), 0);
        double ratio = over == 0 || lendable == 0 ? 0 : over * 1000.0 / lendable;
        assertThat(share.ratio()).as("seed %d, node %d", SEED + i, node).isEqualTo(ratio);
        assertThat(share.borrowing()).isEqualTo(over > 0);
      }
    }
  }

  @Test
  void cohortsInACycleAdmitNothingAndAreNamed() {
    QuotaTree tree =
        QuotaTree.of(
            new QuotaConfig(
                1,
                List.of(),
                List.of(),
                List.of(
                    new Cohort("a", "b", 1000, List.of()),
                    new Cohort("b", "a", 1000, List.of()),
                    new Cohort("c", "b", 1000, List.of())),
                List.of(project("p", "c", 5, null, null))));
    assertThat(tree.faults()).extracting(fault -> fault.value()).containsExactly("a", "b", "c");
    assertThat(tree.isActive(tree.project("p"))).isFalse();
  }

  private static Project project(
      String name,
      @Nullable String cohort,
      long nominal,
      @Nullable Long borrow,
      @Nullable Long lend) {
    return new Project(
        name,
        cohort,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(),
        List.of(new Quota(CELL, nominal, borrow, lend)),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  /// A random tree of up to three levels with usage that fits it.
  private static final class Sample {
    private final QuotaTree tree;
    private final QuotaUsage usage;

    Sample(Random random) {
      List<Cohort> cohorts = new ArrayList<>();
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        String parent = i == 0 || random.nextInt(4) == 0 ? null : "c" + random.nextInt(i);
        List<Quota> own =
            random.nextBoolean()
                ? List.of()
                : List.of(new Quota(CELL, random.nextInt(8), limit(random), limit(random)));
        cohorts.add(new Cohort("c" + i, parent, random.nextInt(3) * 500L, own));
      }
      List<Project> projects = new ArrayList<>();
      int leaves = 1 + random.nextInt(5);
      for (int i = 0; i < leaves; i++) {
        String cohort = random.nextInt(6) == 0 ? null : "c" + random.nextInt(count);
        projects.add(project("p" + i, cohort, random.nextInt(10), limit(random), limit(random)));
      }
      tree = QuotaTree.of(new QuotaConfig(1, List.of(), List.of(), cohorts, projects));
      usage = QuotaUsage.none(tree);
      for (int i = 0; i < 6; i++) {
        int project = random.nextInt(leaves);
        long most = Math.max(0, usage.available(project, 0));
        usage.add(project, 0, most == 0 ? 0 : random.nextLong(most + 1));
      }
    }

    private static @Nullable Long limit(Random random) {
      return random.nextInt(3) == 0 ? null : (long) random.nextInt(8);
    }

    long unitsThatFit(int project) {
      QuotaUsage trial = usage.copy();
      long units = 0;
      while (units < 1_000) {
        trial.add(project, 0, 1);
        if (breaksALimit(trial, project)) {
          return units;
        }
        units++;
      }
      throw new IllegalStateException("Nothing limits project " + project);
    }

    /// The root holds no more than it has, and nobody takes more of the shared part than is
    /// allowed.
    private boolean breaksALimit(QuotaUsage trial, int project) {
      int node = project;
      long above = trial.used(node, 0);
      while (tree.hasParent(node)) {
        long guaranteed = tree.guaranteed(node, 0);
        if (above <= guaranteed) {
          return false;
        }
        long limit = tree.borrowingLimit(node, 0);
        if (limit != Amount.UNLIMITED && above > tree.subtreeQuota(node, 0) + limit) {
          return true;
        }
        node = tree.parent(node);
        above = trial.used(node, 0);
      }
      return above > tree.subtreeQuota(node, 0);
    }
  }
}
