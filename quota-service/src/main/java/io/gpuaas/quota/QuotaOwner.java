package io.gpuaas.quota;

/// A node of the quota tree, which owns quotas.
public record QuotaOwner(Kind kind, String name) {
  /// What it is in the tree: a leaf or an inner node.
  public enum Kind {
    PROJECT,
    COHORT
  }

  public static QuotaOwner project(String name) {
    return new QuotaOwner(Kind.PROJECT, name);
  }

  public static QuotaOwner cohort(String name) {
    return new QuotaOwner(Kind.COHORT, name);
  }

  /// Key of its [QuotaSet].
  public ConfigKey quotasKey() {
    return switch (kind) {
      case PROJECT -> new ConfigKey(ConfigKind.PROJECT_QUOTAS, name);
      case COHORT -> new ConfigKey(ConfigKind.COHORT_QUOTAS, name);
    };
  }

  /// Key of the owner itself.
  public ConfigKey key() {
    return switch (kind) {
      case PROJECT -> new ConfigKey(ConfigKind.PROJECT, name);
      case COHORT -> new ConfigKey(ConfigKind.COHORT, name);
    };
  }
}
