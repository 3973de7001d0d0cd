package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Our quota tree as objects of a cluster: a namespace for each project, and its quota as the
/// cluster's own scheduler has it.
public final class QueueManifests {
  /// Of every quota object of ours.
  public static final String LABEL = RunShape.PREFIX + "queues";

  private final QuotaConfig quotas;
  private final Site site;
  private final QueueForm form;
  private final List<SortedMap<String, String>> nodes;

  /// Of a cluster whose nodes are not known.
  public QueueManifests(String backend, QuotaConfig quotas, Site site) {
    this(backend, quotas, site, List.of());
  }

  /// @param nodes labels of its nodes: some schedulers are told their topology node by node
  public QueueManifests(
      String backend, QuotaConfig quotas, Site site, List<SortedMap<String, String>> nodes) {
    this.nodes = List.copyOf(nodes);
    this.quotas = quotas;
    this.site = site;
    this.form =
        switch (backend) {
          case "kueue" -> new KueueQueues();
          case "kai" -> new KaiQueues();
          case "volcano" -> new VolcanoQueues();
          default -> new NamespaceQuotas();
        };
  }

  /// In the order of making; equal quotas give equal objects.
  public List<Manifest> all() {
    List<Manifest> all = new ArrayList<>();
    if (site.createsNamespaces()) {
      quotas.projects().forEach(project -> all.add(namespace(project)));
    }
    all.addAll(form.render(quotas, site));
    if (form instanceof VolcanoQueues && site.topology().isKnown()) {
      all.addAll(new HyperNodes(site).of(nodes));
    }
    return all;
  }

  private Manifest namespace(Project project) {
    return Manifest.apply(Kinds.NAMESPACE, site.namespaceMetadata(project.name()), Tree.EMPTY);
  }

  /// Kinds that may have objects of ours whose project is gone.
  public List<Manifest.Kind> kinds() {
    return form.kinds();
  }

  /// Labels and name of an object that belongs to no run.
  static Tree metadata(Site site, String name, String namespace) {
    return Tree.of("name", name, "namespace", namespace, "labels", site.ownLabels())
        .withAt(List.of("labels", LABEL), "true");
  }
}
