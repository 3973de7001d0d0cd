package io.gpuaas.simulator.internal.edge;

import io.gpuaas.simulator.DocumentFault;
import java.io.Serial;
import java.util.List;

/// A document that is no scenario. Carries all its faults; caught where a result is made of it.
public final class DocumentException extends Exception {
  @Serial private static final long serialVersionUID = 1;
  private final transient List<DocumentFault> faults;
  private final String name;

  /// @param name of the scenario, empty when it could not be read
  public DocumentException(String name, List<DocumentFault> faults) {
    super(faults.getFirst().message(), null, false, false);
    this.name = name;
    this.faults = List.copyOf(faults);
  }

  public List<DocumentFault> faults() {
    return faults;
  }

  public String name() {
    return name;
  }
}
