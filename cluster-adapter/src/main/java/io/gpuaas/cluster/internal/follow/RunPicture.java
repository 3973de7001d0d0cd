package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.RunCommand;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A run as it is on its cluster.
///
/// @param command in force
/// @param rendering of the run; null when it was only ever told to stop
/// @param mains its main objects that are there
/// @param pods that are there, by uid
/// @param past what was last seen of pods that are gone, by uid
/// @param told what another party tells of its main objects; looked up with a fresh look only
/// @param said what was said of the run already
/// @param fresh whether objects and pods were read from the cluster just now, not from a cache that
///   may lag behind our own writes
/// @param evidenceIsDue whether it has been waited for what pods have to say of a failure: their
///   watch may lag behind that of the main objects
public record RunPicture(
    RunCommand command,
    Backend backend,
    Backend.@Nullable Rendering rendering,
    List<Tree> mains,
    SortedMap<String, PodFacts> pods,
    SortedMap<String, PodFacts> past,
    List<Tree> told,
    Said said,
    boolean fresh,
    boolean evidenceIsDue,
    Instant now) {

  public RunPicture {
    mains = List.copyOf(mains);
    told = List.copyOf(told);
    pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
    past = Collections.unmodifiableSortedMap(new TreeMap<>(past));
  }

  /// What was done and said in this process's life.
  ///
  /// @param made its objects were there once
  public record Said(boolean made, boolean started, boolean ended, boolean gone) {
    public static final Said NOTHING = new Said(false, false, false, false);

    Said withMade() {
      return new Said(true, started, ended, gone);
    }

    Said withStarted() {
      return new Said(made, true, ended, gone);
    }

    Said withEnded() {
      return new Said(made, started, true, gone);
    }

    Said withGone() {
      return new Said(made, started, ended, true);
    }
  }
}
