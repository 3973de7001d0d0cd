package io.gpuaas.launch;

/// `--format`: for people or for programs.
enum OutputFormat {
  TEXT,
  JSON
}
