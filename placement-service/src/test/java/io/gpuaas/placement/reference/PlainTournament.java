package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.reference.PlainQuota.Share;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Who goes next by dominant resource share: at each cohort the sides play each other.
final class PlainTournament {
  /// @param usage what it would take
  record Player(Workload job, SortedMap<FlavorResource, Long> usage) {
    String node() {
      return "project " + job.project();
    }
  }

  private final PlainQuota quota;
  private final List<Player> players;

  PlainTournament(PlainQuota quota, List<Player> players) {
    this.quota = quota;
    this.players = players;
  }

  /// The winner of the tree of whoever is first in the queue.
  Player winner() {
    Player first =
        players.stream().min((a, b) -> PlainDecisions.QUEUE.compare(a.job, b.job)).orElseThrow();
    return winner(quota.root(first.node()));
  }

  private Player winner(String node) {
    if (PlainQuota.isProject(node)) {
      return players.stream().filter(it -> node.equals(it.node())).findFirst().orElseThrow();
    }
    Player best = null;
    String side = "";
    for (String child : quota.children(node)) {
      if (players.stream().anyMatch(it -> quota.upwards(it.node()).contains(child))) {
        Player candidate = winner(child);
        if (best == null || beats(candidate, child, best, side)) {
          best = candidate;
          side = child;
        }
      }
    }
    if (best == null) {
      throw new IllegalStateException("Nobody plays below " + node);
    }
    return best;
  }

  private boolean beats(Player a, String sideOfA, Player b, String sideOfB) {
    boolean borrowsA = borrowsWith(a, sideOfA);
    boolean borrowsB = borrowsWith(b, sideOfB);
    if (borrowsA != borrowsB) {
      return borrowsB;
    }
    int compared = shareWith(a, sideOfA).compareTo(shareWith(b, sideOfB));
    return compared != 0 ? compared < 0 : PlainDecisions.QUEUE.compare(a.job, b.job) < 0;
  }

  private Share shareWith(Player player, String node) {
    quota.add(player.job.project(), player.usage);
    Share share = quota.share(node);
    quota.remove(player.job.project(), player.usage);
    return share;
  }

  private boolean borrowsWith(Player player, String node) {
    quota.add(player.job.project(), player.usage);
    SortedSet<FlavorResource> asked = new TreeSet<>(player.usage.keySet());
    boolean borrows = !quota.withinOwn(node, asked);
    quota.remove(player.job.project(), player.usage);
    return borrows;
  }
}
