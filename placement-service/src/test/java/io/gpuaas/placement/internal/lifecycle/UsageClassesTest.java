package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Amount;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Holder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UsageClassesTest {
  @Test
  void theFirstBoundGpusAreTheNominalOnes() {
    assertThat(
            UsageClasses.split(
                List.of(holder("b", true, 2, 8), holder("a", true, 1, 8)), nominal(12)))
        .isEqualTo(
            new TreeMap<>(
                java.util.Map.of(
                    new RunId("a"), List.of(nominalGpus(8)),
                    new RunId("b"), List.of(nominalGpus(4), borrowedGpus(4)))));
  }

  @Test
  void aRunThatCannotBePreemptedIsNominalBeforeOthers() {
    assertThat(
            UsageClasses.split(
                List.of(holder("a", true, 1, 8), holder("b", false, 2, 8)), nominal(8)))
        .isEqualTo(
            new TreeMap<>(
                java.util.Map.of(
                    new RunId("a"), List.of(borrowedGpus(8)),
                    new RunId("b"), List.of(nominalGpus(8)))));
  }

  @Test
  void nothingIsNominalInAPoolWithoutQuota() {
    assertThat(UsageClasses.split(List.of(holder("a", true, 1, 8)), Collections.emptySortedMap()))
        .isEqualTo(new TreeMap<>(java.util.Map.of(new RunId("a"), List.of(borrowedGpus(8)))));
  }

  /// Safety over random projects: each GPU has one class, and nominal is as much as there is.
  @Test
  void splitsEachGpuOnceAndUsesTheNominalQuotaUp() {
    SplittableRandom random = new SplittableRandom(20261129);
    for (int world = 0; world < 2_000; world++) {
      List<Holder> holders = new ArrayList<>();
      long held = 0;
      for (int i = random.nextInt(8); i > 0; i--) {
        int gpus = 1 + random.nextInt(16);
        held += gpus;
        holders.add(holder("r" + i, random.nextBoolean(), random.nextInt(4), gpus));
      }
      long quota = random.nextInt(40);
      long nominal = 0;
      long all = 0;
      for (List<GpuHolding> holdings : UsageClasses.split(holders, nominal(quota)).values()) {
        for (GpuHolding holding : holdings) {
          all += holding.milliGpus();
          nominal += holding.usageClass() == UsageClass.NOMINAL ? holding.milliGpus() : 0;
        }
      }
      assertThat(all).as("world %d", world).isEqualTo(held * 1000);
      assertThat(nominal).as("world %d", world).isEqualTo(Math.min(held, quota) * 1000);
    }
  }

  private static Holder holder(String run, boolean preemptible, long boundAt, long gpus) {
    return new Holder(
        new RunId(run), preemptible, at(boundAt), List.of(new Amount("h200", "H200", gpus * 1000)));
  }

  private static SortedMap<String, Long> nominal(long gpus) {
    return new TreeMap<>(java.util.Map.of("h200", gpus * 1000));
  }

  private static GpuHolding nominalGpus(long gpus) {
    return new GpuHolding("h200", "H200", UsageClass.NOMINAL, gpus * 1000);
  }

  private static GpuHolding borrowedGpus(long gpus) {
    return new GpuHolding("h200", "H200", UsageClass.BORROWED, gpus * 1000);
  }
}
