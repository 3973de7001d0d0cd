package io.gpuaas.cluster.peers;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.Workload;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Whether objects are as their kinds say: built-in kinds by the client's models of Kubernetes
/// 1.37, custom ones by schemas of our own words in `src/test/resources/schemas`. An unknown field
/// is a fault, as it is where a server validates strictly.
public final class Schemas {
  private static final Path FOLDER = Path.of("src/test/resources/schemas");
  private static final Map<String, Class<?>> MODELS =
      Map.ofEntries(
          Map.entry("v1/Namespace", Namespace.class),
          Map.entry("v1/Node", Node.class),
          Map.entry("v1/Pod", Pod.class),
          Map.entry("v1/Service", Service.class),
          Map.entry("v1/ConfigMap", ConfigMap.class),
          Map.entry("v1/ResourceQuota", ResourceQuota.class),
          Map.entry("v1/PersistentVolumeClaim", PersistentVolumeClaim.class),
          Map.entry("apps/v1/Deployment", Deployment.class),
          Map.entry("coordination.k8s.io/v1/Lease", Lease.class),
          Map.entry("batch/v1/Job", Job.class),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
          Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("resource.k8s.io/v1/ResourceClaimTemplate", ResourceClaimTemplate.class),
          Map.entry("scheduling.k8s.io/v1beta1/Workload", Workload.class),
          Map.entry("scheduling.k8s.io/v1beta1/PodGroup", PodGroup.class));

  private final KubernetesSerialization json = new KubernetesSerialization();
  private final TreeMap<String, Tree> custom = new TreeMap<>();

  public Schemas() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        Tree schema = Tree.read(json.unmarshal(Files.readString(file), Map.class));
        custom.put(schema.text("kind"), schema.tree("schema"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The schema of a custom kind, as `batch.volcano.sh/v1alpha1/Job`, in the words of a definition
  /// that an API server takes; templates are taken as they are.
  Tree definition(String kind) {
    Tree schema = custom.get(kind);
    if (schema == null) {
      throw new IllegalArgumentException("there is no schema of " + kind);
    }
    return defined(schema);
  }

  private static Tree defined(Tree schema) {
    Tree anything = Tree.of("x-kubernetes-preserve-unknown-fields", true);
    return switch (schema.text("type")) {
      case "object" -> {
        Tree others = schema.tree("additionalProperties");
        if (schema.has("additionalProperties") && others.fields().isEmpty()) {
          yield anything.with("type", "object");
        }
        TreeMap<String, Object> properties = new TreeMap<>();
        schema
            .tree("properties")
            .fields()
            .forEach((name, inner) -> properties.put(name, defined((Tree) inner)));
        Tree object = Tree.of("type", "object", "required", schema.value("required"));
        yield schema.has("additionalProperties")
            ? object.with("additionalProperties", defined(others))
            : object.with("properties", new Tree(properties));
      }
      case "array" -> Tree.of("type", "array", "items", defined(schema.tree("items")));
      case "" -> schema.has("model") ? anything.with("type", "object") : anything;
      default -> schema;
    };
  }

  /// What is wrong with an object, each with its place; none when it is as its kind says.
  public List<String> faults(Tree object) {
    String kind = object.text("apiVersion") + "/" + object.text("kind");
    List<String> faults = new ArrayList<>();
    Class<?> model = MODELS.get(kind);
    Tree schema = custom.get(kind);
    if (model != null) {
      unknown(object, model, "", faults);
    } else if (schema == null) {
      faults.add("there is no schema of " + kind);
    } else {
      check(object.without("apiVersion", "kind", "metadata"), schema, "", faults);
      unknown(Tree.of("metadata", object.tree("metadata")), ConfigMap.class, "", faults);
    }
    return faults;
  }

  /// Reads it as the model and writes it again: what the model does not know is kept apart by it,
  /// so a field that does not come back among the known ones is unknown.
  private void unknown(Tree object, Class<?> model, String at, List<String> faults) {
    Object read = json.convertValue(object.plain(), model);
    ModelFields.unknown(read, at, faults);
  }

  private void check(Object value, Tree schema, String at, List<String> faults) {
    if (schema.has("model")) {
      template(value, schema.text("model"), at, faults);
      return;
    }
    switch (schema.text("type")) {
      case "object" -> object(value, schema, at, faults);
      case "array" -> array(value, schema, at, faults);
      case "integer" -> {
        boolean fits = value instanceof Number number && number.longValue() >= minimum(schema);
        expect(fits, at, "a whole number of at least " + minimum(schema), value, faults);
      }
      case "boolean" -> expect(value instanceof Boolean, at, "true or false", value, faults);
      case "string" -> {
        expect(value instanceof String, at, "a text", value, faults);
        List<?> allowed = schema.value("enum") instanceof List<?> list ? list : List.of();
        expect(allowed.isEmpty() || allowed.contains(value), at, "of " + allowed, value, faults);
      }
      default -> {}
    }
  }

  private static long minimum(Tree schema) {
    return schema.has("minimum") ? schema.number("minimum") : Long.MIN_VALUE;
  }

  private void template(Object value, String model, String at, List<String> faults) {
    if (value instanceof Tree tree) {
      boolean isPod = model.equals("PodTemplateSpec");
      unknown(tree, isPod ? PodTemplateSpec.class : Job.class, at, faults);
      Tree pod = isPod ? tree : tree.tree("spec", "template");
      expect(!pod.tree("spec").trees("containers").isEmpty(), at, "with containers", pod, faults);
    }
  }

  private void object(Object value, Tree schema, String at, List<String> faults) {
    if (!(value instanceof Tree tree)) {
      expect(false, at, "an object", value, faults);
      return;
    }
    Tree properties = schema.tree("properties");
    Tree others = schema.tree("additionalProperties");
    tree.fields()
        .forEach(
            (name, inner) -> {
              String place = at + "/" + name;
              if (properties.has(name)) {
                check(inner, properties.tree(name), place, faults);
              } else if (schema.has("additionalProperties")) {
                check(inner, others, place, faults);
              } else {
                faults.add("unknown field " + place);
              }
            });
    List<?> required = schema.value("required") instanceof List<?> list ? list : List.of();
    for (Object name : required) {
      if (!tree.has(name.toString())) {
        faults.add("missing field " + at + "/" + name);
      }
    }
  }

  private void array(Object value, Tree schema, String at, List<String> faults) {
    if (!(value instanceof List<?> list)) {
      expect(false, at, "a list", value, faults);
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      check(list.get(i), schema.tree("items"), at + "/" + i, faults);
    }
  }

  private static void expect(
      boolean holds, String at, String wanted, Object value, List<String> faults) {
    if (!holds) {
      faults.add("%s must be %s, not %s".formatted(at, wanted, value));
    }
  }
}
