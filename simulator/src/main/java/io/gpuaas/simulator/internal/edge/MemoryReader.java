package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.placement.WorldMemory.Spent;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads `memory`: what is remembered of the time before the scenario, as a snapshot writes it.
record MemoryReader(Names names, Clock clock) {
  private static final double MILLI_GPU_MILLIS_PER_HOUR = 3.6e9;

  WorldMemory memory(FieldReader document) {
    FieldReader reader = document.child("memory");
    if (reader == null) {
      return WorldMemory.NONE;
    }
    SortedMap<JobId, Instant> claims = new TreeMap<>();
    SortedMap<JobId, Integer> evictions = new TreeMap<>();
    SortedMap<String, Spent> spending = new TreeMap<>();
    for (FieldReader claim : reader.objects("claims")) {
      Instant since = claim.time("since", clock);
      claims.put(job(claim), since == null ? clock.origin() : since);
      claim.finish();
    }
    for (FieldReader count : reader.objects("evictions")) {
      evictions.put(job(count), count.requiredInteger("inARow", 1, 1_000_000));
      count.finish();
    }
    for (FieldReader spent : reader.objects("spending")) {
      String project = spent.requiredText("project");
      Names.check(spent, "project", project, names.projects);
      Instant at = spent.time("at", clock);
      long milli = spent.milli("gpuHours", 0, Long.MAX_VALUE / 1_000_000, 0);
      spending.put(
          project,
          new Spent(at == null ? clock.origin() : at, milli / 1000.0 * MILLI_GPU_MILLIS_PER_HOUR));
      spent.finish();
    }
    reader.finish();
    return new WorldMemory(claims, evictions, spending);
  }

  private JobId job(FieldReader reader) {
    String name = reader.requiredText("job");
    Names.check(reader, "job", name, names.jobs);
    return new JobId(name);
  }
}
