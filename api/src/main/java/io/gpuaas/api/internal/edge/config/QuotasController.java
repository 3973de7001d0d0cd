package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Quantity;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Cohorts, and the quotas of cohorts and projects.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Quotas")
final class QuotasController {
  private final ConfigEndpoint<CohortSettings, CohortDocument> cohorts;
  private final ConfigEndpoint<QuotaSet, QuotasDocument> projectQuotas;
  private final ConfigEndpoint<QuotaSet, QuotasDocument> cohortQuotas;
  private final Lists lists;

  QuotasController(QuotaAdmin admin, AuditTrail audit, Lists lists) {
    this.cohorts =
        new ConfigEndpoint<>(
            "cohort",
            audit,
            Stored.of(admin.cohorts()),
            it -> CohortDocument.of(it.value(), it.version()));
    this.projectQuotas = quotas("project-quotas", admin, audit, QuotaOwner.Kind.PROJECT);
    this.cohortQuotas = quotas("cohort-quotas", admin, audit, QuotaOwner.Kind.COHORT);
    this.lists = lists;
  }

  private static ConfigEndpoint<QuotaSet, QuotasDocument> quotas(
      String kind, QuotaAdmin admin, AuditTrail audit, QuotaOwner.Kind owner) {
    Stored<QuotaSet> stored =
        new Stored<>(
            List::of,
            name -> admin.quotas(new QuotaOwner(owner, name)),
            set -> new ChangeOutcome.Exists<>(0),
            admin::replaceQuotas,
            (name, version) -> new ChangeOutcome.Missing<>());
    return new ConfigEndpoint<>(
        kind, audit, stored, it -> QuotasDocument.of(it.value(), it.version()));
  }

  /// A node of the quota tree above projects.
  @Schema(name = "Cohort")
  record CohortDocument(
      String name,
      @Nullable String parent,
      @Schema(example = "1") String fairWeight,
      long version) {
    static CohortDocument of(CohortSettings it, long version) {
      return new CohortDocument(
          it.name(), it.parent(), Fields.decimal(it.fairWeightMilli()), version);
    }
  }

  @Schema(name = "CohortInput")
  @ReadOnlyFields("version")
  record CohortInput(
      @Nullable String name,
      @Size(min = 1, max = 63) @Nullable String parent,
      @Schema(defaultValue = "1") @Size(min = 1, max = 20) @Nullable String fairWeight) {}

  /// All quotas of one owner.
  @Schema(name = "Quotas")
  record QuotasDocument(List<QuotaDocument> quotas, long version) {
    static QuotasDocument of(QuotaSet set, long version) {
      return new QuotasDocument(set.quotas().stream().map(QuotaDocument::of).toList(), version);
    }
  }

  @Schema(name = "QuotasInput")
  @ReadOnlyFields("version")
  record QuotasInput(@Size(max = 1000) List<QuotaDocument> quotas) {}

  /// Quota of one resource of one flavor; amounts as Kubernetes writes them.
  ///
  /// @param borrowingLimit null: no limit
  /// @param lendingLimit null: lends all
  /// @param drainBy null: a cut ends nothing that runs
  @Schema(name = "Quota")
  record QuotaDocument(
      @Size(min = 1, max = 63) String flavor,
      @Schema(example = "nvidia.com/gpu") @Size(min = 1, max = 317) String resource,
      @Schema(example = "64") @Size(max = 64) String nominal,
      @Schema(description = "null: no limit; 0: never borrows") @Size(max = 64)
          @Nullable String borrowingLimit,
      @Schema(description = "null: lends all; 0: lends nothing") @Size(max = 64)
          @Nullable String lendingLimit,
      @Schema(
              description =
                  "From then on what runs above the quota is evicted, whole jobs, those first that"
                      + " lose least; null: a cut ends nothing. Of projects only")
          @Nullable Instant drainBy) {
    static QuotaDocument of(Quota it) {
      String resource = it.cell().resource();
      return new QuotaDocument(
          it.cell().flavor(),
          resource,
          Quantity.format(resource, it.nominal()),
          text(resource, it.borrowingLimit()),
          text(resource, it.lendingLimit()),
          it.drainBy());
    }

    private static @Nullable String text(String resource, @Nullable Long amount) {
      return amount == null ? null : Quantity.format(resource, amount);
    }

    Quota quota(String at, Fields fields) {
      return new Quota(
          new FlavorResource(flavor, resource),
          fields.quantity(at + "/nominal", resource, nominal),
          borrowingLimit == null
              ? null
              : fields.quantity(at + "/borrowingLimit", resource, borrowingLimit),
          lendingLimit == null
              ? null
              : fields.quantity(at + "/lendingLimit", resource, lendingLimit),
          drainBy);
    }
  }

  static QuotaSet set(QuotaOwner owner, QuotasInput body) {
    Fields fields = new Fields();
    List<Quota> quotas = new ArrayList<>();
    for (int i = 0; i < body.quotas().size(); i++) {
      quotas.add(body.quotas().get(i).quota("/quotas/" + i, fields));
    }
    fields.check();
    return new QuotaSet(owner, quotas);
  }

  @GetMapping("/projects/{name}/quotas")
  @Operation(
      operationId = "getProjectQuotas",
      summary = "Read a project's quotas",
      description = "There as long as the project is; an empty list when it has none.")
  ResponseEntity<QuotasDocument> getOfProject(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireProject(Permission.QUOTA_READ, name);
    return projectQuotas.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/projects/{name}/quotas")
  @Operation(
      operationId = "putProjectQuotas",
      summary = "Replace a project's quotas",
      description =
          "A cut below what is used stops new admissions; it ends nothing, unless `drainBy` says"
              + " from when on.")
  ResponseEntity<QuotasDocument> putOfProject(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody QuotasInput body) {
    call.requireProject(Permission.QUOTA_WRITE, name);
    ETags.Condition change = new ETags.Condition.Change(ETags.required(ifMatch));
    return projectQuotas.put(call, name, set(QuotaOwner.project(name), body), change);
  }

  @GetMapping("/cohorts")
  @Operation(
      operationId = "listCohorts",
      summary = "List cohorts",
      description = "By name. Cohorts form a tree; each names its parent.")
  Page<CohortDocument> listCohorts(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.QUOTA_READ);
    return lists.page(cohorts.all(), CohortDocument::name, "cohorts", limit, cursor);
  }

  @GetMapping("/cohorts/{name}")
  @Operation(
      operationId = "getCohort",
      summary = "Read a cohort",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<CohortDocument> getCohort(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.QUOTA_READ);
    return cohorts.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/cohorts/{name}")
  @Operation(
      operationId = "putCohort",
      summary = "Create or replace a cohort",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<CohortDocument> putCohort(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody CohortInput body) {
    call.requireOrg(Permission.QUOTA_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    Fields fields = new Fields();
    String weight = body.fairWeight();
    long milli = weight == null ? 1000 : fields.milli("/fairWeight", weight, "1000000");
    fields.check();
    CohortSettings item = new CohortSettings(name, body.parent(), milli);
    return cohorts.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/cohorts/{name}")
  @Operation(
      operationId = "deleteCohort",
      summary = "Remove a cohort without members",
      description = "Refused with 409 `IN_USE` as long as projects or cohorts belong to it.")
  ResponseEntity<Void> deleteCohort(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.QUOTA_WRITE);
    return cohorts.delete(call, name, ifMatch);
  }

  @GetMapping("/cohorts/{name}/quotas")
  @Operation(
      operationId = "getCohortQuotas",
      summary = "Read the quotas a cohort owns itself",
      description = "There as long as the cohort is; an empty list when it owns none.")
  ResponseEntity<QuotasDocument> getOfCohort(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.QUOTA_READ);
    return cohortQuotas.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/cohorts/{name}/quotas")
  @Operation(
      operationId = "putCohortQuotas",
      summary = "Replace the quotas a cohort owns itself",
      description = "Replaces all of them with `If-Match`; what is left out is gone.")
  ResponseEntity<QuotasDocument> putOfCohort(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody QuotasInput body) {
    call.requireOrg(Permission.QUOTA_WRITE);
    ETags.Condition change = new ETags.Condition.Change(ETags.required(ifMatch));
    return cohortQuotas.put(call, name, set(QuotaOwner.cohort(name), body), change);
  }
}
