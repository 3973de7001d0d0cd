package io.gpuaas.placement.internal.store;

import io.gpuaas.placement.JobCondition;
import io.gpuaas.placement.JobCondition.All;
import io.gpuaas.placement.JobCondition.Any;
import io.gpuaas.placement.JobCondition.Comparison;
import io.gpuaas.placement.JobCondition.Contains;
import io.gpuaas.placement.JobCondition.Held;
import io.gpuaas.placement.JobCondition.HeldField;
import io.gpuaas.placement.JobCondition.Label;
import io.gpuaas.placement.JobCondition.Measure;
import io.gpuaas.placement.JobCondition.Moment;
import io.gpuaas.placement.JobCondition.Not;
import io.gpuaas.placement.JobCondition.NumberField;
import io.gpuaas.placement.JobCondition.OfRun;
import io.gpuaas.placement.JobCondition.OneOf;
import io.gpuaas.placement.JobCondition.TextField;
import io.gpuaas.placement.JobCondition.TimeField;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A [JobCondition] as SQL over `placement.job`. Columns and operators are words of ours; whatever
/// came from outside is a parameter.
final class ConditionSql {
  private static final String KIND = "job_";

  private final SortedMap<String, Object> parameters = new TreeMap<>();

  /// The parameters that [#write] has used, by name.
  SortedMap<String, Object> parameters() {
    return parameters;
  }

  String write(JobCondition condition) {
    return switch (condition) {
      case All(List<JobCondition> parts) -> joined(parts, " and ", "true");
      case Any(List<JobCondition> parts) -> joined(parts, " or ", "false");
      case Not(JobCondition part) -> "not " + write(part);
      case OfRun(JobCondition part) ->
          "(id in (select run.job_id from placement.run run where %s))".formatted(write(part));
      case OneOf(TextField field, List<String> values) ->
          "(%s = any(:%s))".formatted(column(field), parameter(values.toArray(String[]::new)));
      case Contains(TextField field, String part) -> contains(field, part);
      case Label(String key, String value) ->
          "(labels @> jsonb_build_object(cast(:%s as text), cast(:%s as text)))"
              .formatted(parameter(key), parameter(value));
      case Held(HeldField field, String value) ->
          "(run.holdings @> jsonb_build_array(jsonb_build_object('%s', cast(:%s as text))))"
              .formatted(key(field), parameter(value));
      case Measure(NumberField field, Comparison comparison, long value) ->
          compared(column(field), comparison, parameter(value), field == NumberField.EXIT_CODE);
      case Moment(TimeField field, Comparison comparison, java.time.Instant value) ->
          compared(
              column(field),
              comparison,
              parameter(value.atOffset(ZoneOffset.UTC)),
              field != TimeField.SUBMITTED_AT);
    };
  }

  /// Parts of names have an index, over which the end of ids lies, too. Ids are capitals behind
  /// their kind, so that a part which is not of the kind is looked for as it is written: every row
  /// is read, and to compare it in any case takes longer than to read it.
  private String contains(TextField field, String part) {
    if (field == TextField.ID && !isOfKind(part.toLowerCase(Locale.ROOT))) {
      return "(id like :%s)".formatted(within(part.toUpperCase(Locale.ROOT)));
    }
    String parameter = within(part);
    return field == TextField.NAME
        ? "(names ilike :%1$s and name ilike :%1$s)".formatted(parameter)
        : "(%s ilike :%s)".formatted(column(field), parameter);
  }

  private String within(String part) {
    return parameter("%" + escaped(part) + "%");
  }

  /// Whether a part of an id, in small letters, may lie in `job_` or begin there.
  private static boolean isOfKind(String part) {
    return KIND.contains(part)
        || IntStream.range(0, KIND.length()).anyMatch(it -> part.startsWith(KIND.substring(it)));
  }

  private String joined(List<JobCondition> parts, String word, String ofNone) {
    return parts.isEmpty()
        ? ofNone
        : "(" + String.join(word, parts.stream().map(this::write).toList()) + ")";
  }

  /// Unknown values fulfil no comparison, and so all that are negated. The planner knows more of a
  /// bare comparison.
  private static String compared(
      String column, Comparison comparison, String parameter, boolean maybeUnknown) {
    String sign =
        switch (comparison) {
          case EQUAL -> "=";
          case LESS -> "<";
          case AT_MOST -> "<=";
          case GREATER -> ">";
          case AT_LEAST -> ">=";
        };
    String bare = "(%s %s :%s)".formatted(column, sign, parameter);
    return maybeUnknown ? "coalesce(%s, false)".formatted(bare) : bare;
  }

  private String parameter(Object value) {
    String name = "c" + parameters.size();
    parameters.put(name, value);
    return name;
  }

  private static String column(TextField field) {
    return switch (field) {
      case ID -> "id";
      case NAME -> "name";
      case PROJECT -> "project";
      case USER -> "user_login";
      case PHASE -> "phase";
      case REASON -> "reason";
      case PRIORITY -> "priority_class";
      case IMAGE -> "image";
      case RUN_OUTCOME -> "coalesce(run.outcome, '')";
      case RUN_STOP_REASON -> "run.stop_reason";
      case RUN_STOPPED_FOR ->
          "coalesce((select claimant.project from placement.job claimant"
              + " where claimant.id = run.claimant), '')";
    };
  }

  private static String key(HeldField field) {
    return switch (field) {
      case POOL -> "pool";
      case MODEL -> "model";
    };
  }

  private static String column(NumberField field) {
    return switch (field) {
      case MILLI_GPUS -> "milli_gpus";
      case ATTEMPT -> "attempt";
      case EXIT_CODE -> "exit_code";
      case RUN_ATTEMPT -> "run.attempt";
    };
  }

  private static String column(TimeField field) {
    return switch (field) {
      case SUBMITTED_AT -> "submitted_at";
      case STARTED_AT -> "started_at";
      case ENDED_AT -> "ended_at";
      case RUN_BOUND_AT -> "run.bound_at";
      case RUN_STOPPED_AT -> "run.stopping_at";
      case RUN_ENDED_AT -> "run.ended_at";
      case RUN_RELEASED_AT -> "run.released_at";
    };
  }

  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}
