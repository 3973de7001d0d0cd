package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import java.util.List;
import java.util.SortedMap;

/// What a cluster offers besides running pods.
///
/// @param tensorBoardImage empty where there is no TensorBoard
/// @param numaPolicy of the kubelets' Topology Manager
/// @param rayVersion of the images that jobs bring
/// @param rayTlsSecret of the project's namespace, with `tls.crt`, `tls.key` and `ca.crt`; empty
///   for none
/// @param hasRayTokens whether Ray asks for a token
record Extras(
    String tensorBoardImage,
    String numaPolicy,
    String rayVersion,
    String rayTlsSecret,
    boolean hasRayTokens) {
  static final List<String> KEYS =
      List.of("tensorBoardImage", "numaPolicy", "rayVersion", "rayTlsSecret", "rayTokens");
  private static final List<String> POLICIES =
      List.of("none", "best-effort", "restricted", "single-numa-node");

  static Extras of(SortedMap<String, String> settings) {
    return new Extras(
        settings.getOrDefault("tensorBoardImage", ""),
        settings.getOrDefault("numaPolicy", "none"),
        settings.getOrDefault("rayVersion", "2.52.0"),
        settings.getOrDefault("rayTlsSecret", ""),
        settings.getOrDefault("rayTokens", "false").equals("true"));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "numaPolicy" -> Texts.checkOneOf(pointer, text, POLICIES, faults);
      case "rayVersion" ->
          Texts.allow(
              pointer,
              text,
              text.matches("[0-9]+(\\.[0-9]+){1,2}"),
              "versions like 2.52.0",
              faults);
      case "rayTlsSecret" -> faults.dnsName(pointer, text);
      case "rayTokens" -> Texts.checkFlag(pointer, text, faults);
      case "tensorBoardImage" -> Texts.allow(pointer, text, text.matches("\\S+"), "images", faults);
      default -> {}
    }
  }

  /// Whether kubelets put a pod's processors, memory and devices side by side.
  boolean aligns() {
    return !numaPolicy.equals("none");
  }
}
