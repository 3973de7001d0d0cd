package io.gpuaas.launch.replay;

/// A progress bar on standard error.
final class ReplayProgress {
  private static final int WIDTH = 40;
  private int lastPercent = -1;

  void submitted(int done, int all) {
    int percent = (int) (100L * done / Math.max(1, all));
    if (percent == lastPercent) {
      return;
    }
    lastPercent = percent;
    int filled = WIDTH * percent / 100;
    System.err.printf(
        "\r[%s%s] %3d %%  %,d of %,d jobs",
        "#".repeat(filled), ".".repeat(WIDTH - filled), percent, done, all);
    if (done == all) {
      System.err.println();
    }
  }
}
