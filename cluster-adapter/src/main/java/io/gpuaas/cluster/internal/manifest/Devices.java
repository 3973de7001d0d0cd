package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How devices are asked for on a cluster.
///
/// @param way by the device plug-in's resource, or by claims of dynamic resource allocation
/// @param deviceClass of whole GPUs, with claims
/// @param sharedResource what a share of a time-sliced GPU is called
/// @param sharesPerGpu into how many shares the plug-in cuts each GPU; 1 for none
record Devices(Way way, String deviceClass, String sharedResource, int sharesPerGpu) {
  static final List<String> KEYS =
      List.of("devices", "deviceClass", "sharedResource", "sharesPerGpu");
  private static final String CLAIM = "gpus";
  private static final String MIG_CLASS = "mig.nvidia.com";

  /// Who gives devices to pods.
  enum Way {
    PLUGIN,
    CLAIMS
  }

  static Devices of(SortedMap<String, String> settings) {
    return new Devices(
        settings.getOrDefault("devices", "plugin").equals("claims") ? Way.CLAIMS : Way.PLUGIN,
        settings.getOrDefault("deviceClass", "gpu.nvidia.com"),
        settings.getOrDefault("sharedResource", Resources.GPU + ".shared"),
        Integer.parseInt(settings.getOrDefault("sharesPerGpu", "1")));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "devices" -> Texts.checkOneOf(pointer, text, List.of("plugin", "claims"), faults);
      case "deviceClass" -> faults.dnsName(pointer, text);
      case "sharedResource" -> faults.labelKey(pointer, text);
      case "sharesPerGpu" ->
          Texts.allow(
              pointer, text, text.matches("[1-9][0-9]?"), "whole numbers from 1 to 99", faults);
      default -> {}
    }
  }

  boolean usesClaims() {
    return way == Way.CLAIMS;
  }

  boolean isTimeSliced() {
    return sharesPerGpu > 1;
  }

  /// Whether one share is at least what the pod asks for.
  boolean canShare(DeviceShare device) {
    return isTimeSliced()
        && !usesClaims()
        && device.milliGpu() > 0
        && device.milliGpu() * sharesPerGpu <= 1000;
  }

  /// Amounts of one pod as Kubernetes writes them; a MIG profile is a resource of its own.
  Tree amounts(PodSet podSet) {
    TreeMap<String, Object> texts = new TreeMap<>();
    podSet
        .requests()
        .byName()
        .forEach(
            (resource, amount) -> {
              if (amount > 0 && !resource.equals(Resources.PODS)) {
                texts.put(resource, Quantity.format(resource, amount));
              }
            });
    DeviceShare device = podSet.device();
    if (!device.isWhole() || usesClaims()) {
      texts.remove(Resources.GPU);
    }
    if (!device.migProfile().isEmpty() && !usesClaims()) {
      texts.put(Resources.ofMigProfile(device.migProfile()), "1");
    }
    if (canShare(device)) {
      texts.put(sharedResource, "1");
    }
    return new Tree(texts);
  }

  private static boolean wantsDevices(PodSet podSet) {
    return podSet.requests().of(Resources.GPU) > 0 || !podSet.device().migProfile().isEmpty();
  }

  private boolean claims(PodSet podSet) {
    return usesClaims() && wantsDevices(podSet);
  }

  private static String templateName(RunShape shape, PodSet podSet) {
    return shape.name() + "-" + podSet.name();
  }

  private static String domainName(RunShape shape) {
    return shape.name() + "-channel";
  }

  /// Claims of a pod: one of its own for its devices, one for the channel of its NVLink domain.
  List<Tree> podClaims(RunShape shape, Group group) {
    List<Tree> claims = new ArrayList<>();
    if (claims(group.podSet())) {
      claims.add(
          Tree.of("name", CLAIM, "resourceClaimTemplateName", templateName(shape, group.podSet())));
    }
    if (shape.fabric().needsComputeDomain()) {
      claims.add(Tree.of("name", "channel", "resourceClaimTemplateName", domainName(shape)));
    }
    return claims;
  }

  /// The same, as a container names them.
  List<Tree> containerClaims(RunShape shape, Group group) {
    return podClaims(shape, group).stream()
        .map(claim -> Tree.of("name", claim.text("name")))
        .toList();
  }

  /// What the claims are made from.
  List<Manifest> objects(RunShape shape) {
    List<Manifest> objects = new ArrayList<>();
    for (Group group : shape.groups()) {
      if (claims(group.podSet())) {
        objects.add(template(shape, group.podSet()));
      }
    }
    if (shape.fabric().needsComputeDomain()) {
      objects.add(computeDomain(shape));
    }
    return objects;
  }

  private Manifest template(RunShape shape, PodSet podSet) {
    String mig = podSet.device().migProfile();
    Tree exactly =
        Tree.of(
            "deviceClassName",
            mig.isEmpty() ? deviceClass : MIG_CLASS,
            "allocationMode",
            "ExactCount",
            "count",
            mig.isEmpty() ? podSet.requests().of(Resources.GPU) : 1,
            "selectors",
            selectors(mig));
    Tree request = Tree.of("name", CLAIM, "exactly", exactly);
    Tree spec = Tree.of("spec", Tree.of("devices", Tree.of("requests", List.of(request))));
    return Manifest.apply(
        Kinds.CLAIM_TEMPLATE, shape.metadata(templateName(shape, podSet)), Tree.of("spec", spec));
  }

  private static List<Tree> selectors(String mig) {
    String is = "device.attributes['gpu.nvidia.com'].profile == '%s'".formatted(mig);
    return mig.isEmpty() ? List.of() : List.of(Tree.of("cel", Tree.of("expression", is)));
  }

  private static Manifest computeDomain(RunShape shape) {
    Tree channel = Tree.of("resourceClaimTemplate", Tree.of("name", domainName(shape)));
    Tree spec = Tree.of("numNodes", shape.nodeCount(), "channel", channel);
    return Manifest.apply(
        Kinds.COMPUTE_DOMAIN, shape.metadata(shape.name()), Tree.of("spec", spec));
  }

  /// What a share of a GPU cannot be here; `at` is the pod set.
  List<Fault> unmetShare(String at, DeviceShare device, String backend) {
    if (device.isWhole() || !device.migProfile().isEmpty() || canShare(device)) {
      return List.of();
    }
    String asked =
        device.milliGpu() > 0
            ? device.milliGpu() + " thousandths"
            : device.memoryBytes() + " bytes";
    String detail =
        isTimeSliced() && device.milliGpu() > 0
            ? "A share of a time-sliced GPU here is 1/%d, and more of them are no more computing."
                .formatted(sharesPerGpu)
            : "The backend %s has whole GPUs and MIG profiles only; kai shares GPUs, and so does"
                    .formatted(backend)
                + " a cluster with sharesPerGpu.";
    String most = isTimeSliced() ? 1000 / sharesPerGpu + " thousandths" : null;
    return List.of(new Fault(at, Unmet.CODE, detail, asked, most));
  }
}
