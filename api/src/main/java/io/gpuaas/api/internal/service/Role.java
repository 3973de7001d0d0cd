package io.gpuaas.api.internal.service;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A named set of permissions, given on a scope and valid in all that lies in it.
public enum Role {
  ORG_ADMIN(EnumSet.allOf(Permission.class)),
  PLATFORM_OPERATOR(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.QUOTA_WRITE,
      Permission.DATA_WRITE,
      Permission.CAPACITY_READ,
      Permission.CAPACITY_WRITE,
      Permission.JOB_READ,
      Permission.JOB_CANCEL,
      Permission.CONSERVATION_READ,
      Permission.SIMULATION_RUN,
      Permission.OPERATION_READ,
      Permission.METRICS_READ),
  FINANCE_ADMIN(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.CAPACITY_READ,
      Permission.COST_READ,
      Permission.STATEMENT_READ,
      Permission.RATE_READ,
      Permission.RATE_WRITE,
      Permission.PERIOD_CLOSE,
      Permission.ADJUSTMENT_WRITE,
      Permission.BUDGET_WRITE,
      Permission.CONSERVATION_READ,
      Permission.OPERATION_READ),
  FINANCE_VIEWER(
      Permission.PROJECT_READ,
      Permission.CAPACITY_READ,
      Permission.COST_READ,
      Permission.STATEMENT_READ,
      Permission.RATE_READ,
      Permission.CONSERVATION_READ),
  DEPT_MANAGER(
      Permission.PROJECT_READ,
      Permission.PROJECT_WRITE,
      Permission.QUOTA_READ,
      Permission.QUOTA_WRITE,
      Permission.DATA_WRITE,
      Permission.CAPACITY_READ,
      Permission.JOB_READ,
      Permission.JOB_SUBMIT,
      Permission.JOB_CANCEL,
      Permission.COST_READ,
      Permission.STATEMENT_READ,
      Permission.RATE_READ,
      Permission.USER_READ,
      Permission.BINDING_READ,
      Permission.BINDING_WRITE,
      Permission.TOKEN_READ,
      Permission.TOKEN_WRITE,
      Permission.WEBHOOK_READ,
      Permission.WEBHOOK_WRITE,
      Permission.SIMULATION_RUN),
  PROJECT_ADMIN(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.DATA_WRITE,
      Permission.CAPACITY_READ,
      Permission.JOB_READ,
      Permission.JOB_SUBMIT,
      Permission.JOB_CANCEL,
      Permission.COST_READ,
      Permission.STATEMENT_READ,
      Permission.RATE_READ,
      Permission.USER_READ,
      Permission.BINDING_READ,
      Permission.BINDING_WRITE,
      Permission.TOKEN_READ,
      Permission.TOKEN_WRITE,
      Permission.WEBHOOK_READ,
      Permission.WEBHOOK_WRITE,
      Permission.SIMULATION_RUN),
  DATA_SCIENTIST(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.CAPACITY_READ,
      Permission.JOB_READ,
      Permission.JOB_SUBMIT,
      Permission.JOB_CANCEL,
      Permission.COST_READ,
      Permission.RATE_READ,
      Permission.TOKEN_READ,
      Permission.TOKEN_WRITE,
      Permission.SIMULATION_RUN),
  VIEWER(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.CAPACITY_READ,
      Permission.JOB_READ,
      Permission.COST_READ),
  AUDITOR(everyRead()),
  CI_RUNNER(
      Permission.PROJECT_READ,
      Permission.QUOTA_READ,
      Permission.CAPACITY_READ,
      Permission.JOB_READ,
      Permission.JOB_SUBMIT,
      Permission.JOB_CANCEL,
      Permission.COST_READ);

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

  // Unmodifiable, which the checker cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<Permission> permissions;

  Role(Permission first, Permission... more) {
    this(EnumSet.of(first, more));
  }

  Role(EnumSet<Permission> permissions) {
    this.permissions = Collections.unmodifiableSet(permissions);
  }

  private static EnumSet<Permission> everyRead() {
    EnumSet<Permission> reads = EnumSet.allOf(Permission.class);
    reads.removeIf(permission -> !permission.isRead());
    return reads;
  }

  /// For example `data-scientist`.
  public String word() {
    return word;
  }

  /// In the order of their declaration.
  public Set<Permission> permissions() {
    return permissions;
  }

  public static Optional<Role> ofWord(String word) {
    return Arrays.stream(values()).filter(role -> role.word.equals(word)).findFirst();
  }
}
