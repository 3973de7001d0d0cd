package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.EffectDocument.CapacityChange;
import io.gpuaas.api.internal.edge.config.EffectDocument.EffectJob;
import io.gpuaas.api.internal.edge.config.EffectDocument.QuotaChange;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WhatIf;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.Scope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.springframework.stereotype.Component;

/// Tells a caller what a change of the world would do.
@Component
final class Effects {
  private final WorldView view;
  private final QuotaAdmin quota;
  private final JobQueries jobs;
  private final InstantSource clock;

  Effects(WorldView view, QuotaAdmin quota, JobQueries jobs, InstantSource clock) {
    this.view = view;
    this.quota = quota;
    this.jobs = jobs;
    this.clock = clock;
  }

  World now() {
    return view.world();
  }

  /// What another policy would do.
  EffectDocument ofPolicy(Call call, SchedulingPolicy policy) {
    World world = now();
    return of(call, world, new WorldChange.ConfigReplaced(world.config(), policy));
  }

  EffectDocument of(Call call, World before, WorldChange change) {
    return of(call, before, List.of(change));
  }

  /// What changes at one instant would do together.
  EffectDocument of(Call call, World before, List<WorldChange> changes) {
    World after = before.with(changes);
    WhatIf effect = WhatIf.of(before, after, clock.instant());
    Seen seen = new Seen(call);
    List<EffectJob> starts = seen.of(effect.starts());
    List<EffectJob> startsNoMore = seen.of(effect.startsNoMore());
    List<EffectJob> stops = seen.of(effect.stops());
    List<EffectJob> rejects = seen.of(effect.rejects());
    return new EffectDocument(
        starts,
        startsNoMore,
        stops,
        rejects,
        seen.hidden,
        quotas(call, before, after),
        capacity(before, after),
        effect.complete());
  }

  /// Jobs as the caller may see them; counts the others.
  private final class Seen {
    private final Call call;
    private int hidden;

    Seen(Call call) {
      this.call = call;
    }

    List<EffectJob> of(SortedSet<JobId> ids) {
      List<EffectJob> shown = new ArrayList<>();
      for (JobId id : ids) {
        Job job = jobs.find(id).orElse(null);
        if (job != null && sees(call, Permission.JOB_READ, job.project())) {
          shown.add(
              new EffectJob(
                  id.value(), job.name(), job.project(), Fields.decimal(job.milliGpus())));
        } else {
          hidden++;
        }
      }
      return shown;
    }
  }

  private static boolean sees(Call call, Permission permission, String project) {
    return call.caller().may(permission, Scope.project(project));
  }

  private static List<QuotaChange> quotas(Call call, World before, World after) {
    QuotaTree old = before.quotaTree();
    QuotaTree fresh = after.quotaTree();
    List<QuotaChange> changes = new ArrayList<>();
    for (int node = 0; node < old.nodeCount(); node++) {
      String name = old.name(node);
      int same = old.isProject(node) ? fresh.project(name) : -1;
      if (same < 0 || !sees(call, Permission.QUOTA_READ, name)) {
        continue;
      }
      for (int cell = 0; cell < old.cells().size(); cell++) {
        FlavorResource key = old.cells().get(cell);
        int sameCell = fresh.cell(key.flavor(), key.resource());
        if (key.resource().equals(Resources.GPU) && sameCell >= 0) {
          QuotaChange change =
              new QuotaChange(
                  name,
                  key.flavor(),
                  gpus(before.usage().borrowed(node, cell)),
                  gpus(after.usage().borrowed(same, sameCell)),
                  gpus(Math.max(0, before.usage().available(node, cell))),
                  gpus(Math.max(0, after.usage().available(same, sameCell))));
          if (!change.borrowedBefore().equals(change.borrowedAfter())
              || !change.availableBefore().equals(change.availableAfter())) {
            changes.add(change);
          }
        }
      }
    }
    return changes;
  }

  private static String gpus(long amount) {
    return Quantity.format(Resources.GPU, amount);
  }

  private List<CapacityChange> capacity(World before, World after) {
    List<CapacityChange> changes = new ArrayList<>();
    for (Versioned<FlavorSettings> flavor : quota.flavors().list()) {
      FlavorSettings it = flavor.value();
      FreeGpus old = FreeGpus.of(before, List.of(it.flavor().nodeLabels()), 1);
      FreeGpus fresh = FreeGpus.of(after, List.of(it.flavor().nodeLabels()), 1);
      if (old.free() != fresh.free() || old.largestGang() != fresh.largestGang()) {
        changes.add(
            new CapacityChange(
                it.name(),
                it.gpuModel().isEmpty() ? null : it.gpuModel(),
                old.free(),
                fresh.free(),
                old.largestGang(),
                fresh.largestGang()));
      }
    }
    return changes;
  }
}
