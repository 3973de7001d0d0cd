package io.gpuaas.accounting;

import java.time.ZoneId;
import java.util.List;

/// What a part of the organisation may spend in each period.
///
/// @param scope name of the department, project or user; empty for the organisation
/// @param zone in which the periods begin
/// @param hard whether jobs wait when it is used up; a soft one only warns
/// @param thresholds percentages at which it warns, rising
/// @param graceMillis how long after it was used up jobs are still admitted
public record Budget(
    String id,
    ScopeKind scopeKind,
    String scope,
    Period period,
    ZoneId zone,
    String currency,
    Charge amount,
    boolean hard,
    List<Integer> thresholds,
    long graceMillis,
    boolean active,
    int version) {
  public Budget {
    thresholds = List.copyOf(thresholds);
  }

  /// Whose spending counts.
  public enum ScopeKind {
    ORGANISATION,
    DEPARTMENT,
    PROJECT,
    USER
  }

  /// How often it begins anew.
  public enum Period {
    MONTH(Dimension.MONTH),
    QUARTER(Dimension.QUARTER),
    YEAR(Dimension.YEAR);

    private final Dimension step;

    Period(Dimension step) {
      this.step = step;
    }

    public Dimension step() {
      return step;
    }
  }

  /// Whether what `user` does in `project` counts.
  public boolean covers(String project, ProjectHome home, String user) {
    return switch (scopeKind) {
      case ORGANISATION -> true;
      case DEPARTMENT -> home.department().equals(scope);
      case PROJECT -> project.equals(scope);
      case USER -> user.equals(scope);
    };
  }
}
