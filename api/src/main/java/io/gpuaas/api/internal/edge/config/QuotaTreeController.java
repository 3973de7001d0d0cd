package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.reports.LendingMatrix;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The quota tree with its usage, as the scheduler sees it now.
@RestController
@RequestMapping("/api/v1/quota-tree")
@Tag(name = "Quotas")
final class QuotaTreeController {
  private final WorldView view;
  private final InstantSource clock;

  QuotaTreeController(WorldView view, InstantSource clock) {
    this.view = view;
    this.clock = clock;
  }

  /// Cohorts and the visible projects, each before what lies below it.
  @Schema(name = "QuotaTree")
  record TreeDocument(Instant generatedAt, List<NodeDocument> nodes) {}

  @Schema(name = "QuotaNodeKind")
  enum Kind {
    COHORT,
    PROJECT
  }

  /// A cohort or a project. Figures of a cohort are those of all that lies below it.
  ///
  /// @param dominantShare in thousandths, null when infinite
  @Schema(name = "QuotaNode")
  record NodeDocument(
      Kind kind,
      String name,
      String displayName,
      @Nullable String parent,
      int depth,
      List<CellDocument> cells,
      int waitingJobs,
      String waitingGpus,
      int runningJobs,
      @Nullable Long dominantShare) {}

  /// One resource of one flavor.
  ///
  /// @param nominal own quota
  /// @param subtreeNominal own quota and that of all below
  /// @param subtreeQuota what lies below can use without borrowing
  /// @param used held now by the project, or by all projects below the cohort
  /// @param borrowed used above the own quota
  /// @param lent of the own quota, in use by others at this moment; GPUs as `/reports/lending` has
  ///   them, of other resources all that cannot be had now
  /// @param available how much more it could get now
  /// @param waiting asked for by waiting jobs that this flavor takes; a job that several take
  ///   counts at each
  /// @param drainBy from then on what runs above the own quota is evicted; null: never for that
  @Schema(name = "QuotaCell")
  record CellDocument(
      String flavor,
      String resource,
      String nominal,
      String subtreeNominal,
      String subtreeQuota,
      @Nullable String borrowingLimit,
      @Nullable String lendingLimit,
      String used,
      String borrowed,
      String lent,
      String available,
      String waiting,
      @Nullable Instant drainBy) {}

  @GetMapping
  @Operation(
      operationId = "getQuotaTree",
      summary = "Quotas, usage, lending and queues",
      description = "Projects that the caller may not see are left out; cohorts count them.")
  TreeDocument get(Call call) {
    call.requireAnywhere(Permission.QUOTA_READ);
    World world = view.world();
    QuotaTree tree = world.quotaTree();
    QuotaUsage usage = world.usage();
    Walk walk = new Walk(call, world, tree, usage, LendingMatrix.of(tree, usage));
    List<NodeDocument> nodes = new ArrayList<>();
    for (int node = 0; node < tree.nodeCount(); node++) {
      if (!tree.hasParent(node)) {
        walk.visit(node, 0, nodes);
      }
    }
    return new TreeDocument(clock.instant(), nodes);
  }

  /// A walk of the tree, parents first.
  private record Walk(
      Call call, World world, QuotaTree tree, QuotaUsage usage, LendingMatrix lending) {

    void visit(int node, int depth, List<NodeDocument> into) {
      String name = tree.name(node);
      if (tree.isProject(node) && !call.caller().may(Permission.QUOTA_READ, Scope.project(name))) {
        return;
      }
      into.add(document(node, depth));
      for (int child : tree.children(node)) {
        if (tree.isProject(child)) {
          visit(child, depth + 1, into);
        }
      }
      for (int child : tree.children(node)) {
        if (!tree.isProject(child)) {
          visit(child, depth + 1, into);
        }
      }
    }

    private NodeDocument document(int node, int depth) {
      Queues queues = queues(node);
      DominantShare share = DominantShare.of(usage, node);
      return new NodeDocument(
          tree.isProject(node) ? Kind.PROJECT : Kind.COHORT,
          tree.name(node),
          displayName(node),
          tree.hasParent(node) ? tree.name(tree.parent(node)) : null,
          depth,
          cells(node),
          queues.waiting(),
          Fields.decimal(queues.waitingMilliGpus()),
          queues.running(),
          share.isInfinite() ? null : share.shown());
    }

    private String displayName(int node) {
      String name = tree.name(node);
      ProjectSettings project = call.caller().organisation().projects().get(name);
      return tree.isProject(node) && project != null ? project.displayName() : name;
    }

    private record Queues(int waiting, long waitingMilliGpus, int running) {}

    private Queues queues(int node) {
      if (tree.isProject(node)) {
        List<Workload> waiting = world.waiting(tree.name(node));
        long milliGpus = waiting.stream().mapToLong(Workload::milliGpus).sum();
        return new Queues(waiting.size(), milliGpus, world.held(tree.name(node)).size());
      }
      Queues sum = new Queues(0, 0, 0);
      for (int child : tree.children(node)) {
        Queues of = queues(child);
        sum =
            new Queues(
                sum.waiting() + of.waiting(),
                sum.waitingMilliGpus() + of.waitingMilliGpus(),
                sum.running() + of.running());
      }
      return sum;
    }

    private List<CellDocument> cells(int node) {
      List<CellDocument> cells = new ArrayList<>();
      for (int cell = 0; cell < tree.cells().size(); cell++) {
        boolean empty =
            tree.nominal(node, cell) == 0
                && tree.subtreeQuota(node, cell) == 0
                && usage.used(node, cell) == 0
                && tree.borrowingLimit(node, cell) == Amount.UNLIMITED;
        if (!empty) {
          cells.add(cell(node, cell));
        }
      }
      return cells;
    }

    private CellDocument cell(int node, int cell) {
      FlavorResource key = tree.cells().get(cell);
      String resource = key.resource();
      long nominal = tree.nominal(node, cell);
      long used = usage.used(node, cell);
      long available = Math.max(0, usage.available(node, cell));
      long borrowed =
          tree.isProject(node)
              ? usage.borrowed(node, cell)
              : tree.hasParent(node) ? Math.max(0, used - tree.subtreeQuota(node, cell)) : 0;
      long lent =
          resource.equals(Resources.GPU)
              ? lending.lent(tree, key.flavor(), node)
              : Math.max(0, tree.subtreeQuota(node, cell) - used - available);
      return new CellDocument(
          key.flavor(),
          resource,
          Quantity.format(resource, nominal),
          Quantity.format(resource, sumBelow(node, it -> tree.nominal(it, cell))),
          Quantity.format(resource, tree.subtreeQuota(node, cell)),
          limit(resource, tree.borrowingLimit(node, cell)),
          limit(resource, tree.lendingLimit(node, cell)),
          Quantity.format(
              resource, sumBelow(node, it -> tree.isProject(it) ? usage.used(it, cell) : 0)),
          Quantity.format(resource, borrowed),
          Quantity.format(resource, lent),
          Quantity.format(resource, available),
          Quantity.format(resource, sumBelow(node, it -> tree.isProject(it) ? asked(it, key) : 0)),
          drainBy(node, key));
    }

    private long asked(int project, FlavorResource cell) {
      return world.asked(tree.name(project), cell);
    }

    /// Of a node and all below it.
    private long sumBelow(int node, IntToLongFunction amount) {
      long sum = amount.applyAsLong(node);
      for (int child : tree.children(node)) {
        sum = Amount.plus(sum, sumBelow(child, amount));
      }
      return sum;
    }

    private @Nullable Instant drainBy(int node, FlavorResource cell) {
      if (!tree.isProject(node)) {
        return null;
      }
      for (Project project : world.config().projects()) {
        for (Quota quota : project.quotas()) {
          if (project.name().equals(tree.name(node)) && quota.cell().equals(cell)) {
            return quota.drainBy();
          }
        }
      }
      return null;
    }

    private static @Nullable String limit(String resource, long amount) {
      return amount == Amount.UNLIMITED ? null : Quantity.format(resource, amount);
    }
  }
}
