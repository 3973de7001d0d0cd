package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.manifest.MainState;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runs that hold room and will never start: their image cannot be had, or the cluster refuses
/// their pods. What may still change, like a node without room, is waited for.
public final class StartTrouble {
  /// No trial more will help.
  private static final Pattern HOPELESS = Pattern.compile("InvalidImageName|ErrImageNeverPull");

  /// A registry may be away for a while, and what a pod refers to may be made a little later.
  private static final Pattern LASTING =
      Pattern.compile(
          "ErrImagePull|ImagePullBackOff|ImageInspectError|CreateContainer(Config)?Error"
              + "|RunContainerError");

  /// By a policy, a webhook, the level of Pod Security, a LimitRange, or for what they are. Not by
  /// a quota, and not for a service account that is made a moment after its namespace.
  private static final Pattern REFUSED =
      Pattern.compile("denied|is invalid|violates PodSecurity|usage per (Container|Pod)");

  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration PODS_ARE_DUE = Duration.ofSeconds(30);
  private static final int FORBIDDEN = 403;
  private static final int UNKNOWN = -1;

  private StartTrouble() {}

  /// The end of a run one of whose pods will not start; null while it may.
  static @Nullable RunEnded ofPods(RunPicture picture) {
    boolean lasts = isOlderThan(picture, PATIENCE);
    return picture.pods().values().stream()
        .filter(pod -> !pod.deleting() && !pod.isOver())
        .filter(pod -> is(pod, HOPELESS) || (lasts && is(pod, LASTING)))
        .min(Comparator.comparing(PodFacts::name))
        .map(pod -> ended(picture, cannotStart(pod)))
        .orElse(null);
  }

  private static boolean is(PodFacts pod, Pattern trouble) {
    return trouble.matcher(pod.trouble()).lookingAt();
  }

  private static String cannotStart(PodFacts pod) {
    return "Pod %s cannot start on node %s: %s. Look at the job's image and at what it refers to."
        .formatted(pod.name(), pod.node(), pod.trouble());
  }

  private static boolean isOlderThan(RunPicture picture, Duration age) {
    return !picture.now().isBefore(picture.command().issuedAt().plus(age));
  }

  /// Whether not one pod is there of objects that nobody holds back.
  ///
  /// @param said what has been said by now
  public static boolean hasNoPods(RunPicture picture, Said said) {
    var rendering = picture.rendering();
    return picture.command() instanceof EnsureRun
        && rendering != null
        && !said.started()
        && !said.ended()
        && picture.mains().size() >= rendering.mains().size()
        && picture.pods().isEmpty()
        && picture.past().isEmpty()
        && picture.mains().stream()
            .map(picture.backend()::state)
            .noneMatch(MainState.Suspended.class::isInstance);
  }

  /// Whether pods should be there by now, so that it is worth asking why they are not.
  public static boolean isPodDue(RunPicture picture) {
    return isOlderThan(picture, PODS_ARE_DUE);
  }

  /// The end of a run whose pods the cluster refuses to make; null while it may make them.
  ///
  /// @param events what controllers said of pods that they could not make
  public static @Nullable RunEnded ofEvents(RunPicture picture, List<String> events) {
    return events.stream()
        .filter(said -> REFUSED.matcher(said).find())
        .filter(said -> new ApiAnswer(FORBIDDEN, said, 0).verdict() == ApiAnswer.Verdict.REFUSED)
        .findFirst()
        .map(said -> ended(picture, "The cluster refused its pods: " + said))
        .orElse(null);
  }

  private static RunEnded ended(RunPicture picture, String sentence) {
    return new RunEnded(
        picture.command().run(), picture.now(), RunOutcome.FAILED, UNKNOWN, sentence);
  }
}
