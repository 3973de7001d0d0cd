package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A refusal on its way to the caller. Thrown in `edge` only; services return outcomes.
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemCode code;
  private final String detail;
  private final transient List<Fault> faults;
  private final transient SortedMap<String, String> headers;

  public ProblemException(ProblemCode code, String detail) {
    this(code, detail, List.of(), Collections.emptySortedMap());
  }

  public ProblemException(
      ProblemCode code, String detail, List<Fault> faults, SortedMap<String, String> headers) {
    super(code + ": " + detail, null, false, false);
    this.code = code;
    this.detail = detail;
    this.faults = List.copyOf(faults);
    this.headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  /// All faults of a body at once. An unknown field makes it `UNKNOWN_FIELD`, else `VALIDATION`.
  public static ProblemException ofBody(List<Fault> faults) {
    boolean unknown =
        faults.stream().anyMatch(fault -> fault.code().equals(ProblemCode.UNKNOWN_FIELD.name()));
    ProblemCode code = unknown ? ProblemCode.UNKNOWN_FIELD : ProblemCode.VALIDATION;
    return new ProblemException(code, sentence(faults), faults, Collections.emptySortedMap());
  }

  /// One query parameter or header that is not as it must be.
  public static ProblemException ofParameter(String name, String detail, String value) {
    Fault fault = new Fault(name, ProblemCode.INVALID_PARAMETER.name(), detail, value, null);
    return new ProblemException(
        ProblemCode.INVALID_PARAMETER,
        name + ": " + detail,
        List.of(fault),
        Collections.emptySortedMap());
  }

  /// Not there, or not to be seen: the two look alike.
  public static ProblemException notFound(String kind, String name) {
    return new ProblemException(ProblemCode.NOT_FOUND, "%s %s".formatted(kind, name));
  }

  public ProblemException with(String header, String value) {
    TreeMap<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new ProblemException(code, detail, faults, more);
  }

  private static String sentence(List<Fault> faults) {
    Fault first = faults.getFirst();
    String start =
        first.pointer().isEmpty()
            ? first.detail()
            : "%s: %s".formatted(first.pointer(), first.detail());
    return faults.size() == 1 ? start : "%d faults; first %s".formatted(faults.size(), start);
  }

  public ProblemCode code() {
    return code;
  }

  public String detail() {
    return detail;
  }

  public List<Fault> faults() {
    return faults;
  }

  public SortedMap<String, String> headers() {
    return headers;
  }
}
