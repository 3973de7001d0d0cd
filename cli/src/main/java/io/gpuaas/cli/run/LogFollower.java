package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.Stopper;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.EventLines;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Prints what a job writes, line by line, exactly once, however often the connection breaks: each
/// new one goes on behind the last line that was printed. It ends when the server says that nothing
/// will follow, not when a connection does.
public final class LogFollower {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Api api;
  private final Surroundings here;
  private final Stopper end;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Function<JsonNode, String> form;
  private final String path;
  private String last;

  /// @param query for example `?rank=0`, or empty
  /// @param after the id of the line to go on behind, or empty
  /// @param form a line as it is printed
  public LogFollower(
      Api api,
      Surroundings here,
      String job,
      String query,
      String after,
      Function<JsonNode, String> form) {
    this.api = api;
    this.here = here;
    this.end = here.stopper();
    this.path = "/jobs/%s/logs%s".formatted(job, query);
    this.last = after;
    this.form = form;
  }

  public LogFollower start() {
    Thread.ofPlatform().daemon().name("logs").start(this::follow);
    return this;
  }

  /// Waits for the last line; false when it did not come in time.
  public boolean await(Duration longest) {
    try {
      return done.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return false;
    }
  }

  /// Follows until the end, in the calling thread.
  public void follow() {
    Duration pause = FIRST_PAUSE;
    try {
      while (!end.isAsked()) {
        String before = last;
        if (readOnce()) {
          return;
        }
        pause = last.equals(before) ? longer(pause) : FIRST_PAUSE;
        if (!end.pause(pause)) {
          return;
        }
      }
    } catch (CliFault e) {
      here.say("gpuaas: the log cannot be read: " + e.getMessage());
    } finally {
      done.countDown();
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }

  /// One connection; true when the log has ended.
  private boolean readOnce() {
    try (EventLines lines = api.follow(path, last)) {
      Optional<EventLines.Message> next = lines.next();
      while (next.isPresent()) {
        EventLines.Message message = next.get();
        if (message.kind().equals("end")) {
          return true;
        }
        print(message);
        next = lines.next();
      }
    } catch (IOException _) {
      // The next connection goes on where this one was cut.
    }
    return false;
  }

  private void print(EventLines.Message message) {
    JsonNode line = Json.MAPPER.readTree(message.data());
    here.out().println(form.apply(line));
    here.out().flush();
    last = message.id();
  }

  /// A line for people.
  ///
  /// @param ranks whether it shows its rank
  public static String text(JsonNode line, boolean ranks) {
    String text = line.path("text").asString("");
    return ranks ? "[%d] %s".formatted(line.path("rank").asInt(0), text) : text;
  }
}
