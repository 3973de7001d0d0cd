package io.gpuaas.api.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentTest {
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();
  private final Recent<String> recent = new Recent<>(Duration.ofNanos(10), now::get);

  private String read() {
    return "read " + reads.incrementAndGet();
  }

  @Test
  void isReadAgainWhenItIsOldOrForgotten() {
    assertThat(recent.get("ada", this::read)).isEqualTo("read 1");
    now.set(10);
    assertThat(recent.get("ada", this::read)).isEqualTo("read 1");
    assertThat(recent.get("ben", this::read)).isEqualTo("read 2");
    now.set(11);
    assertThat(recent.get("ada", this::read)).isEqualTo("read 3");
    recent.forget();
    assertThat(recent.get("ada", this::read)).isEqualTo("read 4");
  }

  @Test
  void whatIsNotThereIsNotKept() {
    assertThat(recent.get("ada", () -> null)).isNull();
    assertThat(recent.get("ada", this::read)).isEqualTo("read 1");
  }

  /// A role is taken while somebody reads who has it.
  @Test
  void whatIsForgottenWhileItIsReadIsNotKept() {
    String before =
        recent.get(
            "ada",
            () -> {
              String value = read();
              recent.forget();
              return value;
            });
    assertThat(before).isEqualTo("read 1");
    assertThat(recent.get("ada", this::read)).isEqualTo("read 2");
  }
}
