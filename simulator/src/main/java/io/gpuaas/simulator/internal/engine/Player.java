package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.MixLearner;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.simulator.Decision;
import io.gpuaas.simulator.JobOutcome;
import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.SimulationResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Plays one scenario: at each instant at which something happens, cycles of the production engine
/// run until nothing changes any more. Used once.
public final class Player {
  private static final int ANSWERS_PER_OCCASION = 50;
  private static final int ADVISED_NODES_MAX = 64;
  private static final int ADVISED_JOBS_MAX = 64;
  private final Scenario scenario;
  private final Instant origin;
  private final AdmissionCycle cycle = new AdmissionCycle();
  private final Agenda agenda = new Agenda();
  private final SequencedMap<JobId, JobLife> lives = new LinkedHashMap<>();
  private final SortedMap<JobId, HeldWorkload> held = new TreeMap<>();
  private final SortedMap<NodeRef, Node> nodes = new TreeMap<>();
  private final SortedMap<JobId, List<String>> listedReasons = new TreeMap<>();
  private final List<Decision> decisions = new ArrayList<>();
  private final List<WorldChange> changes = new ArrayList<>();
  private final Instant begun;
  private final boolean mixGiven;
  private final MixLearner learner;
  private final Invariants invariants;
  private QuotaConfig config;
  private World world;
  private Instant now;
  private @Nullable Instant repeatedAt;
  private int cycles;
  private int preemptions;
  private int answersPaid;

  public Player(Scenario scenario) {
    this.scenario = scenario;
    this.origin = scenario.origin();
    this.config = scenario.config();
    this.now = start(scenario);
    begun = now;
    mixGiven = !scenario.expectedMix().kinds().isEmpty();
    learner = mixGiven ? new MixLearner(scenario.expectedMix()) : new MixLearner();
    scenario.nodes().forEach(node -> nodes.put(node.ref(), node));
    List<HeldWorkload> holding = new ArrayList<>();
    for (Scenario.Job job : scenario.jobs()) {
      lives.put(job.id(), new JobLife(job));
      if (job.held() != null) {
        held.put(job.id(), job.held());
        arrived(job.workload());
        holding.add(job.held());
      }
    }
    world =
        World.of(
            config, scenario.policy(), scenario.nodes(), holding, List.of(), scenario.memory());
    if (mixGiven) {
      world = world.with(List.of(new WorldChange.MixLearnt(scenario.expectedMix())));
    }
    invariants = new Invariants(config, nodes, held);
  }

  /// The state in the document is that of the latest admission in it. With a limit of cycles all
  /// jobs are there from the first one on.
  private static Instant start(Scenario scenario) {
    Instant from = scenario.from();
    Instant start = from == null ? scenario.origin() : from;
    for (Scenario.Job job : scenario.jobs()) {
      HeldWorkload state = job.held();
      Instant known =
          state != null
              ? state.admittedAt()
              : scenario.maxCycles() > 0 ? job.workload().queuedAt() : start;
      start = known.isAfter(start) ? known : start;
    }
    return start;
  }

  /// Plays to the end. Never throws on data.
  public SimulationResult.Played play() {
    schedule();
    Instant next = now;
    while (next != null && !isAfterEnd(next) && invariants.hold()) {
      now = next;
      handleDue();
      settle();
      next = cyclesLeft() ? agenda.next() : null;
    }
    return result();
  }

  private boolean isAfterEnd(Instant instant) {
    Instant until = scenario.until();
    return until != null && instant.isAfter(until) && instant.isAfter(origin);
  }

  private boolean cyclesLeft() {
    return scenario.maxCycles() == 0 || cycles < scenario.maxCycles();
  }

  private void schedule() {
    for (Scenario.Job job : scenario.jobs()) {
      HeldWorkload state = job.held();
      if (state == null) {
        Instant submitted = job.workload().queuedAt();
        agenda.add(submitted.isAfter(now) ? submitted : now, new Agenda.Item.Submitted(job.id()));
        continue;
      }
      JobLife life = life(job.id());
      life.starts(state.admittedAt(), HeldGpus.milli(job.workload(), state.assignments(), nodes));
      if (state.evicting()) {
        life.evicted(now);
        freeLater(life);
      } else {
        endLater(life);
      }
    }
    for (Scenario.Event event : scenario.events()) {
      Instant at = event.at().isAfter(now) ? event.at() : now;
      agenda.add(at, new Agenda.Item.Happens(event));
    }
  }

  private JobLife life(JobId id) {
    JobLife life = lives.get(id);
    if (life == null) {
      throw new IllegalStateException("The engine named a job that does not exist: " + id);
    }
    return life;
  }

  private Duration elapsed() {
    return Duration.between(origin, now);
  }

  private void handleDue() {
    for (Agenda.Item item = agenda.take(now); item != null; item = agenda.take(now)) {
      switch (item) {
        case Agenda.Item.RunEnds(JobId job, int run, boolean timedOut) ->
            runEnds(life(job), run, timedOut);
        case Agenda.Item.RoomFree(JobId job, int run) -> roomFree(life(job), run);
        case Agenda.Item.Happens(Scenario.Event event) -> happens(event);
        case Agenda.Item.Submitted(JobId job) -> submitted(life(job));
        case Agenda.Item.TimePasses() -> {}
      }
    }
    learn();
    commit();
  }

  private void submitted(JobLife life) {
    if (!life.isOver()) {
      queue(life, life.workload());
      arrived(life.workload());
    }
  }

  private void queue(JobLife life, Workload workload) {
    life.waits();
    changes.add(new WorldChange.Queued(workload));
  }

  private void queueAgain(JobLife life) {
    queue(life, life.workload().withWaitsSince(now));
  }

  private void runEnds(JobLife life, int run, boolean timedOut) {
    if (life.phase() != Phase.ADMITTED || life.run() != run) {
      return;
    }
    release(life);
    life.over(timedOut ? Phase.FAILED : Phase.ENDED, now);
    decisions.add(
        timedOut
            ? new Decision.Fail(elapsed(), life.id(), "MaxRuntimeExceeded")
            : new Decision.End(elapsed(), life.id(), ""));
  }

  private void roomFree(JobLife life, int run) {
    if (life.phase() == Phase.EVICTING && life.run() == run) {
      release(life);
      queueAgain(life);
    }
  }

  private void release(JobLife life) {
    life.released(now);
    HeldWorkload holding = held.remove(life.id());
    boolean preempted = holding != null && holding.claimant() != null;
    invariants.released(life.id(), preempted);
    changes.add(new WorldChange.Released(life.id(), now));
  }

  private void happens(Scenario.Event event) {
    switch (event) {
      case Scenario.Event.SetQuota change -> configure(ConfigChange.with(config, change));
      case Scenario.Event.Stop stop -> configure(ConfigChange.with(config, stop));
      case Scenario.Event.NodeChanged change -> nodeChanged(change);
      case Scenario.Event.Cancel(_, JobId job) -> cancel(life(job));
    }
  }

  private void configure(QuotaConfig changed) {
    config = changed;
    invariants.configured(changed);
    changes.add(new WorldChange.ConfigReplaced(changed, scenario.policy()));
  }

  private void cancel(JobLife life) {
    if (life.isOver()) {
      return;
    }
    if (life.holds()) {
      release(life);
    } else if (life.phase() == Phase.WAITING) {
      listedReasons.remove(life.id());
      changes.add(new WorldChange.Unqueued(life.id()));
    }
    life.over(Phase.CANCELLED, now);
    decisions.add(new Decision.End(elapsed(), life.id(), "Cancelled"));
  }

  private void nodeChanged(Scenario.Event.NodeChanged change) {
    Node before = nodes.get(change.node());
    if (before == null) {
      throw new IllegalStateException("No node " + change.node());
    }
    boolean ready = change.ready() == null ? before.ready() : change.ready();
    boolean schedulable =
        change.schedulable() == null ? before.schedulable() : change.schedulable();
    Node after =
        new Node(
            before.ref(),
            before.labels(),
            before.capacity(),
            before.gpuMemoryBytes(),
            before.gpuModel(),
            before.mig(),
            before.taints(),
            ready,
            schedulable);
    nodes.put(after.ref(), after);
    changes.add(new WorldChange.NodeSet(after));
    if (before.ready() && !ready) {
      List.copyOf(held.values()).stream()
          .filter(holding -> isOn(holding, after.ref()))
          .forEach(holding -> lost(life(holding.workload().id())));
    }
  }

  private static boolean isOn(HeldWorkload holding, NodeRef node) {
    for (PodSetAssignment assignment : holding.assignments()) {
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        if (share.node().equals(node)) {
          return true;
        }
      }
    }
    return false;
  }

  /// A gang that lost a pod is lost whole, and waits again.
  private void lost(JobLife life) {
    life.evicted(now);
    release(life);
    queueAgain(life);
    decisions.add(new Decision.Fail(elapsed(), life.id(), "NodeFailed"));
  }

  /// Where a mix is given, who was there at the start is counted in it.
  private void arrived(Workload workload) {
    if (!mixGiven || workload.queuedAt().isAfter(begun)) {
      learner.arrived(workload);
    }
  }

  private void learn() {
    if (learner.isWorthTelling()) {
      changes.add(new WorldChange.MixLearnt(learner.mix()));
    }
  }

  private void commit() {
    if (!changes.isEmpty()) {
      world = world.with(changes);
      changes.clear();
    }
  }

  /// Runs cycles at this instant until one decides nothing.
  private void settle() {
    int most = 100 + 10 * lives.size();
    for (int round = 0; cyclesLeft() && invariants.hold(); round++) {
      if (round > most) {
        invariants.broken("The cycles at " + elapsed() + " never come to an end.");
        return;
      }
      cycles++;
      CyclePlan plan = cycle.plan(world, now);
      plan.steps().forEach(this::apply);
      repeatAt(plan.again());
      commit();
      invariants.check(elapsed());
      boolean quiet = plan.steps().isEmpty() && plan.complete();
      boolean cleared = plan.steps().stream().anyMatch(PlanStep.Preempt.class::isInstance);
      if (quiet || cleared || !cyclesLeft()) {
        listWaiting(false);
      }
      boolean freed = freeNow();
      if (quiet && !freed) {
        return;
      }
    }
  }

  private void repeatAt(@Nullable Instant again) {
    if (again != null && again.isAfter(now) && !again.equals(repeatedAt)) {
      repeatedAt = again;
      agenda.add(again, new Agenda.Item.TimePasses());
    }
  }

  private void apply(PlanStep step) {
    switch (step) {
      case PlanStep.Admit admit -> admit(admit);
      case PlanStep.Preempt(JobId job, JobId claimant, PreemptionReason reason) -> {
        preemptions++;
        evict(life(job), claimant);
        decisions.add(new Decision.Preempt(elapsed(), job, claimant, reason.code()));
      }
      case PlanStep.Drain(JobId job, PreemptionReason reason) -> {
        evict(life(job), null);
        decisions.add(new Decision.Preempt(elapsed(), job, null, reason.code()));
      }
      case PlanStep.Reject(JobId job, List<WaitReason> reasons) -> {
        listedReasons.remove(job);
        changes.add(new WorldChange.Unqueued(job));
        life(job).over(Phase.REJECTED, now);
        decisions.add(new Decision.Reject(elapsed(), job, reasons));
      }
    }
  }

  private void admit(PlanStep.Admit admit) {
    JobLife life = life(admit.job());
    List<PodSetAssignment> assignments = admit.assignments();
    listedReasons.remove(life.id());
    life.starts(now, HeldGpus.milli(life.workload(), assignments, nodes));
    held.put(life.id(), new HeldWorkload(life.workload(), assignments, now, false, null));
    invariants.admitted(life.id());
    changes.add(new WorldChange.Admitted(life.id(), assignments, now));
    decisions.add(new Decision.Admit(elapsed(), life.id(), assignments, admit.borrowed()));
    endLater(life);
  }

  private void evict(JobLife life, @Nullable JobId claimant) {
    HeldWorkload holding = held.get(life.id());
    if (holding == null) {
      throw new IllegalStateException("The engine evicts a job that holds nothing: " + life.id());
    }
    life.evicted(now);
    held.put(
        life.id(),
        new HeldWorkload(
            holding.workload(), holding.assignments(), holding.admittedAt(), true, claimant));
    if (claimant != null) {
      invariants.preempted(holding, claimant, now);
    }
    changes.add(new WorldChange.Evicting(life.id(), claimant, now));
    freeLater(life);
  }

  private void endLater(JobLife life) {
    Instant done = life.worksUntil();
    Instant latest = life.mayRunUntil();
    if (done == null) {
      return;
    }
    boolean timedOut = latest != null && done.isAfter(latest);
    Instant end = timedOut && latest != null ? latest : done;
    agenda.add(
        end.isAfter(now) ? end : now, new Agenda.Item.RunEnds(life.id(), life.run(), timedOut));
  }

  private void freeLater(JobLife life) {
    Duration notice = Duration.ofMillis(scenario.policy().evictions().noticeMillis());
    Instant free = now.plus(notice).plus(scenario.evictionDelay());
    agenda.add(free, new Agenda.Item.RoomFree(life.id(), life.run()));
  }

  /// Rooms that are free without delay become so between two cycles of one instant.
  private boolean freeNow() {
    boolean any = now.equals(agenda.next());
    if (any) {
      handleDue();
    }
    return any;
  }

  /// Asks all waiting jobs for their reasons. In crowded worlds not at each occasion: every
  /// occasion pays for so many answers, and all are asked when it is paid for.
  private void listWaiting(boolean last) {
    answersPaid = Math.min(answersPaid + ANSWERS_PER_OCCASION, world.waitingCount());
    if (!last && answersPaid < world.waitingCount()) {
      return;
    }
    answersPaid = 0;
    cycle
        .explainAll(world, now)
        .forEach(
            (job, reasons) -> {
              List<String> codes = reasons.stream().map(WaitReason::code).toList();
              if (!codes.equals(listedReasons.put(job, codes))) {
                decisions.add(new Decision.Wait(elapsed(), job, advised(job, reasons)));
              }
            });
  }

  /// In small worlds with the changes that would help; finding them takes too long in large ones.
  private List<WaitReason> advised(JobId job, List<WaitReason> reasons) {
    boolean small = nodes.size() <= ADVISED_NODES_MAX && held.size() <= ADVISED_JOBS_MAX;
    return small && world.waitingCount() <= ANSWERS_PER_OCCASION
        ? cycle.advise(world, job, now)
        : reasons;
  }

  private SortedSet<JobId> overJobs() {
    SortedSet<JobId> over = new TreeSet<>();
    lives.values().stream().filter(JobLife::isOver).forEach(life -> over.add(life.id()));
    return over;
  }

  private SimulationResult.Played result() {
    Instant end = now;
    Instant until = scenario.until();
    if (until != null && until.isAfter(now) && !held.isEmpty()) {
      end = until;
    }
    listWaiting(true);
    invariants.checkClaims(overJobs(), new TreeSet<>(listedReasons.keySet()));
    SequencedMap<String, JobOutcome> outcomes = new LinkedHashMap<>();
    lives.forEach((id, life) -> outcomes.put(id.value(), life.outcome(origin)));
    Standings standings = new Standings(world);
    return new SimulationResult.Played(
        scenario.name(),
        decisions,
        outcomes,
        standings.projects(),
        standings.cohorts(),
        new Figures(config, nodes.values(), lives.values()).metrics(origin, end, preemptions),
        invariants.violations());
  }
}
