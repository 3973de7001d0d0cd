package io.gpuaas.simulator;

import io.gpuaas.core.FlavorResource;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where a project or a cohort stands at the end. Amounts in the units of `Resources`.
///
/// @param usage cells with usage only
/// @param borrowed what of the usage lies above its own quota; cells above 0 only
/// @param available what it could still get now, 0 or more; each cell it knows
/// @param dominantShare in thousandths, rounded up; null = infinite
public record Standing(
    SortedMap<FlavorResource, Long> usage,
    SortedMap<FlavorResource, Long> borrowed,
    SortedMap<FlavorResource, Long> available,
    @Nullable Long dominantShare) {
  public Standing {
    usage = Collections.unmodifiableSortedMap(new TreeMap<>(usage));
    borrowed = Collections.unmodifiableSortedMap(new TreeMap<>(borrowed));
    available = Collections.unmodifiableSortedMap(new TreeMap<>(available));
  }
}
