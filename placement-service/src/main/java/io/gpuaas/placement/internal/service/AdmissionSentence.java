package io.gpuaas.placement.internal.service;

import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.PlanStep;
import java.util.TreeSet;

/// What the timeline says of an admission.
final class AdmissionSentence {
  private AdmissionSentence() {}

  static String of(Job job, PlanStep.Admit step) {
    TreeSet<String> nodes = new TreeSet<>();
    TreeSet<String> flavors = new TreeSet<>();
    for (PodSetAssignment assignment : step.assignments()) {
      assignment.nodes().forEach(share -> nodes.add(share.node().toString()));
      flavors.addAll(assignment.flavors().values());
    }
    String place =
        nodes.size() <= 3 ? String.join(", ", nodes) : "%d nodes".formatted(nodes.size());
    String lent = step.borrowed().isEmpty() ? "" : ", partly on borrowed quota";
    return "Got %s of %s on %s%s."
        .formatted(gpus(job.milliGpus()), String.join(", ", flavors), place, lent);
  }

  static String gpus(long milliGpus) {
    String number = java.math.BigDecimal.valueOf(milliGpus, 3).stripTrailingZeros().toPlainString();
    return milliGpus == 1000 ? "1 GPU" : number + " GPUs";
  }
}
