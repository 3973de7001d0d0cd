package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.gpuaas.cluster.internal.manifest.RunShape;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an informer keeps of each object to tell news from what is known: its names, its version,
/// and our own labels. What matters beyond is in our books; ten thousand whole pods are more than
/// we need to hold twice.
final class BareObjects implements ItemStore<GenericKubernetesResource> {
  private final ConcurrentHashMap<String, GenericKubernetesResource> items =
      new ConcurrentHashMap<>();

  @Override
  public String getKey(GenericKubernetesResource object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata.getNamespace() == null
        ? metadata.getName()
        : metadata.getNamespace() + "/" + metadata.getName();
  }

  @Override
  public @Nullable GenericKubernetesResource put(String key, GenericKubernetesResource object) {
    return items.put(key, bare(object));
  }

  private static GenericKubernetesResource bare(GenericKubernetesResource object) {
    ObjectMeta whole = object.getMetadata();
    TreeMap<String, String> labels = new TreeMap<>();
    if (whole.getLabels() != null) {
      for (Map.Entry<String, String> label : whole.getLabels().entrySet()) {
        if (label.getKey().startsWith(RunShape.PREFIX)) {
          labels.put(label.getKey(), label.getValue());
        }
      }
    }
    GenericKubernetesResource bare = new GenericKubernetesResource();
    bare.setApiVersion(object.getApiVersion());
    bare.setKind(object.getKind());
    bare.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(whole.getNamespace())
            .withName(whole.getName())
            .withUid(whole.getUid())
            .withResourceVersion(whole.getResourceVersion())
            .withLabels(labels)
            .build());
    return bare;
  }

  @Override
  public @Nullable GenericKubernetesResource remove(String key) {
    return items.remove(key);
  }

  @Override
  public Stream<String> keySet() {
    return items.keySet().stream();
  }

  @Override
  public Stream<GenericKubernetesResource> values() {
    return items.values().stream();
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public @Nullable GenericKubernetesResource get(String key) {
    return items.get(key);
  }

  /// What is kept cannot be handed on in place of an object.
  @Override
  public boolean isFullState() {
    return false;
  }
}
