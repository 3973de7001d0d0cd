package io.gpuaas.cluster.apimodel;

import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Lists, gets, creates, applies, patches and deletes. Knows no schemas.
final class Verbs {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;

  private final ObjectStore store;

  Verbs(ObjectStore store) {
    this.store = store;
  }

  record Answer(int status, Tree body) {}

  static Tree status(int code, String reason, String message) {
    return Tree.of(
        "kind",
        "Status",
        "apiVersion",
        "v1",
        "status",
        "Failure",
        "reason",
        reason,
        "message",
        message,
        "code",
        code);
  }

  Answer answer(ApiRequest request) {
    return switch (request.method()) {
      case "GET" -> request.name().isEmpty() ? list(request) : get(request);
      case "POST" -> create(request);
      case "PATCH" -> patch(request);
      case "DELETE" -> delete(request);
      default -> refuse(405, "MethodNotAllowed", request.method());
    };
  }

  private static Answer refuse(int code, String reason, String message) {
    return new Answer(code, status(code, reason, message));
  }

  private static ObjectStore.Key key(ApiRequest request, String name) {
    return new ObjectStore.Key(request.kind(), request.namespace(), name);
  }

  private static Answer notFound(ApiRequest request) {
    return refuse(
        NOT_FOUND, "NotFound", "%s \"%s\" not found".formatted(request.kind(), request.name()));
  }

  boolean concerns(ApiRequest request, ObjectStore.Key key, Tree object) {
    boolean inside =
        key.kind().equals(request.kind())
            && (request.namespace().isEmpty() || request.namespace().equals(key.namespace()));
    return inside
        && terms(request, "labelSelector").allMatch(it -> it.fits(label(object, it.name())))
        && terms(request, "fieldSelector")
            .allMatch(it -> it.fits(object.text(it.name().split("\\."))));
  }

  private static String label(Tree object, String name) {
    return object.text("metadata", "labels", name);
  }

  /// A condition of a selector: `a=b`, `a!=b`, or `a` for any value.
  private record Term(String name, String operator, String value) {
    static Term of(String text) {
      String operator = text.contains("!=") ? "!=" : text.contains("=") ? "=" : "";
      int at = operator.isEmpty() ? text.length() : text.indexOf(operator);
      return new Term(text.substring(0, at), operator, text.substring(at + operator.length()));
    }

    boolean fits(String found) {
      return switch (operator) {
        case "=" -> found.equals(value);
        case "!=" -> !found.equals(value);
        default -> !found.isEmpty();
      };
    }
  }

  private static Stream<Term> terms(ApiRequest request, String selector) {
    return Pattern.compile(",")
        .splitAsStream(request.query().getOrDefault(selector, ""))
        .filter(text -> !text.isEmpty())
        .map(Term::of);
  }

  /// Tells a watcher how far it has come when nothing of it concerned it.
  static Tree bookmark(ApiRequest request, long version) {
    String group = request.kind().substring(0, request.kind().indexOf('/'));
    return Tree.of(
        "apiVersion", group.isEmpty() ? "v1" : group + "/v1",
        "kind", request.kind().substring(request.kind().indexOf('/') + 1),
        "metadata", Tree.of("resourceVersion", Long.toString(version)));
  }

  private Answer list(ApiRequest request) {
    long version = store.version();
    List<Tree> items = new ArrayList<>();
    for (ObjectStore.Key key : store.keys(request.kind())) {
      Tree object = store.get(key);
      if (object != null && concerns(request, key, object)) {
        items.add(object);
      }
    }
    Tree metadata = Tree.of("resourceVersion", Long.toString(version));
    return new Answer(
        OK, Tree.of("kind", "List", "apiVersion", "v1", "metadata", metadata).with("items", items));
  }

  private Answer get(ApiRequest request) {
    Tree object = store.get(key(request, request.name()));
    return object == null ? notFound(request) : new Answer(OK, object);
  }

  private Answer create(ApiRequest request) {
    Tree wanted = read(request.body());
    ObjectStore.Key key = key(request, wanted.text("metadata", "name"));
    if (store.get(key) != null) {
      return refuse(CONFLICT, "AlreadyExists", "%s already exists".formatted(key.name()));
    }
    return new Answer(CREATED, store.put(key, wanted));
  }

  private static Tree read(String text) {
    return Tree.read(JSON.readValue(text, Map.class));
  }

  private Answer patch(ApiRequest request) {
    ObjectStore.Key key = key(request, request.name());
    Tree before = store.get(key);
    if (request.contentType().contains("apply-patch")) {
      return new Answer(before == null ? CREATED : OK, store.put(key, read(request.body())));
    }
    if (before == null) {
      return notFound(request);
    }
    try {
      var patched =
          JsonPatch.apply(JSON.readTree(request.body()), JSON.valueToTree(before.plain()));
      return new Answer(OK, store.put(key, Tree.read(JSON.treeToValue(patched, Map.class))));
    } catch (JsonPatchException e) {
      return refuse(UNPROCESSABLE, "Invalid", String.valueOf(e.getMessage()));
    }
  }

  /// Jobs and pods go when what plays them has let them go.
  private Answer delete(ApiRequest request) {
    ObjectStore.Key key = key(request, request.name());
    if (store.get(key) == null) {
      return notFound(request);
    }
    if (request.kind().equals(JobsPlayer.JOBS) || request.kind().equals(JobsPlayer.PODS)) {
      store.change(key, JobsPlayer::deleting);
    } else {
      store.remove(key);
    }
    return new Answer(OK, Tree.of("kind", "Status", "apiVersion", "v1", "status", "Success"));
  }
}
