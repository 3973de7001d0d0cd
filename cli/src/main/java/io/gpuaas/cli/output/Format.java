package io.gpuaas.cli.output;

/// The forms of an answer.
public enum Format {
  TABLE,
  JSON,
  YAML,
  CSV
}
