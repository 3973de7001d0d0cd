package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// Deletes what a deleted object owns, and the object itself when nothing of that is left.
final class GarbageCollector {
  void act(ObjectStore store) {
    for (ObjectKey key : store.deleting()) {
      Tree object = store.find(key);
      if (object == null || key.resource().equals("/pods")) {
        continue;
      }
      List<ObjectKey> owned = store.ownedBy(object);
      owned.forEach(store::delete);
      if (owned.isEmpty()) {
        store.remove(key);
      }
    }
  }
}
