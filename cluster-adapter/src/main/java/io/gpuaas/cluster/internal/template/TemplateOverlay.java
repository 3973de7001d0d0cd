package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Backend.Rendering;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Lays our objects over a user's manifest: what we decide is ours, the rest stays. Pod templates
/// are found by our label of their pod set.
public final class TemplateOverlay {
  private static final List<String> KEPT_METADATA = List.of("labels", "annotations");
  private static final List<String> OF_RUNTIME =
      List.of(
          "PET_NNODES",
          "PET_NPROC_PER_NODE",
          "PET_NODE_RANK",
          "PET_MASTER_ADDR",
          "PET_MASTER_PORT");

  /// Fields of main objects that the user may know better.
  private static final List<String> USERS_FIRST =
      List.of("rayVersion", "nprocPerNode", "cleanPodPolicy", "successPolicy", "maxRetry");

  private final Tree users;

  private TemplateOverlay(Tree users) {
    this.users = users;
  }

  /// What is rendered, laid over the manifest.
  ///
  /// @param users manifest, in which [ManifestReader] finds no fault
  public static Rendering over(Tree users, Rendering ours) {
    TemplateOverlay overlay = new TemplateOverlay(users);
    boolean ownRuntime = TemplateKind.of(users).orElse(null) == TemplateKind.TRAIN_JOB;
    List<Manifest> lasting =
        ours.lasting().stream()
            .filter(it -> !ownRuntime || !Kinds.of(it.tree()).equals(Kinds.TRAINING_RUNTIME))
            .toList();
    List<Manifest> mains =
        ours.mains().stream()
            .map(main -> new Manifest(overlay.main(main.tree()), main.write()))
            .toList();
    return new Rendering(ours.shape(), lasting, ours.gang(), mains, ours.around());
  }

  private Tree main(Tree ours) {
    Tree bare = users.without("status").with("metadata", keptMetadata(users));
    Tree laid = lay(bare, ours);
    return Kinds.of(ours).equals(Kinds.TRAIN_JOB) ? trainJob(laid, ours) : laid;
  }

  private static Tree keptMetadata(Tree object) {
    Tree metadata = object.tree("metadata");
    Tree kept = Tree.EMPTY;
    for (String field : KEPT_METADATA) {
      kept = metadata.has(field) ? kept.with(field, metadata.tree(field)) : kept;
    }
    return kept;
  }

  /// Ours wins; a pod template is laid over the user's of the same pod set.
  private static Tree lay(Tree user, Tree ours) {
    if (isPodTemplate(ours)) {
      return PodOverlay.pod(user.with("metadata", keptMetadata(user)), ours);
    }
    TreeMap<String, Object> laid = new TreeMap<>(user.fields());
    ours.fields()
        .forEach(
            (name, value) -> {
              if (!USERS_FIRST.contains(name) || !user.has(name)) {
                laid.put(name, value(user.value(name), value));
              }
            });
    return new Tree(laid);
  }

  private static Object value(@Nullable Object user, Object ours) {
    if (user instanceof Tree one && ours instanceof Tree other) {
      return lay(one, other);
    }
    if (user instanceof List<?> && ours instanceof List<?> list) {
      List<Object> laid = new ArrayList<>();
      for (Object element : list) {
        laid.add(element instanceof Tree tree ? element(user, tree) : element);
      }
      return List.copyOf(laid);
    }
    return ours;
  }

  /// The user's element of the pod set that ours is about; ours alone when it is about none.
  private static Object element(Object usersList, Tree ours) {
    String podSet = podSet(ours);
    Tree holder = Tree.of("all", usersList);
    for (Tree element : holder.trees("all")) {
      boolean same =
          element.text("name").equals(podSet) || element.text("groupName").equals(podSet);
      if (!podSet.isEmpty() && same) {
        return lay(element, ours);
      }
    }
    return ours;
  }

  private static boolean isPodTemplate(Tree tree) {
    return tree.tree("metadata", "labels").has(RunShape.POD_SET) && tree.has("spec");
  }

  /// Pod set of the first pod template in it; empty when it has none.
  private static String podSet(Tree tree) {
    if (isPodTemplate(tree)) {
      return tree.text("metadata", "labels", RunShape.POD_SET);
    }
    for (Object value : tree.fields().values()) {
      String found = value instanceof Tree inner ? podSet(inner) : "";
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  /// Its pods are its runtime's: the trainer is a container of them, and what else we have to say
  /// is one more patch of the runtime.
  private Tree trainJob(Tree laid, Tree ours) {
    Tree trainer = users.tree("spec", "trainer");
    Tree user = asContainer(trainer);
    Tree container = PodOverlay.container(user, asContainer(ours.tree("spec", "trainer")));
    List<Tree> env =
        container.trees("env").stream()
            .filter(it -> !OF_RUNTIME.contains(it.text("name")))
            .toList();
    Tree merged =
        trainer
            .with("env", env)
            .with("numNodes", ours.tree("spec", "trainer").number("numNodes"))
            .with("resourcesPerNode", container.tree("resources"));
    List<Tree> patches = new ArrayList<>(users.trees("spec", "runtimePatches"));
    patches.addAll(ours.trees("spec", "runtimePatches"));
    Tree spec =
        laid.tree("spec")
            .with("trainer", merged)
            .with("runtimeRef", users.tree("spec", "runtimeRef"))
            .with("runtimePatches", patches);
    return laid.with("spec", spec);
  }

  private static Tree asContainer(Tree trainer) {
    return trainer.with("resources", trainer.tree("resourcesPerNode")).with("name", "node");
  }
}
