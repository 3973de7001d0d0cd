package io.gpuaas.launch.sample;

import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.SampleOrganisation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import org.springframework.context.ApplicationContext;

/// Fills a new product, started on virtual time, with the sample organisation and its past.
///
/// Nothing is written into tables: the jobs of [HistoryPlan] are submitted at their times to the
/// product's own services, its own loop decides, and its simulated clusters play them.
public final class SampleHistory {
  /// How far the past reaches.
  public static final Duration LENGTH = Duration.ofDays(30);

  private static final long SEED = 20_251;
  private static final String AUTHOR = "karl.neumann";

  private final VirtualTimeDriver time;
  private final JobService jobs;

  private SampleHistory(ApplicationContext product) {
    this.time = product.getBean(VirtualTimeDriver.class);
    this.jobs = product.getBean(JobService.class);
  }

  /// Someone who loses interest in a job.
  private record Cancellation(Instant at, JobId job, String user) {}

  /// Lives through `[start, start + LENGTH)`, `start` being the product's virtual time now.
  ///
  /// @param progress is told the percentage that is done, rising
  public static void make(ApplicationContext product, IntConsumer progress) {
    SampleHistory history = new SampleHistory(product);
    Instant start = history.time.now();
    importOrganisation(product, start);
    requireImported(product.getBean(InventoryAdmin.class).apply(SampleInventory.document()));
    history.play(HistoryPlan.of(SEED, start, start.plus(LENGTH)), start, progress);
    product.getBean(LedgerFollower.class).catchUp();
    SampleBudgets.make(product, history.time.now(), AUTHOR);
  }

  /// The organisation with its quotas and prices, without hardware and past.
  public static void importOrganisation(ApplicationContext product, Instant start) {
    requireImported(product.getBean(OrganisationImport.class).apply(SampleOrganisation.document()));
    RateCardAdmin.SaveOutcome saved =
        product.getBean(RateCardAdmin.class).save(rates(start), 0, AUTHOR);
    if (!(saved instanceof RateCardAdmin.SaveOutcome.Saved)) {
      throw new IllegalStateException("The sample rate card was refused: " + saved);
    }
    SampleReferences.make(product.getBean(QuotaAdmin.class));
    SampleCommitments.make(product.getBean(Commitments.class), start, AUTHOR);
  }

  private void play(List<PlannedJob> plan, Instant start, IntConsumer progress) {
    PriorityQueue<Cancellation> cancellations =
        new PriorityQueue<>((a, b) -> a.at().compareTo(b.at()));
    Instant end = start.plus(LENGTH);
    for (PlannedJob planned : plan) {
      cancelUntil(planned.at(), cancellations);
      time.advanceTo(planned.at());
      submit(planned, cancellations);
      progress.accept(percent(start, planned.at()));
    }
    cancelUntil(end, cancellations);
    time.advanceTo(end);
  }

  private void submit(PlannedJob planned, PriorityQueue<Cancellation> cancellations) {
    SubmitOutcome outcome = jobs.submit(planned.wish());
    if (!(outcome instanceof SubmitOutcome.Accepted accepted)) {
      throw new IllegalStateException("A sample job was refused: " + outcome);
    }
    if (planned.cancelAfter() != null) {
      Instant at = planned.at().plus(planned.cancelAfter());
      cancellations.add(new Cancellation(at, accepted.job().id(), planned.wish().user()));
    }
  }

  private void cancelUntil(Instant limit, PriorityQueue<Cancellation> cancellations) {
    while (!cancellations.isEmpty() && cancellations.peek().at().isBefore(limit)) {
      Cancellation next = cancellations.remove();
      time.advanceTo(next.at());
      jobs.cancel(next.job(), next.user(), "not needed any more");
    }
  }

  private static int percent(Instant start, Instant at) {
    return Math.toIntExact(Duration.between(start, at).toMinutes() * 100 / LENGTH.toMinutes());
  }

  private static void requireImported(ImportOutcome outcome) {
    if (outcome instanceof ImportOutcome.Invalid invalid) {
      throw new IllegalStateException("The sample was refused: " + invalid.faults());
    }
  }

  /// Lent GPUs cost less, for they can be taken back; lost time costs nothing. All cost less than
  /// the price list says.
  private static RateCardDraft rates(Instant from) {
    List<RateCardDraft.Line> lines = new ArrayList<>();
    addRates(lines, SampleOrganisation.H200_MODEL, "3.20", "2.40", "3.60", from);
    addRates(lines, SampleOrganisation.A100_MODEL, "1.45", "1.10", "1.60", from);
    return new RateCardDraft("standard", "EUR", lines);
  }

  private static void addRates(
      List<RateCardDraft.Line> lines,
      String model,
      String nominal,
      String lent,
      String list,
      Instant from) {
    String start = from.toString();
    lines.add(
        new RateCardDraft.Line(null, model, "NOMINAL", null, nominal, start, null, null, list));
    lines.add(new RateCardDraft.Line(null, model, "BORROWED", null, lent, start, null, null, list));
  }
}
