package io.gpuaas.quota;

/// The kinds of configuration, each after those that it refers to.
public enum ConfigKind {
  ORGANISATION("organisation"),
  DEPARTMENT("department"),
  TEAM("team"),
  TOPOLOGY("topology"),
  FLAVOR("flavor"),
  PRIORITY_CLASS("priority class"),
  COHORT("cohort"),
  PROJECT("project"),
  SECRET_REFERENCE("secret"),
  DATA_SOURCE("data source"),
  COHORT_QUOTAS("quotas of cohort"),
  PROJECT_QUOTAS("quotas of project");

  private final String word;

  ConfigKind(String word) {
    this.word = word;
  }

  /// The word of the glossary, for messages.
  public String word() {
    return word;
  }
}
