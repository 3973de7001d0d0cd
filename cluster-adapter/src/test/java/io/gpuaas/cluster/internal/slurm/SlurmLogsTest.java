package io.gpuaas.cluster.internal.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as Slurm writes them.
class SlurmLogsTest {
  private static final Instant BOUND = Instant.parse("2026-01-01T12:00:00Z");
  private static final EnsureRun RUN = TestRuns.gang("a", 2, 0, 0, List.of("n1", "n2"));

  @TempDir private Path folder = Path.of("");

  private SlurmSite site(String logFolder) {
    return SlurmSite.of(new TreeMap<>(Map.of("logFolder", logFolder)));
  }

  private Path file() {
    return Path.of(site(folder.toString()).logFile(RUN.run()));
  }

  private RunLog page(String logFolder, long after, @Nullable Instant ended, int most) {
    return new SlurmLogs(site(logFolder))
        .page(
            new RunLog.Question(
                RunsAndJobs.job(RUN), RunsAndJobs.run(RUN, BOUND, ended), after, BOUND, most));
  }

  private RunLog page(long after, @Nullable Instant ended, int most) {
    return page(folder.toString(), after, ended, most);
  }

  @Test
  void linesAreReadFromAnyPlaceOnAndAlwaysHaveTheSameNumbers() throws IOException {
    Files.writeString(file(), "0: step 1\n1: schritt äöü\nslurmstepd: hm\n0: half a li");
    List<RunLog.Line> all = page(0, null, 10).lines();
    assertThat(all)
        .extracting(RunLog.Line::rank, RunLog.Line::pod, RunLog.Line::text)
        .containsExactly(
            tuple(0, "task 0", "step 1"),
            tuple(1, "task 1", "schritt äöü"),
            tuple(0, "task 0", "slurmstepd: hm"));
    assertThat(all).allMatch(line -> line.at().equals(BOUND));
    List<RunLog.Line> one = new ArrayList<>(page(0, null, 1).lines());
    one.addAll(page(one.getLast().number(), null, 1).lines());
    one.addAll(page(one.getLast().number(), null, 9).lines());
    assertThat(one).isEqualTo(all);
    assertThat(page(all.getLast().number(), null, 9)).isEqualTo(new RunLog(List.of(), false));
  }

  @Test
  void theEndOfARunEndsItsLastLine() throws IOException {
    Files.writeString(file(), "0: step 1\n0: no end");
    RunLog last = page(10, BOUND, 9);
    assertThat(last.lines()).extracting(RunLog.Line::text).containsExactly("no end");
    assertThat(last.complete()).isFalse();
    assertThat(page(last.lines().getLast().number(), BOUND, 9).complete()).isTrue();
  }

  /// A program that never ends its line does not fill our memory.
  @Test
  void aLineWithoutEndIsCut() throws IOException {
    Files.writeString(file(), "x".repeat(3 << 20));
    List<RunLog.Line> lines = page(0, null, 1_000).lines();
    assertThat(lines).hasSize(64).allMatch(line -> line.text().length() == 16_384);
    assertThat(page(lines.getLast().number(), null, 1_000).lines()).hasSize(64);
  }

  @Test
  void aRunThatHasNotWrittenHasNoLines() {
    assertThat(page(0, null, 9)).isEqualTo(new RunLog(List.of(), false));
    assertThat(page(0, BOUND, 9)).isEqualTo(RunLog.NONE);
  }

  /// What a program puts in the place of its log is not what the server may read.
  @Test
  void noLinkIsFollowed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "0: secret\n");
    Files.createSymbolicLink(file(), secret);
    assertThatThrownBy(() -> page(0, null, 9))
        .isInstanceOf(ClusterSilence.class)
        .hasMessageStartingWith("The logFolder %s cannot be read: ".formatted(folder));
  }

  @Test
  void withoutAFolderTheRemedyIsSaid() {
    assertThat(page("", 0, null, 9)).isEqualTo(RunLog.missing(SlurmLogs.NO_FOLDER));
    String elsewhere = folder.resolve("not-mounted").toString();
    assertThatThrownBy(() -> page(elsewhere, 0, null, 9))
        .isInstanceOf(ClusterSilence.class)
        .hasMessage("The logFolder %s is not there on this server: mount it.".formatted(elsewhere));
  }
}
