package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Usage is a function of what is held now, not of the way that led there: after any adding and
/// removing, also beyond all quota and past 64 bits' worth of limits, it equals a fresh sum.
class QuotaUsagePropertyTest {
  private static final long SEED = 20261130;
  private static final int TREES = 2_000;
  private static final int CELLS = 2;

  /// What somebody holds at a project: whole units, or millionths of one.
  private record Holding(int project, int cell, long amount, boolean parts) {}

  @Test
  void removingUndoesAddingInAnyOrder() {
    for (int i = 0; i < TREES; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      QuotaTree tree = tree(random);
      QuotaUsage usage = QuotaUsage.none(tree);
      List<Holding> held = new ArrayList<>();
      for (int step = 0; step < 30; step++) {
        if (held.isEmpty() || random.nextInt(3) > 0) {
          Holding more = holding(random, tree);
          add(usage, more);
          held.add(more);
        } else {
          Holding gone = held.remove(random.nextInt(held.size()));
          remove(usage, gone);
        }
        assertEqual("seed %d, step %d".formatted(SEED + i, step), usage, fresh(tree, held));
      }
      QuotaUsage taken = QuotaUsage.none(tree);
      taken.set(usage);
      assertEqual("seed %d".formatted(SEED + i), taken, usage.copy());
    }
  }

  /// Three thirds are one unit and a millionth more is two, however they are cut.
  @Test
  void partsAreSummedBeforeTheyAreRoundedUp() {
    for (int i = 0; i < TREES; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      QuotaTree tree = tree(random);
      QuotaUsage usage = QuotaUsage.none(tree);
      long sum = 0;
      for (int step = 0; step < 10; step++) {
        long parts = random.nextLong(3 * QuotaUsage.WHOLE / 2);
        long units = Math.ceilDiv(sum + parts, QuotaUsage.WHOLE) - usage.used(0, 0);
        assertThat(usage.chargeOf(0, 0, parts)).as("seed %d", SEED + i).isEqualTo(units);
        usage.addParts(0, 0, parts);
        sum += parts;
        assertThat(usage.used(0, 0)).isEqualTo(Math.ceilDiv(sum, QuotaUsage.WHOLE));
      }
      usage.removeParts(0, 0, sum);
      assertEqual("seed %d".formatted(SEED + i), usage, QuotaUsage.none(tree));
    }
  }

  /// What a project borrows is what it uses past its own; a cohort that is its root lends nothing
  /// to itself.
  @Test
  void borrowingIsUsageAboveTheOwnQuota() {
    for (int i = 0; i < TREES; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      QuotaTree tree = tree(random);
      List<Holding> held = new ArrayList<>();
      for (int step = random.nextInt(8); step > 0; step--) {
        held.add(holding(random, tree));
      }
      QuotaUsage usage = fresh(tree, held);
      for (int project = 0; project < tree.projectCount(); project++) {
        long over = usage.used(project, 0) - tree.nominal(project, 0);
        long more = random.nextLong(6);
        boolean alone = !tree.hasParent(project);
        String sample = "seed %d, project %d".formatted(SEED + i, project);
        assertThat(usage.borrowed(project, 0)).as(sample).isEqualTo(alone ? 0 : Math.max(0, over));
        assertThat(usage.isWithinNominal(project, 0)).as(sample).isEqualTo(over <= 0);
        assertThat(usage.isBorrowingWith(project, 0, more)).as(sample).isEqualTo(over + more > 0);
        int host = host(usage, project, more);
        assertThat(usage.mayReclaim(project, 0, more)).as(sample).isEqualTo(tree.hasParent(host));
        assertThat(usage.borrowLevel(project, 0, more))
            .as(sample)
            .isEqualTo(host == project ? 0 : tree.height(host));
      }
    }
  }

  /// The lowest node on the way up that holds it, by trying: what stays within the own quota of a
  /// node once the units are added is hosted there.
  private static int host(QuotaUsage usage, int project, long more) {
    QuotaTree tree = usage.tree();
    QuotaUsage trial = usage.copy();
    trial.add(project, 0, more);
    int node = project;
    while (tree.hasParent(node)) {
      if (trial.used(node, 0) <= tree.subtreeQuota(node, 0)) {
        return node;
      }
      node = tree.parent(node);
    }
    return node;
  }

  private static void add(QuotaUsage usage, Holding it) {
    if (it.parts()) {
      usage.addParts(it.project(), it.cell(), it.amount());
    } else {
      usage.add(it.project(), it.cell(), it.amount());
    }
  }

  private static void remove(QuotaUsage usage, Holding it) {
    if (it.parts()) {
      usage.removeParts(it.project(), it.cell(), it.amount());
    } else {
      usage.remove(it.project(), it.cell(), it.amount());
    }
  }

  private static QuotaUsage fresh(QuotaTree tree, List<Holding> held) {
    QuotaUsage usage = QuotaUsage.none(tree);
    held.forEach(it -> add(usage, it));
    return usage;
  }

  private static void assertEqual(String sample, QuotaUsage usage, QuotaUsage expected) {
    for (int node = 0; node < usage.tree().nodeCount(); node++) {
      for (int cell = 0; cell < usage.tree().cells().size(); cell++) {
        assertThat(usage.used(node, cell))
            .as("%s, node %d, cell %d", sample, node, cell)
            .isEqualTo(expected.used(node, cell));
        assertThat(usage.available(node, cell)).isEqualTo(expected.available(node, cell));
      }
    }
  }

  private static Holding holding(SplittableRandom random, QuotaTree tree) {
    boolean parts = random.nextInt(3) == 0;
    long most = parts ? 2 * QuotaUsage.WHOLE : 12;
    return new Holding(
        random.nextInt(tree.projectCount()), random.nextInt(CELLS), random.nextLong(most), parts);
  }

  /// A tree of up to four levels, where projects or cohorts may stand alone.
  private static QuotaTree tree(SplittableRandom random) {
    List<Cohort> cohorts = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      String parent = i == 0 || random.nextInt(5) == 0 ? null : "c" + random.nextInt(i);
      cohorts.add(new Cohort("c" + i, parent, 1000, quotas(random)));
    }
    List<Project> projects = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String cohort = random.nextInt(6) == 0 ? null : "c" + random.nextInt(count);
      projects.add(
          new Project(
              "p" + i,
              cohort,
              1000,
              Project.QueueingStrategy.BEST_EFFORT_FIFO,
              Project.StopPolicy.NONE,
              List.of(),
              quotas(random),
              PreemptionPolicy.DEFAULT,
              FlavorFungibility.DEFAULT));
    }
    return QuotaTree.of(new QuotaConfig(1, List.of(), List.of(), cohorts, projects));
  }

  private static List<Quota> quotas(SplittableRandom random) {
    List<Quota> quotas = new ArrayList<>();
    for (int cell = 0; cell < CELLS; cell++) {
      long nominal = random.nextInt(8) == 0 ? Amount.UNLIMITED : random.nextInt(10);
      FlavorResource name = new FlavorResource("f" + cell, "gpu");
      quotas.add(new Quota(name, nominal, limit(random), limit(random)));
    }
    return quotas;
  }

  private static @Nullable Long limit(SplittableRandom random) {
    return random.nextInt(3) == 0 ? null : (long) random.nextInt(8);
  }
}
