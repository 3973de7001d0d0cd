package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import java.util.List;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Tells prices of GPU models and pools that there are none of. They may come, so such a price is
/// allowed.
@Component
class UnknownHardware {
  private final WorldView view;

  UnknownHardware(WorldView view) {
    this.view = view;
  }

  /// A sentence for each unknown model and pool.
  List<String> warnings(List<Rate> rates) {
    World world = view.world();
    TreeSet<String> models = new TreeSet<>();
    world.nodes().forEach(node -> models.add(node.gpuModel()));
    TreeSet<String> pools = new TreeSet<>();
    world.config().flavors().forEach(flavor -> pools.add(flavor.name()));
    TreeSet<String> warnings = new TreeSet<>();
    for (Rate rate : rates) {
      RateKey key = rate.key();
      if (!key.model().equals(RateKey.ANY) && !models.contains(key.model())) {
        warnings.add("No node has GPUs of the model %s.".formatted(key.model()));
      }
      if (!key.pool().equals(RateKey.ANY) && !pools.contains(key.pool())) {
        warnings.add("There is no pool %s.".formatted(key.pool()));
      }
    }
    return List.copyOf(warnings);
  }
}
