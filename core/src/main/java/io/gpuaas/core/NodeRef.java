package io.gpuaas.core;

/// A node of a cluster. Names are unique within a cluster only.
public record NodeRef(String cluster, String name) implements Comparable<NodeRef> {
  @Override
  public int compareTo(NodeRef other) {
    int byCluster = cluster.compareTo(other.cluster);
    return byCluster != 0 ? byCluster : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return cluster + "/" + name;
  }
}
