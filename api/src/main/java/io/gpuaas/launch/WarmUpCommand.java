package io.gpuaas.launch;

import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Starts a throw-away product, asks it for a page, and ends: a run for the Java machine to learn
/// which classes a start needs. The launcher script makes its cache for later starts from it.
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final Instant ANY_TIME = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Integer call() {
    try (VirtualProduct product = VirtualProduct.start(ANY_TIME)) {
      Readiness.await(product.url());
    }
    return Launcher.DONE;
  }
}
