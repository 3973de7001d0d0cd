package io.gpuaas.simulator;

import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Makes a scenario that shows a fault smaller, as long as it goes on showing it: drops events,
/// jobs and nodes, in halves first and one by one in the end.
public final class ScenarioShrinker {
  private final Predicate<Scenario> shows;
  private Scenario smallest;

  private ScenarioShrinker(Scenario scenario, Predicate<Scenario> shows) {
    this.smallest = scenario;
    this.shows = shows;
  }

  /// The smallest scenario found; `scenario` itself when nothing can be dropped.
  ///
  /// @param shows whether a scenario still shows the fault; true for `scenario`
  public static Scenario shrink(Scenario scenario, Predicate<Scenario> shows) {
    ScenarioShrinker shrinker = new ScenarioShrinker(scenario, shows);
    while (shrinker.round()) {
      // as long as a round makes it smaller
    }
    return shrinker.smallest;
  }

  private boolean round() {
    boolean smaller = drop(smallest.events(), Scenario::withEvents);
    smaller |= drop(smallest.jobs(), ScenarioShrinker::withJobs);
    smaller |= drop(smallest.nodes(), ScenarioShrinker::withNodes);
    return smaller;
  }

  private <T> boolean drop(List<T> all, BiFunction<Scenario, List<T>, Scenario> with) {
    boolean any = false;
    List<T> kept = all;
    for (int size = Math.max(1, all.size() / 2); size > 0; size /= 2) {
      for (int from = 0; from < kept.size(); ) {
        List<T> without = new ArrayList<>(kept.subList(0, from));
        without.addAll(kept.subList(Math.min(kept.size(), from + size), kept.size()));
        Scenario candidate = with.apply(smallest, without);
        if (!candidate.equals(smallest) && shows.test(candidate)) {
          smallest = candidate;
          kept = without;
          any = true;
        } else {
          from += size;
        }
      }
    }
    return any;
  }

  private static Scenario withJobs(Scenario scenario, List<Scenario.Job> jobs) {
    List<Scenario.Event> events = new ArrayList<>(scenario.events());
    events.removeIf(
        event ->
            event instanceof Scenario.Event.Cancel(_, var cancelled)
                && jobs.stream().noneMatch(job -> job.id().equals(cancelled)));
    return scenario.withJobs(jobs).withEvents(events);
  }

  private static Scenario withNodes(Scenario scenario, List<Node> nodes) {
    List<NodeRef> refs = nodes.stream().map(Node::ref).toList();
    List<Scenario.Event> events = new ArrayList<>(scenario.events());
    events.removeIf(
        event ->
            event instanceof Scenario.Event.NodeChanged(_, NodeRef node, _, _)
                && !refs.contains(node));
    return nodes.isEmpty() ? scenario : scenario.withNodes(nodes).withEvents(events);
  }
}
