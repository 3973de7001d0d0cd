package io.gpuaas.cluster.internal.slurm;

import io.gpuaas.cluster.internal.manifest.Tree;

/// What an error in an answer of slurmrestd means. Numbers below 2000 are those of Slurm's own
/// protocol: its controller is not there, or it does not know who asks. They say nothing of a job.
final class SlurmFault {
  private static final int FIRST_OF_JOBS = 2_000;

  private SlurmFault() {}

  static SlurmRest.Failed of(Tree error) {
    long number = error.number("error_number") + error.number("errno");
    String said = "%s %s".formatted(error.text("error"), error.text("description")).strip();
    boolean refused = number == 0 || number >= FIRST_OF_JOBS;
    return refused
        ? new SlurmRest.Failed("Slurm says: " + said, true)
        : new SlurmRest.Failed(
            "Slurm's controller does not answer slurmrestd, or does not take the token: %s. Look at"
                    .formatted(said)
                + " slurmctld, and at the token in tokenFile.",
            false);
  }
}
