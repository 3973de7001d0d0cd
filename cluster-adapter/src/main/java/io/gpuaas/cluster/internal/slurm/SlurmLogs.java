package io.gpuaas.cluster.internal.slurm;

import io.gpuaas.cluster.internal.slurmjob.SlurmLogLine;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What jobs of Slurm write, read of a folder that nodes and the product have in common: a file for
/// each run. A line's number is its place in the file, so that a reader may go on from it.
final class SlurmLogs {
  static final String NO_FOLDER =
      "Slurm gives nobody what its jobs write. Set logFolder of this cluster to a folder that its"
          + " nodes and this server have in common: then logs of later jobs are read of it.";

  private static final int PAGE = 1 << 20;
  private static final int LONGEST_LINE = 16_384;

  private final SlurmSite site;

  SlurmLogs(SlurmSite site) {
    this.site = site;
  }

  /// One page; a run that was submitted before there was a folder has none.
  ///
  /// @throws ClusterSilence when the folder is not there
  RunLog page(RunLog.Question question) {
    if (site.logFolder().isEmpty()) {
      return RunLog.missing(NO_FOLDER);
    }
    boolean ended = question.run().endedAt() != null;
    try {
      List<RunLog.Line> lines = read(question, ended);
      return new RunLog(lines, lines.isEmpty() && ended);
    } catch (NoSuchFileException e) {
      if (!Files.isDirectory(Path.of(site.logFolder()))) {
        throw silence("is not there on this server: mount it", e);
      }
      return new RunLog(List.of(), ended);
    } catch (IOException e) {
      throw silence("cannot be read: " + e.getMessage(), e);
    }
  }

  private ClusterSilence silence(String what, IOException cause) {
    return new ClusterSilence("The logFolder %s %s.".formatted(site.logFolder(), what), cause);
  }

  /// No link is followed: what lies there was written by programs of people.
  private List<RunLog.Line> read(RunLog.Question question, boolean ended) throws IOException {
    Path file = Path.of(site.logFile(question.run().id()));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long from = question.after();
      ByteBuffer buffer = ByteBuffer.allocate(Math.clamp(channel.size() - from, 0, PAGE));
      int read = channel.read(buffer, from);
      boolean whole = read >= 0 && from + read >= channel.size();
      return new Page(question, from).lines(buffer.array(), Math.max(0, read), ended && whole);
    }
  }

  /// Makes lines of bytes from a place on.
  private static final class Page {
    private final RunLog.Question question;
    private final int tasks;
    private final Instant at;
    private final List<RunLog.Line> lines = new ArrayList<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final long from;

    Page(RunLog.Question question, long from) {
      Run run = question.run();
      this.question = question;
      this.from = from;
      this.tasks = run.assignments().stream().mapToInt(it -> it.count()).sum();
      this.at = run.startedAt() == null ? run.boundAt() : run.startedAt();
    }

    /// @param last whether what follows no end of a line is one
    List<RunLog.Line> lines(byte[] bytes, int size, boolean last) {
      for (int i = 0; i < size && lines.size() < question.most(); i++) {
        if (bytes[i] == '\n') {
          end(i + 1);
        } else {
          line.write(bytes[i]);
          if (line.size() == LONGEST_LINE) {
            end(i + 1);
          }
        }
      }
      if (last && line.size() > 0 && lines.size() < question.most()) {
        end(size);
      }
      return lines;
    }

    private void end(int place) {
      SlurmLogLine said = SlurmLogLine.of(line.toString(StandardCharsets.UTF_8), tasks);
      String pod = "task " + said.rank();
      lines.add(
          new RunLog.Line(from + place, at, said.rank(), pod, RunLog.Stream.OUT, said.text()));
      line.reset();
    }
  }
}
