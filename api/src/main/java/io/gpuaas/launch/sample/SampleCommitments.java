package io.gpuaas.launch.sample;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.quota.SampleOrganisation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;

/// Half of what pre-training is guaranteed is reserved for a year, and used most of the time; what
/// alignment has reserved it hardly uses.
final class SampleCommitments {
  private static final String APPROVER = "admin";
  private static final Duration TERM = Duration.ofDays(365);
  private static final String PRICE = "2.60";

  private SampleCommitments() {}

  static void make(Commitments commitments, Instant start, String author) {
    // From a full hour that is still to come: nobody agrees to what has begun.
    Instant from = start.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
    reserve(commitments, "llm-pretraining", "48", from, author);
    reserve(commitments, "llm-alignment", "8", from, author);
  }

  private static void reserve(
      Commitments commitments, String project, String gpus, Instant from, String author) {
    Commitments.Draft draft =
        new Commitments.Draft(
            project,
            SampleOrganisation.H200,
            SampleOrganisation.H200_MODEL,
            gpus,
            PRICE,
            from.toString(),
            from.plus(TERM).toString());
    if (!(commitments.propose(draft, new TreeSet<>(List.of(project)), author)
            instanceof ProposalOutcome.Saved<Commitments.Entry>(var proposed)
        && commitments.decide(proposed.commitment().id(), Adjustments.Decision.APPROVE, APPROVER)
            instanceof ProposalOutcome.Saved<Commitments.Entry>)) {
      throw new IllegalStateException("The sample commitment of " + project + " was refused.");
    }
  }
}
