package io.gpuaas.cluster.peers;

/// A part of a cluster that brings objects nearer to what they say they should be. Called again
/// after each change, and every now and then, since time passes.
@FunctionalInterface
interface Controller {
  void act(ClusterObjects store);
}
