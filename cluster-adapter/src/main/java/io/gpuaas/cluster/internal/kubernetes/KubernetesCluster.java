package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.StandaloneCluster;
import io.gpuaas.cluster.internal.follow.Action;
import io.gpuaas.cluster.internal.follow.ApiAnswer;
import io.gpuaas.cluster.internal.follow.ClaimFacts;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.follow.PodFacts;
import io.gpuaas.cluster.internal.follow.Pulse;
import io.gpuaas.cluster.internal.follow.RunPicture;
import io.gpuaas.cluster.internal.follow.RunReconciler;
import io.gpuaas.cluster.internal.follow.StartTrouble;
import io.gpuaas.cluster.internal.follow.StrangerPod;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterCondition;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunLog;
import io.gpuaas.placement.RunUse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Kubernetes cluster behind the port. Watches pods and main objects, and brings one run after
/// the other in line, a few at a time; a run is never looked at by two threads at once.
public final class KubernetesCluster implements ClusterPort, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesCluster.class);
  private static final int WORKERS = 8;

  /// Stands for the question whether the cluster answers: a watch that is tried again and again
  /// does not tell.
  private static final RunId NONE = new RunId("none");

  /// Stands for the jobs that wait for the cluster's own queue.
  private static final RunId QUEUE = new RunId("queue");

  private static final Duration PODS_SOON = Duration.ofSeconds(1);
  private static final Duration ORPHAN_AFTER = Duration.ofMinutes(2);

  private final String name;
  private final Backends backends;
  private final Site site;
  private final KubernetesClient client;
  private final ObjectApi api;
  private final ObservationSink sink;
  private final InstantSource clock;
  private final RunBook book;
  private final StrangerBook strangers = new StrangerBook();
  private final WorkQueue work;
  private final Maker maker;
  private final Fence fence;
  private final @Nullable KueueTurns turns;
  private final Pulse pulse = new Pulse();
  private final PodLogs logs;
  private final UseOfPods use;
  private final Watches watches;

  public KubernetesCluster(
      Cluster cluster, KubernetesClient client, ObservationSink sink, InstantSource clock) {
    this.name = cluster.name();
    this.site = Site.of(cluster.settings());
    this.backends = new Backends(Backend.of(cluster.backend(), site), site);
    this.book = new RunBook(backends, this::render);
    this.use = new UseOfPods(GpuMetrics.of(cluster.settings()), site);
    this.client = client;
    this.api = new ObjectApi(client);
    this.sink = sink;
    this.clock = clock;
    this.maker = new Maker(api);
    this.logs = new PodLogs(client);
    this.watches = new Watches(client, api, site.instance(), clock);
    this.fence = new Fence(api, site.instance());
    this.turns = backends.own().isGoverned() ? new KueueTurns(api, site) : null;
    this.work = new WorkQueue("cluster-" + name, WORKERS, this::bringInLine);
  }

  @Override
  public String cluster() {
    return name;
  }

  /// Begins to watch. What cannot be reached yet is tried again until it can.
  public void start() {
    watches.ours(
        Kinds.POD,
        pod -> changed(pod, () -> book.seePod(PodFacts.of(pod))),
        (pod, witnessed) -> changed(pod, () -> book.losePod(PodFacts.of(pod), witnessed)));
    Kind own = backends.own().mainKind();
    watches.ours(own, seen(own), lost(own));
    backends.furtherKinds().forEach(this::watchFurther);
    watches.nodes(node -> seeNode(facts(node)), node -> loseNode(facts(node)));
    watches.strangers(
        pod -> strangers.see(StrangerPod.of(pod, clock.instant())),
        (pod, witnessed) ->
            strangers.lose(pod.text("metadata", "uid"), witnessed ? clock.instant() : null));
    if (site.givesDevicesByClaims()) {
      watches.claims(
          claim -> strangers.seeClaim(ClaimFacts.of(claim)),
          (claim, _) -> strangers.loseClaim(claim.text("metadata", "uid")));
    }
    if (turns != null) {
      watches.ours(
          Kinds.KUEUE_WORKLOAD,
          workload -> moved(workload, () -> turns.see(workload)),
          (workload, _) -> moved(workload, () -> turns.lose(workload)));
    }
    work.start();
  }

  /// Where a further backend is not installed, its own runs wait, and no others.
  private void watchFurther(Kind kind) {
    if (!kind.equals(backends.own().mainKind())) {
      watches.further(kind, seen(kind), lost(kind));
    }
  }

  private Consumer<Tree> seen(Kind kind) {
    return main -> changed(main, () -> book.seeMain(ObjectApi.typed(main, kind), clock.instant()));
  }

  private Watches.Gone lost(Kind kind) {
    return (main, _) -> changed(main, () -> book.loseMain(ObjectApi.typed(main, kind)));
  }

  /// A change of a job's Workload concerns the queue, and the run that stands by it.
  private void moved(Tree workload, Runnable entry) {
    entry.run();
    work.add(QUEUE);
    book.runsOf(KueueTurns.jobOf(workload)).forEach(work::add);
    sink.queueMoved(name);
  }

  @Override
  public boolean governs() {
    return turns != null;
  }

  @Override
  public void queue(List<Job> waiting) {
    if (turns != null && turns.waits(waiting)) {
      work.add(QUEUE);
    }
  }

  @Override
  public QueueTurn turn(Job job) {
    if (turns == null) {
      return QueueTurn.COME;
    }
    return hasSynced() ? turns.turn(job) : QueueTurn.waiting("The cluster was not read yet.");
  }

  /// A change of an object makes its run be looked at.
  private void changed(Tree object, Runnable entry) {
    entry.run();
    String run = object.text("metadata", "labels", RunShape.RUN);
    if (!run.isEmpty()) {
      work.add(new RunId(run));
    }
  }

  private NodeFacts facts(Tree node) {
    NodeFacts facts = NodeFacts.of(name, node, site.givesDevicesByClaims());
    return site.sickSigns().areOn(node) ? facts.cordoned() : facts;
  }

  private void seeNode(NodeFacts node) {
    if (book.seeNode(node)) {
      sink.observed(name, List.of(node.health(clock.instant())));
    }
  }

  private void loseNode(NodeFacts node) {
    book.loseNode(node);
    sink.observed(name, List.of(node.lost(clock.instant())));
  }

  /// By the answers to what was asked of it last, else by its watches.
  @Override
  public ClusterCondition condition() {
    ClusterCondition asked = pulse.condition();
    return asked.isWell() ? watches.condition() : asked;
  }

  @Override
  public @Nullable Duration lostAfter() {
    return site.lostAfter();
  }

  @Override
  public boolean hasLeftovers() {
    return !hasSynced() || book.hasLeftovers();
  }

  /// Nodes as they are now, in name order.
  public List<NodeFacts> nodes() {
    return strangers.leave(book.nodes());
  }

  /// One of them; null when it is not there.
  public @Nullable NodeFacts node(NodeRef ref) {
    NodeFacts node = book.node(ref);
    return node == null ? null : strangers.leave(List.of(node)).getFirst();
  }

  /// Only what its watches show as it is now counts as known.
  @Override
  public ForeignPod.Sighting foreign() {
    if (!hasSynced() || !watches.condition().isWell()) {
      return ForeignPod.Sighting.NONE;
    }
    return new ForeignPod.Sighting(
        true, strangers.users(book.nodes(), site::foreignProject, clock.instant()));
  }

  /// How far its runs are.
  public StandaloneCluster.Counts counts() {
    return book.counts();
  }

  /// Whether all watches have had their first full list.
  public boolean hasSynced() {
    return watches.haveSynced();
  }

  @Override
  public RunLog log(RunLog.Question question) {
    return logs.page(question, book.podsByRank(question.run()), clock.instant());
  }

  @Override
  public RunUse use(RunUse.Question question) {
    return use.of(question, book.podsByRank(question.run()));
  }

  @Override
  public String holdUp(RunId run) {
    for (RankedPod one : book.podsByRank(run)) {
      if (!one.pod().trouble().isEmpty()) {
        return "Pod %s: %s".formatted(one.pod().name(), one.pod().trouble());
      }
    }
    Backend backend = book.backendOf(run);
    String trouble = watches.trouble(backend.mainKind());
    if (!trouble.isEmpty()) {
      return trouble;
    }
    try {
      return backend.isReleasedByOthers() ? heldBy(backend, look(backend.mainKind(), run)) : "";
    } catch (KubernetesClientException e) {
      return ObjectApi.answer(e).sentence();
    }
  }

  /// What the party that has not released them says.
  private String heldBy(Backend backend, List<Tree> mains) {
    return api.tellings(backend.telling(), mains).stream()
        .map(workload -> workload.condition("QuotaReserved"))
        .filter(condition -> condition.text("status").equals("False"))
        .map(condition -> "The backend %s: %s".formatted(backend.name(), condition.text("message")))
        .findFirst()
        .orElse("");
  }

  @Override
  public void follow(long epoch) {
    fence.follow(epoch);
  }

  @Override
  public void send(List<RunCommand> commands) {
    commands.forEach(command -> watchFurther(backends.of(command).mainKind()));
    book.commands(commands);
    commands.forEach(command -> work.add(command.run()));
  }

  private Backend.Rendering render(EnsureRun command) {
    return Renderer.render(backends.of(command), command, site, book.known(name));
  }

  @Override
  public void requestResync() {
    List<Observation> health = new ArrayList<>();
    book.nodes().forEach(node -> health.add(node.health(clock.instant())));
    if (!health.isEmpty()) {
      sink.repeated(name, health);
    }
    book.sayAgain().forEach(work::add);
    book.orphans(clock.instant().minus(ORPHAN_AFTER)).forEach(work::add);
    work.add(NONE);
    work.add(QUEUE);
  }

  /// What a thread of the work queue does for one run.
  ///
  /// @throws KubernetesClientException when the cluster could not do it; the run is tried again
  private void bringInLine(RunId run) {
    if (!hasSynced()) {
      throw new NotYet("not all lists were read yet");
    }
    Duration pause = pulse.pause(clock.instant());
    if (!pause.isZero()) {
      throw new NotYet("the cluster is not well", pause);
    }
    try {
      if (decideAndDo(run)) {
        pulse.felt();
      }
    } catch (KubernetesClientException e) {
      ApiAnswer answer = ObjectApi.answer(e);
      if (answer.verdict() == ApiAnswer.Verdict.UNWELL) {
        Duration after = Duration.ofSeconds(answer.retryAfterSeconds());
        pulse.missed(clock.instant(), answer.sentence(), after);
      }
      throw e;
    }
  }

  /// False when the cluster was not asked for anything.
  private boolean decideAndDo(RunId run) {
    if (run.equals(NONE)) {
      fence.look();
      return true;
    }
    if (run.equals(QUEUE) && turns != null) {
      fence.require();
      turns.bringInLine(job -> !book.runsOf(job).isEmpty());
      return true;
    }
    RunPicture picture = book.picture(run, toldOf(run), clock.instant());
    if (picture == null) {
      return removeOrphan(run);
    }
    fence.claim();
    Backend backend = picture.backend();
    awaitKind(picture);
    RunReconciler.Next next = RunReconciler.next(picture);
    boolean asked = next.needsFreshLook();
    if (asked) {
      List<Tree> mains = look(backend.mainKind(), run);
      book.lookedAfresh(run, look(Kinds.POD, run), mains);
      List<Tree> told = turns == null ? api.tellings(backend.telling(), mains) : toldOf(run);
      RunPicture fresh = book.freshPicture(run, told, clock.instant());
      if (fresh == null) {
        return true;
      }
      next = RunReconciler.next(fresh);
    }
    if (next.awaitsEvidence()) {
      book.lookedForEvidence(run);
      throw new NotYet("what its pods have to say may be on its way");
    }
    for (Action action : next.actions()) {
      carryOut(run, backend, action);
    }
    if (!next.observations().isEmpty()) {
      sink.observed(name, next.observations());
    }
    book.said(run, next.said());
    if (next.said().gone()) {
      work.add(QUEUE);
    }
    if (StartTrouble.hasNoPods(picture, next.said())) {
      lookForPods(run, picture);
    }
    return asked || !next.actions().isEmpty();
  }

  /// A run of a backend that is not installed waits for it; there is nothing of it to be ended.
  private void awaitKind(RunPicture picture) {
    Kind kind = picture.backend().mainKind();
    String trouble = watches.trouble(kind);
    if (!trouble.isEmpty() && (picture.command() instanceof EnsureRun || api.knows(kind))) {
      throw new NotYet(trouble, PODS_SOON);
    }
  }

  /// No event will come of pods that are never made: looked for less and less often.
  private void lookForPods(RunId run, RunPicture picture) {
    if (StartTrouble.isPodDue(picture)) {
      Tree main = picture.mains().getFirst().tree("metadata");
      String objects = RunShape.nameOf(run);
      RunEnded refused =
          StartTrouble.ofEvents(picture, api.refusedPods(main.text("namespace"), objects));
      if (refused != null) {
        book.refused(run);
        sink.observed(name, List.of(refused));
        return;
      }
    }
    Duration pause = PODS_SOON.multipliedBy(1L << Math.min(6, book.missedPods(run)));
    throw new NotYet("its pods are not there", pause);
  }

  /// Objects of ours whose run nobody has asked for since we began, for longer than a command could
  /// be under way.
  private boolean removeOrphan(RunId run) {
    List<Tree> orphans = book.orphansOf(run, clock.instant().minus(ORPHAN_AFTER));
    if (orphans.isEmpty()) {
      return false;
    }
    fence.require();
    for (Tree main : orphans) {
      LOG.warn("cluster {}: objects of {} belong to no run any more and are deleted", name, run);
      api.delete(Kinds.of(main), main.text("metadata", "namespace"), main.text("metadata", "name"));
    }
    return true;
  }

  private List<Tree> look(Kind kind, RunId run) {
    return watches.trouble(kind).isEmpty() ? api.ofRun(kind, run.value()) : List.of();
  }

  /// What a queue that governs tells of a run, without asking the cluster.
  private List<Tree> toldOf(RunId run) {
    JobId job = turns == null ? null : book.jobOf(run);
    return turns == null || job == null ? List.of() : turns.of(job);
  }

  private void carryOut(RunId run, Backend backend, Action action) {
    switch (action) {
      case Action.Make make -> {
        fence.require();
        String lacking = maker.lacking(backend.gangKinds());
        if (!lacking.isEmpty()) {
          if (backend.name().equals(backends.own().name())) {
            pulse.missed(clock.instant(), lacking, PODS_SOON);
          }
          throw new NotYet(lacking, PODS_SOON);
        }
        Observation refusal = maker.make(run, make.rendering(), clock.instant());
        if (refusal == null) {
          book.made(run);
        } else {
          book.refused(run);
          sink.observed(name, List.of(refusal));
        }
      }
      case Action.Patch patch -> {
        if (patch.kind().equals(backend.mainKind())) {
          fence.require();
        }
        boolean done = api.patch(patch.kind(), patch.namespace(), patch.name(), patch.operations());
        if (!done) {
          LOG.debug("cluster {}: {} changed meanwhile", name, patch.name());
        }
      }
      case Action.Tell tell -> {
        var _ = api.make(tell.manifest());
      }
      case Action.Delete delete -> {
        if (logs.isFollowed(run, clock.instant()) || book.hasFailed(run)) {
          logs.keepLastWords(run, book.podsByRank(run));
        }
        api.delete(delete.kind(), delete.namespace(), delete.name());
      }
      case Action.DeleteAll all -> {
        for (Tree object : api.ofRun(all.kind(), all.run())) {
          api.delete(
              all.kind(), object.text("metadata", "namespace"), object.text("metadata", "name"));
        }
      }
    }
  }

  @Override
  public void close() {
    work.close();
    watches.close();
    client.close();
    use.close();
  }
}
