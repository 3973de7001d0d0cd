package io.gpuaas.launch;

/// Tells a waiting person what happens; on standard error, so that standard output stays for
/// programs.
final class Progress {
  private Progress() {}

  static void say(String what) {
    System.err.println("[gpuaas] " + what);
  }
}
