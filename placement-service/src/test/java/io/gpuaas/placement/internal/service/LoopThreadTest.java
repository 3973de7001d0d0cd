package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopThreadTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void isRunningForABodyThatLooksAtOnce() throws InterruptedException {
    for (int i = 0; i < 2_000; i++) {
      LoopThread thread = new LoopThread("looks-at-once");
      CountDownLatch ranAsRunning = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      thread.start(
          () -> {
            if (thread.isRunning()) {
              ranAsRunning.countDown();
            }
            ended.countDown();
          });
      assertThat(ended.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(ranAsRunning.getCount()).as("start %d", i).isZero();
      thread.stop(LONG);
    }
  }

  @Test
  void isInterruptedAndAwaitedWhenStopped() throws InterruptedException {
    LoopThread thread = new LoopThread("waits");
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    thread.start(
        () -> {
          waits.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    assertThat(waits.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertThat(thread.stop(LONG)).isTrue();

    assertThat(interrupted.getCount()).isZero();
    assertThat(thread.isRunning()).isFalse();
    assertThat(thread.stop(LONG)).isFalse();
  }
}
