package io.gpuaas.accounting;

/// By what usage and cost can be grouped. Times are those of the asked zone.
public enum Dimension {
  DEPARTMENT,
  TEAM,
  COST_CENTER,
  PROJECT,
  USER,
  POOL,
  MODEL,
  CLASS,
  METER,
  JOB,
  RUN,
  /// Label: the hour's start with its offset, so that the repeated hour in autumn is two rows.
  HOUR,
  DAY,
  /// Label: the date of the week's Monday.
  WEEK,
  MONTH,
  QUARTER,
  YEAR;

  public boolean isTime() {
    return switch (this) {
      case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> true;
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN ->
          false;
    };
  }
}
