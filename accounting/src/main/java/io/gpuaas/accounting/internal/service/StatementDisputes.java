package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Disputes;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.accounting.internal.store.AdjustmentStore;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.DisputeStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.IdGenerator;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Disputes about issued statements.
@Service
class StatementDisputes implements Disputes {
  private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,62}");
  private static final int TEXT_MAX = 1_000;

  private final DisputeStore store;
  private final AdjustmentStore adjustments;
  private final BookStore books;
  private final IdGenerator ids;
  private final InstantSource clock;

  StatementDisputes(
      DisputeStore store,
      AdjustmentStore adjustments,
      BookStore books,
      IdGenerator ids,
      InstantSource clock) {
    this.store = store;
    this.adjustments = adjustments;
    this.books = books;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Dispute> list() {
    return store.list();
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Dispute> find(String id) {
    return store.find(id);
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<String> projectOf(String number) {
    OptionalLong parsed = StatementNumbers.PROJECT.read(number);
    return parsed.isEmpty() ? Optional.empty() : store.projectOf(parsed.getAsLong());
  }

  @Override
  @Transactional
  public Outcome raise(String number, String reasonCode, String explanation, String author) {
    Optional<String> project = projectOf(number);
    if (project.isEmpty()) {
      return new Outcome.Unknown();
    }
    List<Fault> faults = new ArrayList<>();
    if (!CODE.matcher(reasonCode).matches()) {
      String detail = "A code of A-Z, 0-9 and _ such as WRONG_CLASS is needed.";
      faults.add(new Fault("/reasonCode", "INVALID_CODE", detail, reasonCode, null));
    }
    text("/explanation", explanation).ifPresent(faults::add);
    if (!faults.isEmpty()) {
      return new Outcome.Refused(faults);
    }
    Dispute dispute =
        new Dispute(
            ids.next("dsp"),
            number,
            project.get(),
            reasonCode,
            explanation,
            author,
            clock.instant(),
            Status.OPEN,
            "",
            "",
            "",
            null);
    store.add(dispute, StatementNumbers.PROJECT.parse(number));
    return new Outcome.Done(dispute);
  }

  private static Optional<Fault> text(String at, String text) {
    String detail = "A text of 1 to 1000 characters is needed.";
    return text.isBlank() || text.length() > TEXT_MAX
        ? Optional.of(new Fault(at, "INVALID_TEXT", detail, text, "1000"))
        : Optional.empty();
  }

  @Override
  @Transactional
  public Outcome answer(String id, Answer answer, String author) {
    books.lockProgress();
    Optional<Dispute> asked = store.find(id);
    if (asked.isEmpty()) {
      return new Outcome.Unknown();
    }
    Dispute dispute = asked.get();
    List<Fault> faults = new ArrayList<>();
    if (dispute.status() != Status.OPEN) {
      String detail = "It was answered by %s.".formatted(dispute.answeredBy());
      faults.add(Fault.of("", "ALREADY_ANSWERED", detail));
    }
    if (dispute.raisedBy().equals(author)) {
      faults.add(Fault.of("", "SAME_PERSON", "Who raises a dispute cannot answer it."));
    }
    text("/text", answer.text()).ifPresent(faults::add);
    boolean settles =
        answer.adjustmentId().isEmpty()
            || adjustments
                .find(answer.adjustmentId())
                .filter(it -> it.project().equals(dispute.project()))
                .isPresent();
    if (!settles) {
      String detail = "There is no such adjustment of project %s.".formatted(dispute.project());
      faults.add(
          new Fault("/adjustmentId", "UNKNOWN_ADJUSTMENT", detail, answer.adjustmentId(), null));
    }
    if (!faults.isEmpty()) {
      return new Outcome.Refused(faults);
    }
    store.answer(id, answer, author, clock.instant());
    return new Outcome.Done(store.find(id).orElseThrow());
  }
}
