package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.KnownNodes;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.template.TemplateOverlay;
import io.gpuaas.placement.JobTemplate;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.Map;

/// Renders runs, laid over the manifests that their jobs were given as.
public final class Renderer {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private Renderer() {}

  public static Backend.Rendering render(
      Backend backend, EnsureRun command, Site site, KnownNodes known) {
    Backend.Rendering ours = backend.render(command, site, known);
    JobTemplate template = command.spec().template();
    return template == null
        ? ours
        : TemplateOverlay.over(Tree.read(JSON.unmarshal(template.manifest(), Map.class)), ours);
  }
}
