package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// A claim of dynamic resource allocation: which pods have it, and how many GPUs it was given.
///
/// @param pods uids of those it is reserved for; none while it is not in use
public record ClaimFacts(String uid, List<String> pods, long gpus) {
  private static final String DRIVER = "gpu.nvidia.com";

  public ClaimFacts {
    pods = List.copyOf(pods);
  }

  /// A claim as its object says. A partition of a GPU counts as a whole one, as what was given does
  /// not say how large it is.
  public static ClaimFacts of(Tree claim) {
    long gpus =
        claim.trees("status", "allocation", "devices", "results").stream()
            .filter(result -> result.text("driver").equals(DRIVER))
            .count();
    List<String> pods =
        claim.trees("status", "reservedFor").stream()
            .filter(user -> user.text("resource").equals("pods"))
            .map(user -> user.text("uid"))
            .toList();
    return new ClaimFacts(claim.text("metadata", "uid"), pods, gpus);
  }
}
