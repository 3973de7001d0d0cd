package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import java.util.List;
import java.util.SortedMap;

/// What keeps runs from each other and from the cluster.
///
/// @param hasWalls whether each run gets NetworkPolicies
/// @param egress address ranges that runs may reach besides their own pods and DNS, each with the
///   one port after a colon, or any port
/// @param metricsFrom namespace of what scrapes metrics
/// @param webFrom namespace of the proxy that people come through; empty for none
/// @param rayFrom namespace of Ray's operator
/// @param podSecurity level that namespaces enforce; empty leaves them as they are
record Isolation(
    boolean hasWalls,
    List<String> egress,
    String metricsFrom,
    String webFrom,
    String rayFrom,
    String podSecurity) {
  static final List<String> KEYS =
      List.of(
          "networkPolicies",
          "egress",
          "metricsNamespace",
          "webNamespace",
          "rayNamespace",
          "podSecurity");
  private static final List<String> LEVELS = List.of("privileged", "baseline", "restricted");
  private static final String RANGE =
      "[0-9]{1,3}(\\.[0-9]{1,3}){3}/[0-9]{1,2}(:[1-9][0-9]{0,4})?"
          + "|[0-9a-f:]+/[0-9]{1,3}"
          + "|\\[[0-9a-f:]+/[0-9]{1,3}]:[1-9][0-9]{0,4}";

  Isolation {
    egress = List.copyOf(egress);
  }

  static Isolation of(SortedMap<String, String> settings) {
    return new Isolation(
        !settings.getOrDefault("networkPolicies", "true").equals("false"),
        Texts.words(settings.getOrDefault("egress", "")),
        settings.getOrDefault("metricsNamespace", "monitoring"),
        settings.getOrDefault("webNamespace", ""),
        settings.getOrDefault("rayNamespace", "kuberay-operator"),
        settings.getOrDefault("podSecurity", ""));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "networkPolicies" -> Texts.checkFlag(pointer, text, faults);
      case "metricsNamespace", "webNamespace", "rayNamespace" -> faults.dnsLabel(pointer, text);
      case "podSecurity" -> Texts.checkOneOf(pointer, text, LEVELS, faults);
      case "egress" -> {
        boolean ranges = Texts.words(text).stream().allMatch(word -> word.matches(RANGE));
        Texts.allow(
            pointer,
            text,
            ranges,
            "address ranges like 10.20.0.0/16, or with a port as 10.20.0.0/16:443, by comma",
            faults);
      }
      default -> {}
    }
  }

  boolean isRestricted() {
    return podSecurity.equals("restricted");
  }

  /// Of every pod: no more rights than it needs. Where the level is restricted, what that asks for.
  Tree podSecurityContext() {
    return isRestricted()
        ? Tree.of("runAsNonRoot", true, "seccompProfile", Tree.of("type", "RuntimeDefault"))
        : Tree.EMPTY;
  }

  Tree containerSecurityContext() {
    Tree plain = Tree.of("allowPrivilegeEscalation", false);
    return isRestricted() ? plain.with("capabilities", Tree.of("drop", List.of("ALL"))) : plain;
  }

  /// Labels that make a namespace enforce the level.
  Tree namespaceLabels() {
    return Tree.of("pod-security.kubernetes.io/enforce", podSecurity);
  }
}
