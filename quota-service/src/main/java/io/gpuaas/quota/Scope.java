package io.gpuaas.quota;

import java.util.Comparator;

/// A place in the tree organisation > department > team > project, on which rights are given.
public record Scope(Kind kind, String name) implements Comparable<Scope> {
  /// Its depth in the tree, widest first.
  public enum Kind {
    ORG,
    DEPARTMENT,
    TEAM,
    PROJECT
  }

  /// The whole tree.
  public static final Scope ORG = new Scope(Kind.ORG, OrganisationSettings.NAME);

  private static final Comparator<Scope> ORDER =
      Comparator.comparing(Scope::kind).thenComparing(Scope::name);

  public static Scope department(String name) {
    return new Scope(Kind.DEPARTMENT, name);
  }

  public static Scope team(String name) {
    return new Scope(Kind.TEAM, name);
  }

  public static Scope project(String name) {
    return new Scope(Kind.PROJECT, name);
  }

  @Override
  public int compareTo(Scope other) {
    return ORDER.compare(this, other);
  }
}
