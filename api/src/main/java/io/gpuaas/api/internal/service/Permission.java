package io.gpuaas.api.internal.service;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What may be done to what, written `resource.verb`.
public enum Permission {
  PROJECT_READ,
  PROJECT_WRITE,
  ORGANISATION_WRITE,
  QUOTA_READ,
  QUOTA_WRITE,
  /// What data and secrets jobs of a project may use.
  DATA_WRITE,
  /// Flavors, topologies, priority classes, clusters, nodes, free capacity.
  CAPACITY_READ,
  CAPACITY_WRITE,
  JOB_READ,
  JOB_SUBMIT,
  JOB_CANCEL,
  COST_READ,
  STATEMENT_READ,
  RATE_READ,
  RATE_WRITE,
  /// Issuing the statements of a month.
  PERIOD_CLOSE,
  /// Asking for credits and corrections, and deciding on those of others.
  ADJUSTMENT_WRITE,
  BUDGET_WRITE,
  /// Whether all GPU-seconds of the pools are accounted for.
  CONSERVATION_READ,
  USER_READ,
  USER_WRITE,
  BINDING_READ,
  BINDING_WRITE,
  TOKEN_READ,
  TOKEN_WRITE,
  WEBHOOK_READ,
  /// Telling somebody elsewhere what happens to jobs.
  WEBHOOK_WRITE,
  SIMULATION_RUN,
  OPERATION_READ,
  METRICS_READ,
  AUDIT_READ;

  /// What a browser that was left open must not be enough for: prices, books, rights, and who is
  /// told of what.
  private static final Set<Permission> GRAVE =
      EnumSet.of(
          RATE_WRITE,
          PERIOD_CLOSE,
          ADJUSTMENT_WRITE,
          BUDGET_WRITE,
          USER_WRITE,
          BINDING_WRITE,
          WEBHOOK_WRITE);

  private final String word = name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");

  /// Whether its use needs a recent sign-in.
  public boolean isGrave() {
    return GRAVE.contains(this);
  }

  /// For example `job.submit`.
  public String word() {
    return word;
  }

  public String resource() {
    return word.substring(0, word.indexOf('.'));
  }

  public boolean isRead() {
    return word.endsWith(".read");
  }

  public static Optional<Permission> ofWord(String word) {
    for (Permission permission : values()) {
      if (permission.word.equals(word)) {
        return Optional.of(permission);
      }
    }
    return Optional.empty();
  }
}
