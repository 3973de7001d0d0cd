package io.gpuaas.api.internal.edge.config;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigResource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Where things of one kind are kept, whichever module keeps them.
record Stored<T>(
    Supplier<List<Versioned<T>>> list,
    Function<String, Optional<Versioned<T>>> find,
    Function<T, ChangeOutcome<T>> create,
    BiFunction<T, Long, ChangeOutcome<T>> replace,
    BiFunction<String, Long, ChangeOutcome<T>> remove) {
  static <T extends ConfigItem> Stored<T> of(ConfigResource<T> resource) {
    return new Stored<>(
        resource::list, resource::find, resource::create, resource::replace, resource::remove);
  }
}
