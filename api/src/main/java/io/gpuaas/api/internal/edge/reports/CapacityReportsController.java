package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.FreeGpus;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Where free GPUs are scattered, and who lends to whom, as of now.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class CapacityReportsController {
  private static final List<Integer> SHAPES = List.of(1, 2, 4, 8);

  /// Whole nodes of eight GPUs.
  private static final int GANG = 16;

  private static final int GANG_WORKER = 8;

  private final WorldView view;
  private final QuotaAdmin quota;

  CapacityReportsController(WorldView view, QuotaAdmin quota) {
    this.view = view;
    this.quota = quota;
  }

  @Schema(name = "FragmentationReport")
  record FragmentationReport(List<FlavorRow> flavors) {}

  /// One flavor.
  ///
  /// @param largestGang most GPUs that one job could get now, in one cluster
  @Schema(name = "FragmentationRow")
  record FlavorRow(
      String flavor,
      String gpuModel,
      long gpus,
      long free,
      long largestGang,
      List<ShapeRow> shapes) {}

  /// Workers of one size, alone or so many together in one cluster.
  ///
  /// @param workersTogether how many of them a job has; less than that is no use
  /// @param workers that fit now
  /// @param usable free GPUs that such workers could get
  /// @param fragmentation 1 − usable / free, three decimals; null when nothing is free
  @Schema(name = "FragmentationShape")
  record ShapeRow(
      int gpusPerWorker,
      int workersTogether,
      long workers,
      long usable,
      @Schema(example = "0.250") @Nullable String fragmentation) {}

  @GetMapping("/fragmentation")
  @Operation(
      operationId = "getFragmentation",
      summary = "Free GPUs by what they are good for",
      description = "A worker lies on one node: what is left of a node below its size is no use.")
  FragmentationReport fragmentation(Call call) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    World world = view.world();
    List<FlavorRow> rows = new ArrayList<>();
    for (Versioned<FlavorSettings> flavor : quota.flavors().list()) {
      FlavorSettings it = flavor.value();
      FreeGpus free = FreeGpus.of(world, List.of(it.flavor().nodeLabels()), 1);
      if (free.gpus() > 0) {
        List<ShapeRow> shapes = new ArrayList<>();
        SHAPES.forEach(gpus -> shapes.add(shape(free, gpus)));
        shapes.add(gang(FreeGpus.of(world, List.of(it.flavor().nodeLabels()), GANG_WORKER)));
        rows.add(
            new FlavorRow(
                it.name(), it.gpuModel(), free.gpus(), free.free(), free.largestGang(), shapes));
      }
    }
    return new FragmentationReport(rows);
  }

  private static ShapeRow shape(FreeGpus free, int gpus) {
    long workers = 0;
    for (Map.Entry<Long, Integer> nodes : free.nodesByFree().entrySet()) {
      workers += nodes.getKey() / gpus * nodes.getValue();
    }
    long usable = workers * gpus;
    return new ShapeRow(gpus, 1, workers, usable, fragmentation(usable, free.free()));
  }

  /// A gang lies in one cluster.
  private static ShapeRow gang(FreeGpus free) {
    long gpus = GANG * GANG_WORKER;
    long usable = 0;
    for (long ofCluster : free.freeByCluster().values()) {
      usable += ofCluster / gpus * gpus;
    }
    String fragmentation = fragmentation(usable, free.free());
    return new ShapeRow(GANG_WORKER, GANG, usable / GANG_WORKER, usable, fragmentation);
  }

  private static @Nullable String fragmentation(long usable, long free) {
    return free == 0
        ? null
        : BigDecimal.valueOf(free - usable)
            .divide(BigDecimal.valueOf(free), 3, RoundingMode.HALF_EVEN)
            .toPlainString();
  }

  @Schema(name = "LendingReport")
  record LendingReport(List<LendingRow> rows) {}

  /// GPUs that a borrower has of a lender's quota.
  ///
  /// @param lender project or cohort; null when not to be seen, or when nobody has that much unused
  /// @param borrower project; null when not to be seen
  @Schema(name = "LendingRow")
  record LendingRow(
      String flavor, @Nullable String lender, @Nullable String borrower, String gpus) {}

  private record Key(String flavor, String lender, String borrower) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = flavor.compareTo(other.flavor);
      order = order != 0 ? order : lender.compareTo(other.lender);
      return order != 0 ? order : borrower.compareTo(other.borrower);
    }
  }

  @GetMapping("/lending")
  @Operation(
      operationId = "getLending",
      summary = "Who uses whose idle quota",
      description =
          """
          Borrowed GPUs belong to no lender in particular: each lender counts in proportion to the \
          quota that it leaves unused and may lend. A borrower's rows add up to what it borrowed.\
          """)
  LendingReport lending(Call call) {
    call.requireAnywhere(Permission.QUOTA_READ);
    World world = view.world();
    QuotaTree tree = world.quotaTree();
    TreeMap<Key, Long> sums = new TreeMap<>();
    for (LendingMatrix.Pair pair : LendingMatrix.of(tree, world.usage()).pairs()) {
      Key key =
          new Key(
              pair.flavor(), name(call, tree, pair.lender()), name(call, tree, pair.borrower()));
      sums.merge(key, pair.amount(), Math::addExact);
    }
    List<LendingRow> rows = new ArrayList<>();
    sums.forEach(
        (key, amount) ->
            rows.add(
                new LendingRow(
                    key.flavor(),
                    orNull(key.lender()),
                    orNull(key.borrower()),
                    Quantity.format(Resources.GPU, amount))));
    return new LendingReport(rows);
  }

  private static String name(Call call, QuotaTree tree, int node) {
    boolean seen =
        node >= 0
            && (!tree.isProject(node)
                || call.caller().may(Permission.QUOTA_READ, Scope.project(tree.name(node))));
    return seen ? tree.name(node) : "";
  }

  private static @Nullable String orNull(String name) {
    return name.isEmpty() ? null : name;
  }
}
