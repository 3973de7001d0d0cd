package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.MainState;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How and when a run ended. The object's own condition decides between success and failure; what
/// was seen of its pods decides whether a failure was the program's or the platform's. Times are
/// the cluster's where it has any.
final class Verdicts {
  private static final int KILLED = 143;
  private static final int SIGNALS = 128;
  private static final int UNKNOWN = -1;

  /// Of a program that ran inside somebody else's process, as Ray tells it.
  private static final Pattern EXIT_CODE = Pattern.compile("exit code ([0-9]{1,3})\\b");

  private final RunPicture picture;

  Verdicts(RunPicture picture) {
    this.picture = picture;
  }

  private List<PodFacts> allPods() {
    List<PodFacts> all = new ArrayList<>(picture.past().values());
    all.addAll(picture.pods().values());
    return all;
  }

  /// The end that main objects report; null while they report none.
  @Nullable RunEnded endByObjects() {
    List<MainState> states = picture.mains().stream().map(picture.backend()::state).toList();
    for (MainState state : states) {
      if (state instanceof MainState.Failed failed) {
        return failed(failed);
      }
    }
    boolean all =
        !states.isEmpty() && states.stream().allMatch(MainState.Succeeded.class::isInstance);
    if (!all) {
      return null;
    }
    Instant said = null;
    for (MainState state : states) {
      said = later(said, PodFacts.instant(((MainState.Succeeded) state).at()));
    }
    return ended(endOfPods(said), RunOutcome.SUCCEEDED, 0, "");
  }

  private RunEnded failed(MainState.Failed failed) {
    Instant at = endOfPods(PodFacts.instant(failed.at()));
    PodFacts disturbed = disturbed();
    if (disturbed != null || failed.disrupted()) {
      return ended(at, RunOutcome.NODE_FAILED, KILLED, disturbance(disturbed, failed.message()));
    }
    PodFacts culprit = culprit();
    if (culprit != null) {
      String sentence =
          "Pod %s ended with exit code %d.".formatted(culprit.name(), culprit.exitCode());
      return ended(at, RunOutcome.FAILED, culprit.exitCode(), sentence);
    }
    String sentence = failed.reason() + ": " + failed.message();
    Matcher said = EXIT_CODE.matcher(failed.message());
    int code = said.find() ? Integer.parseInt(said.group(1)) : UNKNOWN;
    return ended(at, RunOutcome.FAILED, code, sentence);
  }

  /// Whether it is known which pod failed, and how, or the object itself says it.
  boolean isExplained() {
    return culprit() != null || disturbed() != null || saysExitCode();
  }

  private boolean saysExitCode() {
    return picture.mains().stream()
        .map(picture.backend()::state)
        .anyMatch(
            state ->
                state instanceof MainState.Failed it && EXIT_CODE.matcher(it.message()).find());
  }

  private @Nullable PodFacts disturbed() {
    return allPods().stream()
        .filter(pod -> !pod.disruption().isEmpty())
        .min(Comparator.comparing(PodFacts::name))
        .orElse(null);
  }

  private static String disturbance(@Nullable PodFacts pod, String message) {
    return pod == null
        ? message
        : "Pod %s on node %s was disturbed by the cluster: %s."
            .formatted(pod.name(), pod.node(), pod.disruption());
  }

  /// The pod that failed first. One that was killed by a signal was most likely killed for
  /// another's failure, and times have whole seconds only.
  private @Nullable PodFacts culprit() {
    return allPods().stream()
        .filter(pod -> pod.exitCode() != 0)
        .min(
            Comparator.comparing((PodFacts pod) -> pod.exitCode() > SIGNALS)
                .thenComparing(pod -> orElse(pod.finishedAt(), Instant.MAX))
                .thenComparing(PodFacts::name))
        .orElse(null);
  }

  /// Its objects were there and are not any more, and it was not us.
  RunEnded vanished() {
    Instant at = orElse(lastEnd(), picture.now());
    PodFacts disturbed = disturbed();
    return disturbed == null
        ? ended(at, RunOutcome.FAILED, UNKNOWN, "Its objects were deleted from outside.")
        : ended(at, RunOutcome.NODE_FAILED, KILLED, disturbance(disturbed, ""));
  }

  /// Whether another party says that it took it back.
  boolean isTakenBack() {
    return picture.told().stream().anyMatch(told -> told.isTrue("Evicted"));
  }

  /// Another party took it back; of several reasons the newest counts.
  RunEnded takenBack() {
    Tree newest =
        picture.told().stream()
            .map(told -> told.condition("Evicted"))
            .filter(condition -> condition.text("status").equals("True"))
            .max(Comparator.comparing(condition -> condition.text("lastTransitionTime")))
            .orElse(Tree.EMPTY);
    Instant at = orElse(PodFacts.instant(newest.text("lastTransitionTime")), picture.now());
    String why = newest.text("reason") + ": " + newest.text("message");
    String sentence =
        newest.equals(Tree.EMPTY)
            ? "The backend %s took it back.".formatted(picture.backend().name())
            : "The backend %s took it back: %s".formatted(picture.backend().name(), why);
    RunOutcome outcome =
        newest.text("reason").equals("Preempted") ? RunOutcome.PREEMPTED : RunOutcome.NODE_FAILED;
    return ended(orElse(lastEnd(), at), outcome, KILLED, sentence);
  }

  RunEnded conflict(String kind, String name) {
    String sentence =
        "The cluster has a %s named %s that is not this run's: remove it, or change the namespace"
            .formatted(kind, name);
    return ended(picture.now(), RunOutcome.FAILED, UNKNOWN, sentence + " prefix.");
  }

  /// It was told to end, and nothing is left.
  RunEnded stopped() {
    return ended(orElse(lastEnd(), picture.now()), RunOutcome.STOPPED, KILLED, "");
  }

  /// When the last of them began, as far as containers that ended still tell.
  Instant startOfFinished(List<PodFacts> pods) {
    return latest(pods, PodFacts::startedAt, picture.command().issuedAt());
  }

  private @Nullable Instant lastEnd() {
    Instant last = null;
    for (PodFacts pod : allPods()) {
      last = later(last, pod.finishedAt());
    }
    return last;
  }

  private Instant endOfPods(@Nullable Instant said) {
    return orElse(lastEnd(), orElse(said, picture.now()));
  }

  static Instant latest(
      List<PodFacts> pods, Function<PodFacts, @Nullable Instant> of, Instant fallback) {
    Instant last = null;
    for (PodFacts pod : pods) {
      last = later(last, of.apply(pod));
    }
    return orElse(last, fallback);
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.isAfter(one) ? other : one;
  }

  private static Instant orElse(@Nullable Instant value, Instant fallback) {
    return value == null ? fallback : value;
  }

  private RunEnded ended(Instant at, RunOutcome outcome, int exitCode, String message) {
    return new RunEnded(picture.command().run(), at, outcome, exitCode, message);
  }
}
