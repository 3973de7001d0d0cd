package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import java.util.List;
import java.util.SortedMap;

/// By what a node is known to be sick though its kubelet calls it ready: labels and conditions that
/// health checks set, for instance on an Xid event. It takes nothing new then; what runs goes on.
///
/// @param labels `key`, or `key=value`
/// @param conditions types of conditions that are true of a sick node
public record SickSigns(List<String> labels, List<String> conditions) {
  static final List<String> KEYS = List.of("sickLabels", "sickConditions");
  private static final String SIGN = "[A-Za-z0-9]([A-Za-z0-9_./-]*[A-Za-z0-9])?";

  public SickSigns {
    labels = List.copyOf(labels);
    conditions = List.copyOf(conditions);
  }

  static SickSigns of(SortedMap<String, String> settings) {
    return new SickSigns(
        Texts.words(settings.getOrDefault("sickLabels", "")),
        Texts.words(settings.getOrDefault("sickConditions", "")));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    List<String> words = Texts.words(text);
    switch (key) {
      case "sickLabels" ->
          Texts.allow(
              pointer,
              text,
              words.stream().allMatch(word -> word.matches(SIGN + "(=" + SIGN + ")?")),
              "node labels like KEY or KEY=VALUE, by comma",
              faults);
      case "sickConditions" ->
          Texts.allow(
              pointer,
              text,
              words.stream().allMatch(word -> word.matches(SIGN)),
              "types of node conditions, by comma",
              faults);
      default -> {}
    }
  }

  /// Whether one of the signs is there.
  public boolean areOn(Tree node) {
    Tree found = node.tree("metadata", "labels");
    for (String sign : labels) {
      int equals = sign.indexOf('=');
      String key = equals < 0 ? sign : sign.substring(0, equals);
      if (found.has(key) && (equals < 0 || found.text(key).equals(sign.substring(equals + 1)))) {
        return true;
      }
    }
    return conditions.stream().anyMatch(node::isTrue);
  }
}
