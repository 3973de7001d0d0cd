package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.ClusterCondition;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.NodeObservations;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When a silent cluster counts as out of reach.
class ReachabilityTest {
  private static final Instant SILENT = Instant.parse("2026-11-30T08:00:00Z");
  private static final ClusterCondition NO_ANSWER = new ClusterCondition(SILENT, "No answer.");

  /// @param connected whether there is a connection to ask
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # connected, silent, seconds since then, reachable
          true, false, 0, true
          true, true, 0, true
          true, true, 59, true
          true, true, 60, false
          true, true, 3600, false
          false, true, 3600, true
          """)
  void aShortGapIsNone(boolean connected, boolean silent, long seconds, boolean reachable) {
    ClusterCondition condition = silent ? NO_ANSWER : ClusterCondition.WELL;
    Recorded recorded = new Recorded();
    One one = new One(connected ? condition : null, null, false);
    new Reachability(one, recorded).look(List.of("east"), SILENT.plusSeconds(seconds));
    assertThat(recorded.reachable).containsExactly(Map.entry("east", reachable));
  }

  @Test
  void oneThatComesBackIsGivenNothingBeforeWhatWasGivenUpIsGone() {
    Recorded recorded = new Recorded();
    recorded.reachable.put("east", false);
    One busy = new One(ClusterCondition.WELL, null, true);
    new Reachability(busy, recorded).look(List.of("east"), SILENT);
    assertThat(recorded.reachable).containsExactly(Map.entry("east", false));
    One clean = new One(ClusterCondition.WELL, null, false);
    new Reachability(clean, recorded).look(List.of("east"), SILENT);
    assertThat(recorded.reachable).containsExactly(Map.entry("east", true));
    // What is stopped in the ordinary course of things keeps nobody out.
    new Reachability(busy, recorded).look(List.of("east"), SILENT);
    assertThat(recorded.reachable).containsExactly(Map.entry("east", true));
  }

  @ParameterizedTest
  @CsvSource({"true, 15, 899, false", "true, 15, 900, true", "false, 15, 9999, false"})
  void runsAreLostWhenItsSettingsSaySo(boolean silent, int minutes, long seconds, boolean lost) {
    ClusterCondition condition = silent ? NO_ANSWER : ClusterCondition.WELL;
    Instant now = SILENT.plusSeconds(seconds);
    One one = new One(condition, Duration.ofMinutes(minutes), false);
    Reachability reachability = new Reachability(one, new Recorded());
    assertThat(reachability.lost(List.of("east"), now))
        .isEqualTo(lost ? Map.of("east", SILENT) : Map.of());
    One patient = new One(condition, null, false);
    assertThat(new Reachability(patient, new Recorded()).lost(List.of("east"), now)).isEmpty();
  }

  private static final class Recorded implements NodeObservations {
    private final SortedMap<String, Boolean> reachable = new TreeMap<>();

    @Override
    public boolean markReady(NodeRef node, boolean ready, Instant at) {
      return false;
    }

    @Override
    public boolean isReachable(String cluster) {
      return reachable.getOrDefault(cluster, true);
    }

    @Override
    public boolean markReachable(String cluster, boolean now) {
      return reachable.put(cluster, now) == null;
    }
  }

  /// One cluster in a condition; not connected without.
  private record One(
      @Nullable ClusterCondition known, @Nullable Duration lostAfter, boolean hasLeftovers)
      implements Clusters, ClusterPort {
    @Override
    public Optional<ClusterPort> find(String name) {
      return known == null ? Optional.empty() : Optional.of(this);
    }

    @Override
    public ClusterCondition condition() {
      return known == null ? ClusterCondition.WELL : known;
    }

    @Override
    public void connect(Inventory inventory, ObservationSink sink) {}

    @Override
    public List<VirtualTimeParticipant> onVirtualTime() {
      return List.of();
    }

    @Override
    public String cluster() {
      return "east";
    }

    @Override
    public void send(List<RunCommand> commands) {}

    @Override
    public void requestResync() {}
  }
}
