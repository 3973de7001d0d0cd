package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuaas.cluster.internal.follow.ApiAnswer;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Telling;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Objects of one cluster as [Tree]s, of whatever kind.
final class ObjectApi {
  static final String MANAGER = "gpuaas";
  private static final long PAGE = 500;
  private static final int CONFLICT = 409;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;

  private final KubernetesClient client;

  ObjectApi(KubernetesClient client) {
    this.client = client;
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(Kind kind, boolean namespaced) {
    return client.genericKubernetesResources(context(kind, namespaced));
  }

  static ResourceDefinitionContext context(Kind kind, boolean namespaced) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(kind.group())
        .withVersion(kind.version())
        .withKind(kind.kind())
        .withPlural(kind.plural())
        .withNamespaced(namespaced)
        .build();
  }

  private Resource<GenericKubernetesResource> resource(Tree object) {
    Kind kind = Kinds.of(object);
    GenericKubernetesResource resource = write(object);
    String namespace = object.text("metadata", "namespace");
    return namespace.isEmpty()
        ? all(kind, false).resource(resource)
        : all(kind, true).inNamespace(namespace).resource(resource);
  }

  private GenericKubernetesResource write(Tree object) {
    return client
        .getKubernetesSerialization()
        .convertValue(object.plain(), GenericKubernetesResource.class);
  }

  Tree read(Object resource) {
    return Tree.read(client.getKubernetesSerialization().convertValue(resource, Map.class));
  }

  /// Makes the object; one that is there already is given back as it is.
  Tree make(Manifest manifest) {
    Resource<GenericKubernetesResource> resource = resource(manifest.tree());
    return switch (manifest.write()) {
      case APPLY ->
          read(
              Objects.requireNonNull(
                  resource.fieldManager(MANAGER).forceConflicts().serverSideApply()));
      case CREATE -> {
        try {
          yield read(resource.fieldValidation(Validation.STRICT).create());
        } catch (KubernetesClientException e) {
          if (e.getCode() != CONFLICT) {
            throw e;
          }
          yield read(Objects.requireNonNull(resource.get(), "gone while it was looked at"));
        }
      }
    };
  }

  /// Asks the cluster whether it would take the object, and changes nothing.
  void rehearse(Manifest manifest) {
    Resource<GenericKubernetesResource> resource = resource(manifest.tree());
    if (manifest.write() == Manifest.Write.APPLY) {
      resource.dryRun(true).fieldManager(MANAGER).forceConflicts().serverSideApply();
    } else {
      resource.dryRun(true).fieldValidation(Validation.STRICT).create();
    }
  }

  /// False when the object was not as the patch expects, or is gone.
  boolean patch(Kind kind, String namespace, String name, List<Tree> operations) {
    String json =
        client.getKubernetesSerialization().asJson(operations.stream().map(Tree::plain).toList());
    try {
      all(kind, true)
          .inNamespace(namespace)
          .withName(name)
          .patch(PatchContext.of(PatchType.JSON), json);
      return true;
    } catch (KubernetesClientException e) {
      if (isOneOf(e, CONFLICT, NOT_FOUND, UNPROCESSABLE)) {
        return false;
      }
      throw e;
    }
  }

  /// Deletes the object and, before it, what it owns.
  void delete(Kind kind, String namespace, String name) {
    all(kind, true)
        .inNamespace(namespace)
        .withName(name)
        .withPropagationPolicy(DeletionPropagation.FOREGROUND)
        .delete();
  }

  @Nullable Tree find(Kind kind, String namespace, String name) {
    GenericKubernetesResource found = all(kind, true).inNamespace(namespace).withName(name).get();
    return found == null ? null : read(found);
  }

  /// The object of this kind and name, as it is now.
  @Nullable Tree find(Tree object) {
    GenericKubernetesResource found = resource(object).get();
    return found == null ? null : typed(read(found), Kinds.of(object));
  }

  /// Server-side apply without force: where somebody else owns a field, that is a conflict (409).
  Tree apply(Tree object, boolean dryRun) {
    Resource<GenericKubernetesResource> resource = resource(object);
    GenericKubernetesResource after =
        dryRun
            ? resource.dryRun(true).fieldManager(MANAGER).serverSideApply()
            : resource.fieldManager(MANAGER).serverSideApply();
    return typed(read(Objects.requireNonNull(after)), Kinds.of(object));
  }

  /// All quota objects of an instance.
  List<Tree> ofQueues(Kind kind, String instance) {
    try {
      return all(kind, true)
          .inAnyNamespace()
          .withLabel(RunShape.INSTANCE, instance)
          .withLabel(QueueManifests.LABEL)
          .list()
          .getItems()
          .stream()
          .map(this::read)
          .map(tree -> typed(tree, kind))
          .toList();
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  /// All objects of a kind, page by page.
  ///
  /// @throws KubernetesClientException with code 404 when the cluster does not know the kind
  List<Tree> all(Kind kind) {
    List<Tree> found = new ArrayList<>();
    String next = "";
    do {
      var options = new ListOptionsBuilder().withLimit(PAGE);
      if (!next.isEmpty()) {
        options.withContinue(next);
      }
      GenericKubernetesResourceList page = all(kind, true).inAnyNamespace().list(options.build());
      page.getItems().forEach(item -> found.add(typed(read(item), kind)));
      String after = page.getMetadata().getContinue();
      next = after == null ? "" : after;
    } while (!next.isEmpty());
    return found;
  }

  /// In which versions the cluster serves a kind's group; none where it does not know it. Asked to
  /// explain another failure, which is told whatever comes of this.
  List<String> versions(Kind kind) {
    try {
      String group = client.raw("/apis/" + kind.group());
      Map<?, ?> read =
          group == null
              ? Map.of()
              : client.getKubernetesSerialization().unmarshal(group, Map.class);
      return Tree.read(read).trees("versions").stream().map(it -> it.text("version")).toList();
    } catch (KubernetesClientException _) {
      return List.of();
    }
  }

  /// Whether the server knows the kind.
  ///
  /// @throws KubernetesClientException when it does not tell
  boolean knows(Kind kind) {
    try {
      var one = new ListOptionsBuilder().withLimit(1L).build();
      var _ = all(kind, true).inAnyNamespace().list(one);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /// Items of lists come without their kind.
  static Tree typed(Tree tree, Kind kind) {
    return tree.with("apiVersion", kind.apiVersion()).with("kind", kind.kind());
  }

  /// All objects of a run, in any namespace.
  List<Tree> ofRun(Kind kind, String run) {
    return labelled(kind, RunShape.RUN, run);
  }

  List<Tree> labelled(Kind kind, String label, String value) {
    return all(kind, true).inAnyNamespace().withLabel(label, value).list().getItems().stream()
        .map(this::read)
        .map(tree -> typed(tree, kind))
        .toList();
  }

  /// What another party tells of main objects; nothing where nobody does.
  List<Tree> tellings(@Nullable Telling telling, List<Tree> mains) {
    return telling == null
        ? List.of()
        : mains.stream()
            .map(main -> main.text("metadata", "uid"))
            .flatMap(uid -> labelled(telling.kind(), telling.uidLabel(), uid).stream())
            .toList();
  }

  /// What controllers said of pods that they could not make for an object and those below it, whose
  /// names begin with its own; nothing where we may not read it.
  List<String> refusedPods(String namespace, String name) {
    try {
      return all(Kinds.EVENT, true)
          .inNamespace(namespace)
          .withField("reason", "FailedCreate")
          .list()
          .getItems()
          .stream()
          .map(this::read)
          .filter(event -> event.text("involvedObject", "name").startsWith(name))
          .map(event -> event.text("message"))
          .toList();
    } catch (KubernetesClientException e) {
      if (e.getCode() == FORBIDDEN) {
        return List.of();
      }
      throw e;
    }
  }

  /// What the cluster said by this failure, or why it gave no answer.
  static ApiAnswer answer(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (!(cause instanceof KubernetesClientException e) || e.getCode() <= 0) {
      return new ApiAnswer(0, root(cause), 0);
    }
    Status status = e.getStatus();
    String said = status == null ? null : status.getMessage();
    String message = said == null ? e.getMessage() : said;
    Integer after =
        status == null || status.getDetails() == null
            ? null
            : status.getDetails().getRetryAfterSeconds();
    return new ApiAnswer(e.getCode(), message == null ? "" : message, after == null ? 0 : after);
  }

  /// The innermost reason tells most: that of a certificate, or of a connection.
  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }

  private static boolean isOneOf(KubernetesClientException e, int... codes) {
    for (int code : codes) {
      if (e.getCode() == code) {
        return true;
      }
    }
    return false;
  }
}
