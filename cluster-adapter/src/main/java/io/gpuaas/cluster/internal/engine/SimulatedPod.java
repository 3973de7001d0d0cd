package io.gpuaas.cluster.internal.engine;

import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import java.util.ArrayList;
import java.util.List;

/// A pod of a simulated run.
record SimulatedPod(int rank, String name, String node) {
  /// The first `most` pods; one of an unknown node when the run has no places.
  static List<SimulatedPod> of(Job job, Run run, int most) {
    List<SimulatedPod> pods = new ArrayList<>();
    int rank = 0;
    for (PodSetAssignment assignment : run.assignments()) {
      int index = 0;
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        for (int i = 0; i < share.count() && pods.size() < most; i++) {
          String name = "%s-%s-%d".formatted(job.name(), assignment.podSet(), index++);
          pods.add(new SimulatedPod(rank++, name, share.node().name()));
        }
      }
    }
    if (pods.isEmpty()) {
      pods.add(new SimulatedPod(0, job.name() + "-0", "unknown"));
    }
    return pods;
  }
}
