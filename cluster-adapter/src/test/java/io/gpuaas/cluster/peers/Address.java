package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  /// By its labels and the fields that it is asked for by.
  boolean matches(Tree object) {
    return terms("labelSelector")
            .allMatch(it -> it.fits(object.text("metadata", "labels", it.name())))
        && terms("fieldSelector").allMatch(it -> it.fits(object.text(it.name().split("\\."))));
  }

  private Stream<Term> terms(String selector) {
    return Pattern.compile(",")
        .splitAsStream(query.getOrDefault(selector, ""))
        .filter(text -> !text.isEmpty())
        .map(Term::of);
  }

  /// A condition of a selector: `a=b`, `a!=b`, or `a` for any value.
  private record Term(String name, String operator, String value) {
    static Term of(String text) {
      String operator = text.contains("!=") ? "!=" : text.contains("=") ? "=" : "";
      int at = operator.isEmpty() ? text.length() : text.indexOf(operator);
      String value = text.substring(at + operator.length()).replaceFirst("^=", "");
      return new Term(text.substring(0, at), operator, value);
    }

    boolean fits(String found) {
      return switch (operator) {
        case "=" -> found.equals(value);
        case "!=" -> !found.equals(value);
        default -> !found.isEmpty();
      };
    }
  }
}
