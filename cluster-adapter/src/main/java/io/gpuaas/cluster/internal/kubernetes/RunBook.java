package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.StandaloneCluster;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.follow.PodFacts;
import io.gpuaas.cluster.internal.follow.RunPicture;
import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.KnownNodes;
import io.gpuaas.cluster.internal.manifest.MainState;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Taint;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is known of a cluster's runs, pods and nodes. Small facts only; safe for many threads.
final class RunBook {
  private static final int LOOKS_FOR_EVIDENCE = 5;

  private final TreeMap<RunId, Entry> entries = new TreeMap<>();
  private final TreeMap<NodeRef, NodeFacts> nodes = new TreeMap<>();
  private final TreeMap<JobId, TreeSet<RunId>> runsOfJobs = new TreeMap<>();
  private final Backends backends;
  private final Function<EnsureRun, Backend.Rendering> renderer;

  /// @param renderer asked once for each run, when all lists of the cluster have been read
  RunBook(Backends backends, Function<EnsureRun, Backend.Rendering> renderer) {
    this.backends = backends;
    this.renderer = renderer;
  }

  /// Everything about one run. Objects may be seen before a command is.
  private static final class Entry {
    @Nullable RunCommand command;
    @Nullable JobId job;
    @Nullable EnsureRun toRender;
    Backend.@Nullable Rendering rendering;
    final TreeMap<String, Tree> mains = new TreeMap<>();
    final TreeMap<String, PodFacts> pods = new TreeMap<>();
    final TreeMap<String, PodFacts> past = new TreeMap<>();
    @Nullable Instant firstSeen;
    int resets;
    int resetsAtPicture;
    int looksForEvidence;
    int podsMissed;
    Said said = Said.NOTHING;
  }

  private Entry entry(RunId run) {
    return entries.computeIfAbsent(run, key -> new Entry());
  }

  /// Takes commands at once, so that nobody sees a run between two of them.
  synchronized void commands(List<RunCommand> commands) {
    commands.forEach(this::command);
  }

  /// Takes a command unless a newer one is known. A run that was said to be gone begins anew.
  private void command(RunCommand command) {
    Entry entry = entry(command.run());
    if (command instanceof EnsureRun ensure) {
      isOf(ensure.job(), command.run(), entry);
    }
    RunCommand known = entry.command;
    if (known != null && known.generation() > command.generation()) {
      return;
    }
    if (command instanceof EnsureRun ensure && entry.rendering == null) {
      entry.toRender = ensure;
    }
    if (entry.said.gone()) {
      entry.said = Said.NOTHING;
    }
    entry.command = command;
  }

  synchronized void seePod(PodFacts pod) {
    if (!pod.run().isEmpty()) {
      entry(new RunId(pod.run())).pods.put(pod.uid(), pod);
    }
  }

  /// What was last seen of a pod is evidence of why it went.
  ///
  /// @param witnessed whether that is `pod`; else it is what is known of it
  synchronized void losePod(PodFacts pod, boolean witnessed) {
    if (pod.run().isEmpty()) {
      return;
    }
    Entry entry = entry(new RunId(pod.run()));
    PodFacts known = entry.pods.remove(pod.uid());
    entry.past.put(pod.uid(), witnessed || known == null ? pod : known);
    forgetIfEmpty(new RunId(pod.run()), entry);
  }

  synchronized void seeMain(Tree main, Instant now) {
    RunId run = runOf(main);
    if (run != null) {
      Entry entry = entry(run);
      entry.mains.put(key(main), main);
      String job = main.text("metadata", "labels", RunShape.JOB);
      if (!job.isEmpty()) {
        isOf(new JobId(job), run, entry);
      }
      entry.firstSeen = entry.firstSeen == null ? now : entry.firstSeen;
    }
  }

  synchronized void loseMain(Tree main) {
    RunId run = runOf(main);
    if (run != null) {
      Entry entry = entry(run);
      entry.mains.remove(key(main));
      forgetIfEmpty(run, entry);
    }
  }

  private void forgetIfEmpty(RunId run, Entry entry) {
    boolean empty = entry.mains.isEmpty() && entry.pods.isEmpty();
    if (empty && (entry.command == null || entry.said.gone())) {
      forget(run, entry);
    }
  }

  private void forget(RunId run, Entry entry) {
    entries.remove(run);
    if (entry.job != null) {
      runsOfJobs.computeIfPresent(
          entry.job,
          (_, runs) -> {
            runs.remove(run);
            return runs.isEmpty() ? null : runs;
          });
    }
  }

  private void isOf(JobId job, RunId run, Entry entry) {
    entry.job = job;
    runsOfJobs.computeIfAbsent(job, _ -> new TreeSet<>()).add(run);
  }

  private static @Nullable RunId runOf(Tree object) {
    String run = object.text("metadata", "labels", RunShape.RUN);
    return run.isEmpty() ? null : new RunId(run);
  }

  private static String key(Tree object) {
    return "%s %s/%s"
        .formatted(
            object.text("kind"),
            object.text("metadata", "namespace"),
            object.text("metadata", "name"));
  }

  /// Replaces what is known of a run's objects by what was read just now.
  synchronized void lookedAfresh(RunId run, List<Tree> pods, List<Tree> mains) {
    Entry entry = entry(run);
    entry.mains.clear();
    mains.forEach(main -> entry.mains.put(key(main), main));
    TreeMap<String, PodFacts> here = new TreeMap<>();
    pods.stream().map(PodFacts::of).forEach(pod -> here.put(pod.uid(), pod));
    entry.pods.forEach(
        (uid, pod) -> {
          if (!here.containsKey(uid)) {
            entry.past.put(uid, pod);
          }
        });
    entry.pods.clear();
    entry.pods.putAll(here);
  }

  /// @param told what another party tells of it
  @Nullable RunPicture picture(RunId run, List<Tree> told, Instant now) {
    return picture(run, false, told, now);
  }

  /// @param told what another party tells of its main objects
  @Nullable RunPicture freshPicture(RunId run, List<Tree> told, Instant now) {
    return picture(run, true, told, now);
  }

  private synchronized @Nullable RunPicture picture(
      RunId run, boolean fresh, List<Tree> told, Instant now) {
    Entry entry = entries.get(run);
    RunCommand command = entry == null ? null : entry.command;
    if (entry == null || command == null) {
      return null;
    }
    entry.resetsAtPicture = entry.resets;
    if (entry.rendering == null && entry.toRender != null) {
      entry.rendering = renderer.apply(entry.toRender);
    }
    return new RunPicture(
        command,
        backends.of(command),
        entry.rendering,
        mainsOf(entry, backends.of(command)),
        entry.pods,
        entry.past,
        told,
        entry.said,
        fresh,
        entry.looksForEvidence >= LOOKS_FOR_EVIDENCE,
        now);
  }

  /// What a controller makes of a main object may be of a kind that is another backend's: the Jobs
  /// of a JobSet have our labels, too.
  private static List<Tree> mainsOf(Entry entry, Backend backend) {
    return entry.mains.values().stream()
        .filter(main -> Kinds.of(main).equals(backend.mainKind()))
        .toList();
  }

  /// The pods of a run that are there, in rank order through its pod sets; what has no index of its
  /// own is ranked by name.
  synchronized List<RankedPod> podsByRank(Run run) {
    LinkedHashMap<String, Integer> sets = new LinkedHashMap<>();
    run.assignments().forEach(it -> sets.merge(it.podSet(), it.count(), Integer::sum));
    return podsByRank(run.id(), sets);
  }

  /// The same of a run that is known by its objects; without its rendering pod sets go by name.
  synchronized List<RankedPod> podsByRank(RunId run) {
    Entry entry = entries.get(run);
    LinkedHashMap<String, Integer> sets = new LinkedHashMap<>();
    if (entry != null && entry.rendering != null) {
      entry
          .rendering
          .shape()
          .groups()
          .forEach(it -> sets.put(it.podSet().name(), it.podSet().count()));
    } else if (entry != null) {
      new TreeSet<>(entry.pods.values().stream().map(PodFacts::podSet).toList())
          .forEach(name -> sets.put(name, 0));
    }
    return podsByRank(run, sets);
  }

  private List<RankedPod> podsByRank(RunId run, SequencedMap<String, Integer> sets) {
    Entry entry = entries.get(run);
    List<RankedPod> ranked = new ArrayList<>();
    int first = 0;
    for (Map.Entry<String, Integer> set : sets.entrySet()) {
      int next = 0;
      for (PodFacts pod : entry == null ? List.<PodFacts>of() : podsOf(entry, set.getKey())) {
        ranked.add(new RankedPod(first + (pod.index() < 0 ? next : pod.index()), pod));
        next++;
      }
      first += set.getValue();
    }
    return ranked;
  }

  private static List<PodFacts> podsOf(Entry entry, String podSet) {
    return entry.pods.values().stream()
        .filter(pod -> pod.podSet().equals(podSet))
        .sorted(Comparator.comparingInt(PodFacts::index).thenComparing(PodFacts::name))
        .toList();
  }

  /// The job of a run, as far as a command or an object tells it.
  synchronized @Nullable JobId jobOf(RunId run) {
    Entry entry = entries.get(run);
    return entry == null ? null : entry.job;
  }

  /// What drives a run, as far as a command tells it.
  synchronized Backend backendOf(RunId run) {
    Entry entry = entries.get(run);
    return backendOf(entry == null ? null : entry.command);
  }

  private Backend backendOf(@Nullable RunCommand command) {
    return command == null ? backends.own() : backends.of(command);
  }

  /// Runs of a job that are there, or shall be.
  synchronized List<RunId> runsOf(JobId job) {
    return List.copyOf(runsOfJobs.getOrDefault(job, new TreeSet<>()));
  }

  /// Whether a pod of it is there that failed.
  synchronized boolean hasFailed(RunId run) {
    Entry entry = entries.get(run);
    return entry != null
        && entry.pods.values().stream().anyMatch(it -> it.phase() == PodFacts.Phase.FAILED);
  }

  /// What a picture led to. If meanwhile everything was asked for again, that is still to be said.
  synchronized void said(RunId run, Said said) {
    Entry entry = entries.get(run);
    if (entry == null) {
      return;
    }
    if (said.gone()) {
      forget(run, entry);
      return;
    }
    boolean made = entry.said.made() || said.made();
    boolean resets = entry.resets != entry.resetsAtPicture;
    entry.said =
        resets
            ? new Said(made, false, entry.said.ended(), false)
            : new Said(made, said.started(), entry.said.ended() || said.ended(), false);
  }

  /// It failed, and nothing is heard of why.
  synchronized void lookedForEvidence(RunId run) {
    entry(run).looksForEvidence++;
  }

  /// Not one of its pods is there; how often that was seen before.
  synchronized int missedPods(RunId run) {
    return entry(run).podsMissed++;
  }

  synchronized void made(RunId run) {
    Entry entry = entry(run);
    entry.said = new Said(true, entry.said.started(), entry.said.ended(), entry.said.gone());
  }

  /// The cluster will not have it; that was said as its end.
  synchronized void refused(RunId run) {
    Entry entry = entry(run);
    entry.said = new Said(true, entry.said.started(), true, entry.said.gone());
  }

  /// Forgets what was said of runs that are not over, and names them.
  synchronized List<RunId> sayAgain() {
    List<RunId> known = new ArrayList<>();
    entries.forEach(
        (run, entry) -> {
          if (entry.command != null) {
            boolean refused = entry.said.ended() && entry.mains.isEmpty();
            entry.said = new Said(entry.said.made(), false, refused, false);
            entry.resets++;
            known.add(run);
          }
        });
    return known;
  }

  /// Whether something is there of runs that nobody wants any more.
  synchronized boolean hasLeftovers() {
    return entries.values().stream()
        .anyMatch(
            it -> !(it.command instanceof EnsureRun) && !(it.mains.isEmpty() && it.pods.isEmpty()));
  }

  /// Runs without a command whose main objects were seen before `before`.
  synchronized List<RunId> orphans(Instant before) {
    return entries.keySet().stream().filter(run -> !orphansOf(run, before).isEmpty()).toList();
  }

  /// Those main objects of one of them; none when it is no orphan.
  synchronized List<Tree> orphansOf(RunId run, Instant before) {
    Entry entry = entries.get(run);
    if (entry == null || entry.command != null) {
      return List.of();
    }
    Instant seen = entry.firstSeen;
    return seen != null && seen.isBefore(before) ? List.copyOf(entry.mains.values()) : List.of();
  }

  synchronized StandaloneCluster.Counts counts() {
    int mains = 0;
    int released = 0;
    int pods = 0;
    int told = 0;
    int ready = 0;
    for (Entry entry : entries.values()) {
      Backend backend = backendOf(entry.command);
      for (Tree main : mainsOf(entry, backend)) {
        mains++;
        released += backend.state(main) instanceof MainState.Suspended ? 0 : 1;
      }
      for (PodFacts pod : entry.pods.values()) {
        pods++;
        told += pod.gateAt() < 0 ? 1 : 0;
        ready += pod.isReady() ? 1 : 0;
      }
    }
    return new StandaloneCluster.Counts(mains, released, pods, told, ready);
  }

  /// Whether the node is new, or its readiness differs from what was known.
  synchronized boolean seeNode(NodeFacts node) {
    NodeFacts before = nodes.put(node.node().ref(), node);
    return before == null || before.node().ready() != node.node().ready();
  }

  synchronized void loseNode(NodeFacts node) {
    nodes.remove(node.node().ref());
  }

  /// As their objects say, in name order.
  synchronized List<NodeFacts> nodes() {
    return List.copyOf(nodes.values());
  }

  /// The nodes of a cluster as they are when they are asked for.
  KnownNodes known(String cluster) {
    return new KnownNodes() {
      @Override
      public SortedMap<String, String> labels(String node) {
        NodeFacts facts = node(new NodeRef(cluster, node));
        return facts == null ? Collections.emptySortedMap() : facts.node().labels();
      }

      @Override
      public List<Taint> taints(String node) {
        NodeFacts facts = node(new NodeRef(cluster, node));
        return facts == null ? List.of() : facts.node().taints();
      }
    };
  }

  synchronized @Nullable NodeFacts node(NodeRef node) {
    return nodes.get(node);
  }
}
