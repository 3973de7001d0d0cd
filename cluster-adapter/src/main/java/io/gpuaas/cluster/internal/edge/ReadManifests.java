package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.ManifestTemplates;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.template.ManifestReader;
import java.util.SortedMap;
import org.springframework.stereotype.Component;

/// Reads manifests by the rules of the package `template`.
@Component
class ReadManifests implements ManifestTemplates {
  @Override
  public Reading read(SortedMap<String, Object> manifest, String at) {
    return ManifestReader.read(Tree.read(manifest), at);
  }
}
