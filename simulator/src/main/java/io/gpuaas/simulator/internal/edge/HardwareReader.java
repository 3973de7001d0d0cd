package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads `topologies`, `flavors` and `nodes`.
///
/// A node without the label `kubernetes.io/hostname` gets its name as that label, as a kubelet does
/// it.
///
/// @param labelsAsGiven leaves labels as they are: a node without it is in no host domain then
record HardwareReader(Names names, boolean labelsAsGiven) {
  private static final String HOST = "kubernetes.io/hostname";
  private static final int NODES_MAX = 200_000;

  List<Topology> topologies(FieldReader document) {
    List<Topology> topologies = new ArrayList<>();
    for (FieldReader reader : document.objects("topologies")) {
      String name = reader.requiredText("name");
      Names.declare(reader, name, names.topologies);
      List<String> levels = reader.names("levels");
      if (levels.isEmpty()) {
        reader.faults().missing(reader.path("levels"), "node label keys, outermost first");
      }
      if (levels.stream().distinct().count() < levels.size()) {
        reader
            .faults()
            .add(reader.path("levels"), "DUPLICATE", levels.toString(), "each level once");
      }
      reader.finish();
      topologies.add(new Topology(name, levels));
    }
    return topologies;
  }

  List<Flavor> flavors(FieldReader document) {
    List<Flavor> flavors = new ArrayList<>();
    for (FieldReader reader : document.objects("flavors")) {
      String name = reader.requiredText("name");
      Names.declare(reader, name, names.flavors);
      String topology = reader.optionalText("topology");
      Names.check(reader, "topology", topology, names.topologies);
      flavors.add(
          new Flavor(
              name,
              reader.texts("nodeLabels"),
              taints(reader, "nodeTaints"),
              tolerations(reader),
              topology,
              reader.choice("placement", Spellings.PLACEMENT)));
      reader.finish();
    }
    return flavors;
  }

  static List<Taint> taints(FieldReader owner, String field) {
    List<Taint> taints = new ArrayList<>();
    for (FieldReader reader : owner.objects(field)) {
      taints.add(
          new Taint(
              reader.requiredText("key"),
              reader.anyText("value"),
              reader.choice("effect", Spellings.TAINT_EFFECT, "NoSchedule")));
      reader.finish();
    }
    return taints;
  }

  static List<Toleration> tolerations(FieldReader owner) {
    List<Toleration> tolerations = new ArrayList<>();
    for (FieldReader reader : owner.objects("tolerations")) {
      String effect = reader.anyText("effect");
      tolerations.add(
          new Toleration(
              reader.anyText("key"),
              reader.anyText("operator").isEmpty()
                  ? "Equal"
                  : reader.choice("operator", Spellings.TOLERATION_OPERATOR, "Equal"),
              reader.anyText("value"),
              effect.isEmpty() ? "" : reader.choice("effect", Spellings.TAINT_EFFECT, "")));
      reader.finish();
    }
    return tolerations;
  }

  List<Node> nodes(FieldReader document) {
    List<Node> nodes = new ArrayList<>();
    for (FieldReader reader : document.objects("nodes")) {
      int count = reader.integer("count", 1, NODES_MAX, 1);
      if (nodes.size() + count > NODES_MAX) {
        String allowed = "at most %d nodes in all".formatted(NODES_MAX);
        reader.faults().add(reader.path("count"), "NOT_ALLOWED", String.valueOf(count), allowed);
        break;
      }
      addNodes(reader, count, nodes);
      reader.finish();
    }
    return nodes;
  }

  private void addNodes(FieldReader reader, int count, List<Node> nodes) {
    String name = reader.requiredText("name");
    String cluster = reader.text("cluster", "default");
    SortedMap<String, String> labels = reader.texts("labels");
    ResourceAmounts capacity = reader.amounts("capacity");
    long gpuMemory = reader.quantity("gpuMemory", "memory").orElse(0);
    String gpuModel = reader.text("gpuModel", "");
    boolean mig = reader.flag("mig", false);
    List<Taint> taints = taints(reader, "taints");
    boolean ready = reader.flag("ready", true);
    boolean schedulable = reader.flag("schedulable", true);
    for (int i = 0; i < count; i++) {
      NodeRef ref = new NodeRef(cluster, count == 1 ? name : name + "-" + i);
      names.declareNode(reader, ref);
      SortedMap<String, String> own = new TreeMap<>(labels);
      if (!labelsAsGiven) {
        own.putIfAbsent(HOST, ref.name());
      }
      nodes.add(new Node(ref, own, capacity, gpuMemory, gpuModel, mig, taints, ready, schedulable));
    }
  }
}
