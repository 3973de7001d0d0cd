package io.gpuaas.cluster.internal.follow;

import io.gpuaas.placement.RunLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// One page of a run's log, made of what its pods wrote, each in order. Mutable.
///
/// Lines are in the order of their times, of one time by rank. A line's number is told by its time
/// alone: microseconds since shortly before the run was bound, times 1,000, plus its place among
/// the lines of that microsecond. So nothing need be kept to find a place again, after a restart of
/// ours or in another process. What is held at a time is bounded by the page.
public final class LogMerge {
  /// Clocks of nodes may be behind the one that said when the run was bound.
  private static final Duration EARLIER = Duration.ofHours(1);

  private static final long OF_ONE_MICRO = 1_000;
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::at).thenComparingInt(Entry::rank).thenComparingLong(Entry::place);

  private final Instant zero;
  private final long after;
  private final Instant until;
  private final int most;
  private final TreeSet<Entry> lines = new TreeSet<>(ORDER);
  private long offered;

  private record Entry(Instant at, int rank, long place, String pod, String text) {}

  public LogMerge(RunLog.Question question) {
    zero = question.run().boundAt().minus(EARLIER);
    after = question.after();
    until = question.until();
    most = question.most();
  }

  /// From when on lines have to be offered.
  public Instant from() {
    return zero.plus(Duration.ofNanos(Math.multiplyExact(after / OF_ONE_MICRO, 1_000L)));
  }

  /// Takes the next line of a pod; false when no later one of it can be on the page.
  public boolean offer(int rank, String pod, Instant at, String text) {
    if (at.isAfter(until)) {
      return false;
    }
    if (micros(at) < after / OF_ONE_MICRO) {
      return true;
    }
    Entry line = new Entry(at, rank, offered++, pod, text);
    lines.add(line);
    return lines.size() <= most + OF_ONE_MICRO || !line.equals(lines.pollLast());
  }

  private long micros(Instant at) {
    return Math.max(0, Duration.between(zero, at).toNanos() / 1_000);
  }

  /// At most `most` lines behind `after`, by number. Of what was written in one microsecond the
  /// first 1,000 lines.
  public List<RunLog.Line> page() {
    List<RunLog.Line> page = new ArrayList<>();
    long micro = -1;
    long index = 0;
    for (Entry line : lines) {
      long now = micros(line.at());
      index = now == micro ? index + 1 : 0;
      micro = now;
      long number = Math.addExact(Math.multiplyExact(now, OF_ONE_MICRO), index);
      if (number > after && index < OF_ONE_MICRO && page.size() < most) {
        page.add(
            new RunLog.Line(
                number, line.at(), line.rank(), line.pod(), RunLog.Stream.OUT, line.text()));
      }
    }
    return page;
  }
}
