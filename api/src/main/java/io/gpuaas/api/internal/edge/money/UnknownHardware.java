package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.WorldView;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Tells GPU models and pools that there are none of. They may come, so a price of them is allowed;
/// what is charged whether used or not is for some that there are.
@Component
class UnknownHardware {
  private final WorldView view;

  UnknownHardware(WorldView view) {
    this.view = view;
  }

  /// A sentence for each unknown model and pool.
  List<String> warnings(List<Rate> rates) {
    SortedSet<String> models = models();
    SortedSet<String> pools = pools();
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

  /// @param pool `*` for any
  List<Fault> ofPool(String pool) {
    return pool.equals(RateKey.ANY) || pools().contains(pool)
        ? List.of()
        : List.of(unknown("/pool", "There is no such pool.", pool, pools()));
  }

  List<Fault> ofModel(String model) {
    return models().contains(model)
        ? List.of()
        : List.of(unknown("/model", "No node has GPUs of it.", model, models()));
  }

  private static Fault unknown(String at, String detail, String value, SortedSet<String> known) {
    return new Fault(at, "UNKNOWN_SCOPE", detail, value, String.join(", ", known));
  }

  private SortedSet<String> models() {
    TreeSet<String> models = new TreeSet<>();
    view.world().nodes().forEach(node -> models.add(node.gpuModel()));
    return models;
  }

  private SortedSet<String> pools() {
    TreeSet<String> pools = new TreeSet<>();
    view.world().config().flavors().forEach(flavor -> pools.add(flavor.name()));
    return pools;
  }
}
