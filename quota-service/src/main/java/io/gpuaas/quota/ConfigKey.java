package io.gpuaas.quota;

import java.util.Comparator;

/// Identity of a [ConfigItem]: names are unique within their kind.
public record ConfigKey(ConfigKind kind, String name) implements Comparable<ConfigKey> {
  private static final Comparator<ConfigKey> ORDER =
      Comparator.comparing(ConfigKey::kind).thenComparing(ConfigKey::name);

  @Override
  public int compareTo(ConfigKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind.word() + " " + name;
  }
}
