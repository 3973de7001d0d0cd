package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes usage of what others were seen to hold, pod by pod.
///
/// A pod counts from its own bind to its own end, by the cluster's clock, but not before the
/// cluster was connected: before that there is no capacity that it could be a part of. One that is
/// gone without its end having been seen counts until it was seen last: what nobody saw is not
/// billed. Each pod counts once, under an id made of its own. Who pays is settled when it is first
/// seen; a name that is no project of ours is none.
public final class ForeignBooks {
  private static final int FIRST_ATTEMPT = 1;

  private final Watch watch;
  private final TreeMap<String, ForeignRun> known = new TreeMap<>();
  private final TreeMap<String, ForeignRun> changed = new TreeMap<>();
  private final List<UsageEvent> usage = new ArrayList<>();

  private ForeignBooks(Watch watch, List<ForeignRun> known) {
    this.watch = watch;
    known.forEach(run -> this.known.put(run.uid(), run));
  }

  /// Since when a cluster's pods are known, and when they were last seen as they are.
  public record Watch(Instant since, Instant seenAt) {}

  /// What a node's GPUs are.
  public record Hardware(String pool, String model) {}

  /// What has to be known of our side.
  public interface Site {
    Hardware hardware(NodeRef node);

    boolean isProject(String name);
  }

  /// What is to be written.
  public record Change(List<ForeignRun> runs, List<UsageEvent> usage) {
    public Change {
      runs = List.copyOf(runs);
      usage = List.copyOf(usage);
    }
  }

  /// What a sighting changes.
  ///
  /// @param known rows of the cluster: those that hold, and those of the pods seen
  public static Change of(Watch watch, List<ForeignRun> known, List<ForeignPod> seen, Site site) {
    ForeignBooks books = new ForeignBooks(watch, known);
    TreeSet<String> here = new TreeSet<>();
    for (ForeignPod pod : seen) {
      here.add(pod.uid());
      books.see(pod, site);
    }
    known.stream().filter(run -> run.holds() && !here.contains(run.uid())).forEach(books::lose);
    return new Change(List.copyOf(books.changed.values()), books.usage);
  }

  /// The cluster is gone, and with it all that is known of it.
  public static Change ofGone(Watch watch, List<ForeignRun> holding) {
    ForeignBooks books = new ForeignBooks(watch, holding);
    holding.forEach(books::lose);
    return new Change(List.copyOf(books.changed.values()), books.usage);
  }

  private void see(ForeignPod pod, Site site) {
    ForeignRun run = known.get(pod.uid());
    Instant ended = pod.endedAt();
    if (run == null) {
      if (ended != null && !ended.isAfter(watch.since())) {
        return;
      }
      run = bind(pod, site);
    }
    if (!run.holds()) {
      return;
    }
    Instant started = pod.startedAt();
    if (started != null && run.startedAt() == null) {
      run = run.started(later(started, run.boundAt()));
      put(run, new UsageEvent.RunStarted(0, later(started, run.boundAt()), run.run()));
    }
    if (ended != null) {
      release(run, ended, "ENDED");
    }
  }

  private ForeignRun bind(ForeignPod pod, Site site) {
    Hardware of = site.hardware(pod.node());
    String payer = site.isProject(pod.project()) ? pod.project() : ForeignPod.UNATTRIBUTED;
    Instant at = later(pod.boundAt(), watch.since());
    ForeignRun run =
        new ForeignRun(
            pod.uid(),
            new RunId("foreign_" + pod.uid()),
            pod.node(),
            pod.namespace(),
            pod.name(),
            pod.workload(),
            pod.queue(),
            payer,
            of.pool(),
            of.model(),
            pod.milliGpus(),
            at,
            null,
            null);
    UsageEvent.RunRef ref =
        new UsageEvent.RunRef(
            run.run(),
            new JobId("foreign_" + pod.workload().uid()),
            FIRST_ATTEMPT,
            pod.workload().name(),
            payer,
            user(pod));
    GpuHolding holding = new GpuHolding(of.pool(), of.model(), UsageClass.NOMINAL, pod.milliGpus());
    put(run, new UsageEvent.RunBound(0, at, ref, List.of(holding)));
    return run;
  }

  /// Who it was is known to the cluster alone; what it came through is the nearest to it.
  private static String user(ForeignPod pod) {
    String through = pod.queue().isEmpty() ? pod.namespace() : pod.namespace() + "/" + pod.queue();
    return pod.node().cluster() + ":" + through;
  }

  private void lose(ForeignRun run) {
    release(run, watch.seenAt(), "VANISHED");
  }

  private void release(ForeignRun run, Instant at, String outcome) {
    Instant end = later(at, later(run.boundAt(), run.startedAt()));
    put(run.released(end), new UsageEvent.RunReleased(0, end, run.run(), outcome, 0));
  }

  private void put(ForeignRun run, UsageEvent event) {
    changed.put(run.uid(), run);
    usage.add(event);
  }

  private static Instant later(Instant one, @Nullable Instant other) {
    return other == null || one.isAfter(other) ? one : other;
  }
}
