package io.gpuaas.launch;

import io.gpuaas.launch.sample.SampleHistory;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.IntConsumer;
import org.springframework.context.ConfigurableApplicationContext;

/// Lets a new product live through the sample organisation's past before its first real start.
final class SampleStart {
  private static final int STEP_PERCENT = 10;

  private SampleStart() {}

  /// Ends with the database as it is after [SampleHistory#LENGTH] of virtual time up to now. Until
  /// then the folder is marked, so that a start after a crash begins anew.
  static void fill(DataFolder folder, Database database) {
    Progress.say("making a sample organisation with 30 days of history (once)");
    Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS);
    Instant start = now.minus(SampleHistory.LENGTH);
    folder.markUnfinished();
    try (ConfigurableApplicationContext product =
        Application.start(
            folder,
            database.withoutWaitingForTheDisk(),
            List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--gpuaas.time=virtual",
                "--gpuaas.virtual-start=" + start))) {
      SampleHistory.make(product, new Steps());
    }
    folder.markFinished();
  }

  /// Speaks up every ten per cent.
  private static final class Steps implements IntConsumer {
    private int said;

    @Override
    public void accept(int percent) {
      if (percent >= said + STEP_PERCENT) {
        said = percent - percent % STEP_PERCENT;
        Progress.say("history %d %%".formatted(said));
      }
    }
  }
}
