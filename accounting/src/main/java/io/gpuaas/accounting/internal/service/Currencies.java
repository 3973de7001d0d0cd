package io.gpuaas.accounting.internal.service;

/// The currency of the books as long as no rate card says one.
final class Currencies {
  static final String DEFAULT = "EUR";

  private Currencies() {}
}
