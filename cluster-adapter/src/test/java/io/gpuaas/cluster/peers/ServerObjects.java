package io.gpuaas.cluster.peers;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Objects of a real API server as controllers of ours change them: a node for a pod is a binding,
/// all else is status. Somebody else's change in between wins; the next turn looks again.
final class ServerObjects implements ClusterObjects {
  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;
  private static final String PODS = "/pods";
  private final KubernetesClient client;
  private final TreeMap<String, Kind> kinds = new TreeMap<>();

  ServerObjects(KubernetesClient client, Kind... custom) {
    this.client = client;
    for (Kind kind : custom) {
      kinds.put(kind.group() + "/" + kind.plural(), kind);
    }
    kinds.put(PODS, Kinds.POD);
    kinds.put("/nodes", Kinds.NODE);
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(String resource) {
    Kind kind = kinds.get(resource);
    if (kind == null) {
      throw new IllegalArgumentException("nobody here knows " + resource);
    }
    return client.genericKubernetesResources(
        new ResourceDefinitionContext.Builder()
            .withGroup(kind.group())
            .withVersion(kind.version())
            .withKind(kind.kind())
            .withPlural(kind.plural())
            .withNamespaced(!kind.equals(Kinds.NODE))
            .build());
  }

  private Tree read(Object object) {
    return Tree.read(client.getKubernetesSerialization().convertValue(object, Map.class));
  }

  private Resource<GenericKubernetesResource> one(ObjectKey key) {
    return all(key.resource()).inNamespace(key.namespace()).withName(key.name());
  }

  private Resource<GenericKubernetesResource> of(String resource, Tree object) {
    return all(resource)
        .inNamespace(object.text("metadata", "namespace"))
        .resource(
            client
                .getKubernetesSerialization()
                .convertValue(object.plain(), GenericKubernetesResource.class));
  }

  @Override
  public @Nullable Tree find(ObjectKey key) {
    GenericKubernetesResource found = one(key).get();
    return found == null ? null : read(found);
  }

  @Override
  public List<Tree> list(String resource, String namespace) {
    GenericKubernetesResourceList list =
        namespace.isEmpty()
            ? all(resource).inAnyNamespace().list()
            : all(resource).inNamespace(namespace).list();
    return list.getItems().stream().map(this::read).toList();
  }

  @Override
  public boolean create(String resource, Tree object) {
    return unlessSomebodyElse(() -> of(resource, object.without("status")).create());
  }

  @Override
  public void change(ObjectKey key, UnaryOperator<Tree> change) {
    Tree before = find(key);
    Tree after = before == null ? null : change.apply(before);
    if (before == null || after == null || after.equals(before)) {
      return;
    }
    String node = after.text("spec", "nodeName");
    if (!node.equals(before.text("spec", "nodeName"))) {
      var _ = unlessSomebodyElse(() -> bind(key, node));
    } else if (!key.resource().equals(PODS)) {
      var _ = unlessSomebodyElse(() -> of(key.resource(), after).updateStatus());
    }
  }

  private void bind(ObjectKey pod, String node) {
    client
        .bindings()
        .inNamespace(pod.namespace())
        .resource(
            new BindingBuilder()
                .withNewMetadata()
                .withName(pod.name())
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build())
        .create();
  }

  private static boolean unlessSomebodyElse(Runnable write) {
    try {
      write.run();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == CONFLICT || e.getCode() == NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void delete(ObjectKey key) {
    var _ = one(key).delete();
  }

  /// Pods: nothing else is owned by what is played here.
  @Override
  public List<ObjectKey> ownedBy(Tree owner) {
    String uid = owner.text("metadata", "uid");
    return list(PODS, owner.text("metadata", "namespace")).stream()
        .filter(
            pod ->
                pod.trees("metadata", "ownerReferences").stream()
                    .anyMatch(reference -> reference.text("uid").equals(uid)))
        .map(pod -> ObjectKey.of(PODS, pod))
        .toList();
  }
}
