package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import io.gpuaas.placement.ForeignPod;
import java.util.List;
import java.util.SortedMap;

/// Who pays for what others run on a cluster. First the LocalQueue that it came through, then its
/// namespace, then the project that the namespace is named after, as ours are; what is left goes to
/// one account, so that nothing is billed to nobody.
///
/// @param projects by `namespace/queue` or `namespace`
/// @param rest project of what nothing names
public record ForeignAccounts(SortedMap<String, String> projects, String rest) {
  static final List<String> KEYS = List.of("foreignProjects", "foreignAccount");

  static ForeignAccounts of(SortedMap<String, String> settings) {
    return new ForeignAccounts(
        Texts.pairs(settings.getOrDefault("foreignProjects", "")),
        settings.getOrDefault("foreignAccount", ForeignPod.UNATTRIBUTED));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "foreignProjects" -> {
        String name = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
        String pair = "%s(/%s)?=%s".formatted(name, name, name);
        boolean valid = Texts.words(text).stream().allMatch(word -> word.matches(pair));
        Texts.allow(
            pointer, text, valid, "pairs like NAMESPACE/QUEUE=PROJECT, NAMESPACE=PROJECT", faults);
      }
      case "foreignAccount" -> faults.dnsLabel(pointer, text);
      default -> {}
    }
  }

  /// @param queue empty for none
  /// @param prefix of the namespaces that belong to projects
  String project(String namespace, String queue, String prefix) {
    String byQueue = projects.get(namespace + "/" + queue);
    String byNamespace = projects.get(namespace);
    if (byQueue != null) {
      return byQueue;
    } else if (byNamespace != null) {
      return byNamespace;
    }
    boolean ofProject = !prefix.isEmpty() && namespace.startsWith(prefix);
    return ofProject && namespace.length() > prefix.length()
        ? namespace.substring(prefix.length())
        : rest;
  }
}
