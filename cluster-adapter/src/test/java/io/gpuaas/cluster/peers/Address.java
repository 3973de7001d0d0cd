package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The address of a request: which objects of which resource.
record Address(String resource, String namespace, String name, TreeMap<String, String> query) {

  static Address of(URI uri) {
    List<String> parts = new ArrayList<>(List.of(uri.getPath().substring(1).split("/", -1)));
    String group = parts.removeFirst().equals("apis") ? parts.removeFirst() : "";
    parts.removeFirst();
    boolean namespaced = parts.size() > 2 && parts.getFirst().equals("namespaces");
    String namespace = "";
    if (namespaced) {
      parts.removeFirst();
      namespace = parts.removeFirst();
    }
    String name = parts.size() > 1 ? parts.get(1) : "";
    return new Address(group + "/" + parts.getFirst(), namespace, name, query(uri));
  }

  private static TreeMap<String, String> query(URI uri) {
    TreeMap<String, String> query = new TreeMap<>();
    String raw = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(
            URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  ObjectKey key() {
    return new ObjectKey(resource, namespace, name);
  }

  boolean isWatch() {
    return query.getOrDefault("watch", "").equals("true");
  }

  long since() {
    String since = query.getOrDefault("resourceVersion", "");
    return since.isEmpty() ? 0 : Long.parseLong(since);
  }

  /// By labels that have to be equal.
  boolean matches(Tree object) {
    for (String term : query.getOrDefault("labelSelector", "").split(",", -1)) {
      int equals = term.indexOf('=');
      String value = equals < 0 ? "" : term.substring(equals).replaceFirst("^==?", "");
      boolean holds =
          equals < 0 || object.text("metadata", "labels", term.substring(0, equals)).equals(value);
      if (!holds) {
        return false;
      }
    }
    return true;
  }
}
