package io.gpuaas.cluster;

import java.util.List;

/// The backends that this product knows, for whoever connects a cluster.
public interface BackendGuides {
  List<BackendGuide> all();
}
