package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a container is told by environment: who it is, where the others are, by which network they
/// talk, and from where to go on. What the user sets comes last and so wins.
final class Environment {
  private final RunShape shape;
  private final Group group;

  Environment(RunShape shape, Group group) {
    this.shape = shape;
    this.group = group;
  }

  List<Tree> variables(@Nullable Rendezvous rendezvous) {
    List<Tree> all = new ArrayList<>();
    long savedSeconds = shape.command().savedMillis() / 1000;
    add(all, "GPUAAS_JOB", shape.command().job().value());
    add(all, "GPUAAS_RUN", shape.command().run().value());
    add(all, "GPUAAS_POD_SET", group.podSet().name());
    add(all, "GPUAAS_SAVED_SECONDS", Long.toString(savedSeconds));
    add(all, "GPUAAS_RESUME", Boolean.toString(savedSeconds > 0));
    add(all, "GPUAAS_GRACE_SECONDS", Long.toString(shape.command().spec().graceSeconds()));
    all.addAll(shape.site().storage().environment(shape));
    all.addAll(new DataMounts(shape).environment());
    if (rendezvous != null && rendezvous.isNeeded()) {
      all.addAll(rendezvous.variables());
    }
    all.addAll(shape.fabric().environment());
    shape.command().spec().env().forEach((name, value) -> add(all, name, value));
    return withoutEarlierOfSameName(all);
  }

  private static void add(List<Tree> all, String name, String value) {
    all.add(Rendezvous.text(name, value));
  }

  private static List<Tree> withoutEarlierOfSameName(List<Tree> all) {
    List<Tree> kept = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String name = all.get(i).text("name");
      boolean comesAgain =
          all.subList(i + 1, all.size()).stream().anyMatch(it -> it.text("name").equals(name));
      if (!comesAgain) {
        kept.add(all.get(i));
      }
    }
    return List.copyOf(kept);
  }
}
