package io.gpuaas.placement;

import java.time.Instant;
import java.util.List;

/// What the jobs of a list must fulfil, as a tree.
public sealed interface JobCondition {
  /// All of the parts.
  record All(List<JobCondition> parts) implements JobCondition {
    public All {
      parts = List.copyOf(parts);
    }
  }

  /// At least one of the parts.
  record Any(List<JobCondition> parts) implements JobCondition {
    public Any {
      parts = List.copyOf(parts);
    }
  }

  /// Not the part. What is unknown, such as the end of a job that runs, fulfils no comparison, and
  /// so fulfils its opposite.
  record Not(JobCondition part) implements JobCondition {}

  /// A text that is one of some values.
  record OneOf(TextField field, List<String> values) implements JobCondition {
    public OneOf {
      values = List.copyOf(values);
    }
  }

  /// A text that has this part, in any case.
  record Contains(TextField field, String part) implements JobCondition {}

  /// A label with this value.
  record Label(String key, String value) implements JobCondition {}

  /// One of the job's runs fulfils the part, whose fields are those of runs.
  record OfRun(JobCondition part) implements JobCondition {}

  /// Of a run: some of the GPUs that it got are of this pool, or of this model.
  record Held(HeldField field, String value) implements JobCondition {}

  /// A number compared; of GPUs in thousandths.
  record Measure(NumberField field, Comparison comparison, long value) implements JobCondition {}

  record Moment(TimeField field, Comparison comparison, Instant value) implements JobCondition {}

  enum TextField {
    ID,
    NAME,
    PROJECT,
    USER,
    PHASE,
    REASON,
    PRIORITY,
    IMAGE,
    /// Of a run, as are the next two: how it ended.
    RUN_OUTCOME,
    /// Why it was told to stop.
    RUN_STOP_REASON,
    /// The project of the job that it was stopped for.
    RUN_STOPPED_FOR
  }

  enum HeldField {
    POOL,
    MODEL
  }

  enum NumberField {
    MILLI_GPUS,
    ATTEMPT,
    EXIT_CODE,
    /// Of a run: which of its job it is; the first is 1.
    RUN_ATTEMPT
  }

  enum TimeField {
    SUBMITTED_AT,
    STARTED_AT,
    ENDED_AT,
    /// Of a run, as are the next three: when it got its GPUs.
    RUN_BOUND_AT,
    /// When it was told to stop.
    RUN_STOPPED_AT,
    RUN_ENDED_AT,
    /// When its GPUs were free again.
    RUN_RELEASED_AT
  }

  enum Comparison {
    EQUAL,
    LESS,
    AT_MOST,
    GREATER,
    AT_LEAST
  }
}
