package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.placement.JobCondition;
import io.gpuaas.placement.JobCondition.Comparison;
import io.gpuaas.placement.JobCondition.HeldField;
import io.gpuaas.placement.JobCondition.NumberField;
import io.gpuaas.placement.JobCondition.TextField;
import io.gpuaas.placement.JobCondition.TimeField;
import io.gpuaas.placement.JobPhase;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the filter of lists of jobs, for example
/// `phase in (QUEUED, RUNNING) and gpus >= 8 and not user = "ada"`.
///
///     filter     = and-part { "or" and-part }
///     and-part   = part { "and" part }
///     part       = "not" part | "(" filter ")" | "run" "(" filter ")" | comparison
///     comparison = field ( "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" ) value
///                | field "in" "(" value { "," value } ")"
///
/// Values are words, or texts in double quotes. `~` asks whether a text has this part. Fields: id,
/// name, project, user, phase, reason, priority, image; gpus, attempt, exitCode; submittedAt,
/// startedAt, endedAt; `label.KEY`. In `run( )`, which one of the job's runs has to fulfil alone:
/// outcome, stopReason, stoppedFor (a project); pool and model of its GPUs; attempt; boundAt,
/// stoppedAt, endedAt, releasedAt.
final class FilterText {
  private static final int LONGEST = 2000;
  private static final int DEEPEST = 20;
  private static final String FIELDS =
      "id, name, project, user, phase, reason, priority, image, gpus, attempt, exitCode,"
          + " submittedAt, startedAt, endedAt, label.KEY";
  private static final String RUN_FIELDS =
      "outcome, stopReason, stoppedFor, pool, model, attempt, boundAt, stoppedAt, endedAt,"
          + " releasedAt";

  private final FilterTokens tokens;
  private final Set<String> visible;
  private int depth;
  private boolean ofRun;

  private FilterText(FilterTokens tokens, Set<String> visible) {
    this.tokens = tokens;
    this.visible = visible;
  }

  /// Null for no filter.
  ///
  /// @param visible projects whose jobs the caller may see; that another one's job has stopped a
  ///   run is nothing to find out by a filter
  /// @throws ProblemException that says where it cannot be read, and what would be allowed there
  static @Nullable JobCondition parse(@Nullable String text, Collection<String> visible) {
    if (text == null || text.isBlank()) {
      return null;
    }
    if (text.length() > LONGEST) {
      throw ProblemException.ofParameter("filter", "must have at most 2000 characters.", "");
    }
    FilterText filter = new FilterText(new FilterTokens(text), Set.copyOf(visible));
    JobCondition condition = filter.any();
    if (!filter.tokens.isAtEnd()) {
      throw filter.tokens.expected("and, or, or the end");
    }
    return condition;
  }

  private JobCondition any() {
    if (++depth > DEEPEST) {
      throw tokens.expected("at most %d levels of brackets".formatted(DEEPEST));
    }
    List<JobCondition> parts = new ArrayList<>(List.of(all()));
    while (tokens.takeWord("or")) {
      parts.add(all());
    }
    depth--;
    return parts.size() == 1 ? parts.getFirst() : new JobCondition.Any(parts);
  }

  private JobCondition all() {
    List<JobCondition> parts = new ArrayList<>(List.of(part()));
    while (tokens.takeWord("and")) {
      parts.add(part());
    }
    return parts.size() == 1 ? parts.getFirst() : new JobCondition.All(parts);
  }

  private JobCondition part() {
    boolean opposite = false;
    while (tokens.takeWord("not")) {
      opposite = !opposite;
    }
    JobCondition part;
    if (tokens.takeSign("(")) {
      part = any();
      tokens.requireSign(")");
    } else if (!ofRun && tokens.takeWord("run")) {
      part = ofRun();
    } else {
      part = comparison();
    }
    return opposite ? new JobCondition.Not(part) : part;
  }

  private JobCondition ofRun() {
    tokens.requireSign("(");
    ofRun = true;
    JobCondition part = any();
    ofRun = false;
    tokens.requireSign(")");
    return new JobCondition.OfRun(part);
  }

  private JobCondition comparison() {
    String field = tokens.word("a field: " + (ofRun ? RUN_FIELDS : FIELDS));
    if (tokens.takeWord("in")) {
      tokens.requireSign("(");
      List<JobCondition> values = new ArrayList<>(List.of(compare(field, "=")));
      while (tokens.takeSign(",")) {
        values.add(compare(field, "="));
      }
      tokens.requireSign(")");
      return values.size() == 1 ? values.getFirst() : new JobCondition.Any(values);
    }
    return compare(field, tokens.operator());
  }

  private JobCondition compare(String field, String operator) {
    if (operator.equals("!=")) {
      return new JobCondition.Not(compare(field, "="));
    }
    if (ofRun) {
      return compareOfRun(field, operator);
    }
    if (field.startsWith("label.") && field.length() > "label.".length()) {
      requireEquality(field, operator);
      return new JobCondition.Label(field.substring("label.".length()), tokens.value());
    }
    return switch (field) {
      case "id" -> text(TextField.ID, operator);
      case "name" -> text(TextField.NAME, operator);
      case "project" -> text(TextField.PROJECT, operator);
      case "user" -> text(TextField.USER, operator);
      case "phase" -> phase(operator);
      case "reason" -> text(TextField.REASON, operator);
      case "priority" -> text(TextField.PRIORITY, operator);
      case "image" -> text(TextField.IMAGE, operator);
      case "gpus" -> number(NumberField.MILLI_GPUS, operator, 3);
      case "attempt" -> number(NumberField.ATTEMPT, operator, 0);
      case "exitCode" -> number(NumberField.EXIT_CODE, operator, 0);
      case "submittedAt" -> time(TimeField.SUBMITTED_AT, operator);
      case "startedAt" -> time(TimeField.STARTED_AT, operator);
      case "endedAt" -> time(TimeField.ENDED_AT, operator);
      default -> throw tokens.expected("one of the fields " + FIELDS);
    };
  }

  private JobCondition compareOfRun(String field, String operator) {
    return switch (field) {
      case "outcome" -> text(TextField.RUN_OUTCOME, operator);
      case "stopReason" -> text(TextField.RUN_STOP_REASON, operator);
      case "stoppedFor" -> stoppedFor(operator);
      case "pool" -> held(HeldField.POOL, operator);
      case "model" -> held(HeldField.MODEL, operator);
      case "attempt" -> number(NumberField.RUN_ATTEMPT, operator, 0);
      case "boundAt" -> time(TimeField.RUN_BOUND_AT, operator);
      case "stoppedAt" -> time(TimeField.RUN_STOPPED_AT, operator);
      case "endedAt" -> time(TimeField.RUN_ENDED_AT, operator);
      case "releasedAt" -> time(TimeField.RUN_RELEASED_AT, operator);
      default -> throw tokens.expected("one of the fields of runs " + RUN_FIELDS);
    };
  }

  private JobCondition stoppedFor(String operator) {
    requireEquality("stoppedFor", operator);
    String project = tokens.value();
    List<String> known = visible.contains(project) ? List.of(project) : List.of();
    return new JobCondition.OneOf(TextField.RUN_STOPPED_FOR, known);
  }

  private JobCondition held(HeldField field, String operator) {
    requireEquality("what it held", operator);
    return new JobCondition.Held(field, tokens.value());
  }

  private void requireEquality(String field, String operator) {
    if (!operator.equals("=")) {
      throw tokens.expected("=, != or in after " + field);
    }
  }

  private JobCondition text(TextField field, String operator) {
    if (operator.equals("~")) {
      return new JobCondition.Contains(field, tokens.value());
    }
    requireEquality("a text", operator);
    return new JobCondition.OneOf(field, List.of(tokens.value()));
  }

  private JobCondition phase(String operator) {
    requireEquality("phase", operator);
    String word = tokens.value();
    boolean known = Arrays.stream(JobPhase.values()).anyMatch(it -> it.name().equals(word));
    if (!known) {
      throw tokens.expected("a phase of " + List.of(JobPhase.values()));
    }
    return new JobCondition.OneOf(TextField.PHASE, List.of(word));
  }

  private JobCondition number(NumberField field, String operator, int decimals) {
    Comparison comparison = comparison(operator);
    String text = tokens.value();
    if (!text.matches("-?[0-9]{1,12}(\\.[0-9]{1,%d})?".formatted(Math.max(1, decimals)))) {
      throw tokens.expected("a number");
    }
    try {
      long value = new BigDecimal(text).movePointRight(decimals).longValueExact();
      return new JobCondition.Measure(field, comparison, value);
    } catch (ArithmeticException _) {
      throw tokens.expected("a whole number");
    }
  }

  private JobCondition time(TimeField field, String operator) {
    Comparison comparison = comparison(operator);
    try {
      return new JobCondition.Moment(field, comparison, Instant.parse(tokens.value()));
    } catch (DateTimeException _) {
      throw tokens.expected("a time such as \"2026-11-01T00:00:00Z\"");
    }
  }

  private Comparison comparison(String operator) {
    Optional<Comparison> found =
        switch (operator) {
          case "=" -> Optional.of(Comparison.EQUAL);
          case "<" -> Optional.of(Comparison.LESS);
          case "<=" -> Optional.of(Comparison.AT_MOST);
          case ">" -> Optional.of(Comparison.GREATER);
          case ">=" -> Optional.of(Comparison.AT_LEAST);
          default -> Optional.empty();
        };
    return found.orElseThrow(() -> tokens.expected("=, !=, <, <=, > or >="));
  }
}
