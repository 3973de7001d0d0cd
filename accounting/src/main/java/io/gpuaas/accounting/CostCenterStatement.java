package io.gpuaas.accounting;

import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// What a cost centre owes for one month: the statements of its projects under one number. Nothing
/// is computed or rounded a second time, so its lines are theirs, and its total is their sum.
///
/// A close issues one statement to each cost centre, of those of its projects that it closes;
/// projects that are closed later come on another one.
///
/// @param number of the issued statement, such as `C-000001`; empty while it is open, and of months
///   closed before there were such statements
/// @param parts at least one, in order of project
public record CostCenterStatement(String number, String costCenter, List<Statement> parts) {
  public CostCenterStatement {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("parts must not be empty.");
    }
    parts = List.copyOf(parts);
  }

  /// Puts the statements of one month together, by cost centre, issued ones first.
  public static List<CostCenterStatement> of(List<Statement> statements) {
    SortedMap<Key, List<Statement>> parts = new TreeMap<>();
    for (Statement statement : statements) {
      parts.computeIfAbsent(Key.of(statement), _ -> new ArrayList<>()).add(statement);
    }
    return parts.entrySet().stream()
        .map(
            it ->
                new CostCenterStatement(
                    it.getKey().number(),
                    it.getKey().costCenter(),
                    it.getValue().stream()
                        .sorted(Comparator.comparing(Statement::project))
                        .toList()))
        .toList();
  }

  private record Key(String costCenter, boolean open, String number) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::costCenter).thenComparing(Key::open).thenComparing(Key::number);

    static Key of(Statement it) {
      boolean open = it.status() != Statement.Status.CLOSED;
      return new Key(it.billing().costCenter(), open, it.billing().number());
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  public YearMonth month() {
    return parts.getFirst().month();
  }

  /// Open as long as one of its parts is.
  public Statement.Status status() {
    return parts.stream().map(Statement::status).min(Comparator.naturalOrder()).orElseThrow();
  }

  public String currency() {
    return parts.getFirst().currency();
  }

  public BigDecimal total() {
    return sum(Statement::total);
  }

  /// Of usage, each part with 6 decimals.
  public BigDecimal gpuHours() {
    return sum(Statement::gpuHours);
  }

  public BigDecimal unratedGpuHours() {
    return sum(Statement::unratedGpuHours);
  }

  private BigDecimal sum(Function<Statement, BigDecimal> what) {
    return parts.stream().map(what).reduce(BigDecimal::add).orElseThrow();
  }
}
