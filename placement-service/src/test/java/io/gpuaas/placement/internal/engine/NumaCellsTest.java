package io.gpuaas.placement.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which devices of a machine a pod gets, by table and against all sets of them.
class NumaCellsTest {
  private static @Nullable NumaCells cells(String label, long gpus) {
    Node node =
        new Node(
            new NodeRef("default", "n"),
            new TreeMap<>(label.isEmpty() ? Map.of() : Map.of(Node.NUMA_NODES, label)),
            ResourceAmounts.of(Resources.GPU, gpus),
            0,
            "",
            false,
            List.of(),
            true,
            true);
    return NumaCells.of(node);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # label, GPUs, what is known
          2, 8, 2 x 4
          1, 8, 1 x 8
          4, 8, 4 x 2
          3, 8, 3 x 3
          16, 64, 16 x 4
          '', 8, -
          0, 8, -
          17, 64, -
          -2, 8, -
          two, 8, -
          2, 0, -
          2, 65, -
          """)
  void aMachineSaysWhatItHasOrNothingIsKnown(String label, long gpus, String known) {
    NumaCells cells = cells(label, gpus);
    assertThat(cells == null ? "-" : cells.count() + " x " + cells.size()).isEqualTo(known);
  }

  /// Free devices and chosen ones are written with device 0 last.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # free, GPUs, wish, chosen
          11111111, 2, NONE, 00000011
          11111111, 4, REQUIRED, 00001111
          11101111, 3, REQUIRED, 11100000
          00110011, 4, PREFERRED, 00110011
          00110011, 4, REQUIRED, 00000000
          00110111, 4, NONE, 00010111
          11111111, 6, REQUIRED, 00111111
          00111111, 6, REQUIRED, 00111111
          11111111, 8, REQUIRED, 11111111
          00000001, 2, NONE, 00000001
          00000000, 1, NONE, 00000000
          """)
  void theFullestNumaNodeThatHasEnough(String free, int gpus, NumaWish wish, String chosen) {
    NumaCells cells = new NumaCells(2, 4, 8);
    long found = cells.choose(Long.parseLong(free, 2), gpus, wish);
    String text = String.format("%8s", Long.toBinaryString(found)).replace(' ', '0');
    assertThat(text).isEqualTo(chosen);
  }

  @Test
  void whereAnAlignedSetExistsOneIsFound() {
    SplittableRandom random = new SplittableRandom(7);
    for (int world = 0; world < 4_000; world++) {
      int devices = 1 + random.nextInt(10);
      int count = 1 + random.nextInt(4);
      NumaCells cells = new NumaCells(count, Math.ceilDiv(devices, count), devices);
      long free = random.nextLong() & cells.all();
      int gpus = 1 + random.nextInt(devices);
      boolean possible = false;
      for (long set = 1; set <= cells.all(); set++) {
        boolean fits = (set & ~free) == 0 && Long.bitCount(set) == gpus;
        possible |= fits && isAligned(cells, set, gpus);
      }
      long required = cells.choose(free, gpus, NumaWish.REQUIRED);
      long preferred = cells.choose(free, gpus, NumaWish.PREFERRED);
      assertThat(required != 0)
          .as("%s, free %s, %d GPUs", cells, Long.toBinaryString(free), gpus)
          .isEqualTo(possible);
      assertThat(required & ~free).isZero();
      assertThat(preferred & ~free).isZero();
      assertThat(Long.bitCount(preferred)).isEqualTo(Math.min(gpus, Long.bitCount(free)));
      if (possible) {
        assertThat(preferred).isEqualTo(required);
        assertThat(isAligned(cells, required, gpus)).isTrue();
      }
    }
  }

  private static boolean isAligned(NumaCells cells, long set, int gpus) {
    long used =
        java.util.stream.IntStream.range(0, cells.devices())
            .filter(device -> (set >>> device & 1) != 0)
            .map(device -> device / cells.size())
            .distinct()
            .count();
    return used <= Math.ceilDiv(gpus, cells.size());
  }
}
