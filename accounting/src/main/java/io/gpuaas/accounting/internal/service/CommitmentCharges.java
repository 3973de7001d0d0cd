package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.CommitmentCover;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Kind;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Piece;
import io.gpuaas.accounting.internal.store.CommitmentStore;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// What commitments cost and cover, as the books and the open runs are.
@Component
class CommitmentCharges {
  private final CommitmentStore store;

  CommitmentCharges(CommitmentStore store) {
    this.store = store;
  }

  /// Of all that reserve something in `[from, to)`.
  ///
  /// @param live what open runs have used
  List<Covered> covered(List<RatedUsage> live, Instant from, Instant to) {
    return covers(live, from, to).stream().flatMap(it -> it.in(from, to).stream()).toList();
  }

  /// What of `[from, to)` can be asked for in parts; one for each project, pool and model.
  List<CommitmentCover> covers(List<RatedUsage> live, Instant from, Instant to) {
    SortedMap<String, List<Commitment>> alike = new TreeMap<>();
    for (Commitment it : store.agreed()) {
      if (!it.reserved(from, to).equals(GpuTime.ZERO)) {
        String key = String.join("|", it.project(), it.pool(), it.model());
        alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(it);
      }
    }
    List<CommitmentCover> covers = new ArrayList<>();
    for (List<Commitment> group : alike.values()) {
      Commitment like = group.getFirst();
      List<Piece> pieces = new ArrayList<>(store.pieces(like, from, to));
      live.forEach(rated -> addPiece(pieces, like, rated));
      covers.add(new CommitmentCover(group, pieces));
    }
    return covers;
  }

  private static void addPiece(List<Piece> pieces, Commitment like, RatedUsage rated) {
    UsageInterval usage = rated.usage();
    boolean alike =
        usage.run().project().equals(like.project())
            && usage.pool().equals(like.pool())
            && usage.model().equals(like.model());
    boolean own =
        usage.usageClass() == UsageClass.NOMINAL || usage.usageClass() == UsageClass.RESERVED;
    if (alike && own && rated.pricing() instanceof Pricing.Priced(_, _, long price, _)) {
      Kind kind = new Kind(usage.usageClass(), usage.meter(), price);
      pieces.add(new Piece(usage.from(), usage.to(), usage.milliGpus(), kind));
    }
  }
}
