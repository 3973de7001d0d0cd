package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project.QueueingStrategy;
import io.gpuaas.quota.Project.StopPolicy;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.ResourceGroup;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A project without its quotas.
@Schema(name = "Project")
record ProjectDocument(
    String name,
    String displayName,
    String team,
    @Nullable String cohort,
    @Schema(example = "1") String fairWeight,
    QueueingStrategy queueingStrategy,
    StopPolicy stopPolicy,
    PreemptionDocument preemption,
    FungibilityDocument flavorFungibility,
    List<GroupDocument> resourceGroups,
    long version) {

  static ProjectDocument of(ProjectSettings it, long version) {
    return new ProjectDocument(
        it.name(),
        it.displayName(),
        it.team(),
        it.cohort(),
        Fields.decimal(it.fairWeightMilli()),
        it.queueingStrategy(),
        it.stopPolicy(),
        PreemptionDocument.of(it.preemption()),
        FungibilityDocument.of(it.fungibility()),
        it.resourceGroups().stream()
            .map(group -> new GroupDocument(group.resources(), group.flavors()))
            .toList(),
        version);
  }

  /// Whom the project's waiting jobs may preempt.
  @Schema(name = "PreemptionPolicy")
  record PreemptionDocument(
      PreemptionPolicy.WithinProject withinProject,
      PreemptionPolicy.Reclaim reclaimWithinCohort,
      PreemptionPolicy.Borrow borrowWithinCohort,
      @Nullable Integer borrowMaxPriority) {
    static PreemptionDocument of(PreemptionPolicy it) {
      return new PreemptionDocument(
          it.withinProject(),
          it.reclaimWithinCohort(),
          it.borrowWithinCohort(),
          it.borrowMaxPriority());
    }

    PreemptionPolicy policy() {
      return new PreemptionPolicy(
          withinProject, reclaimWithinCohort, borrowWithinCohort, borrowMaxPriority);
    }
  }

  /// When the search for a flavor goes on.
  @Schema(name = "FlavorFungibility")
  record FungibilityDocument(
      FlavorFungibility.Search whenCanBorrow,
      FlavorFungibility.Search whenCanPreempt,
      FlavorFungibility.Preference preference) {
    static FungibilityDocument of(FlavorFungibility it) {
      return new FungibilityDocument(it.whenCanBorrow(), it.whenCanPreempt(), it.preference());
    }

    FlavorFungibility rule() {
      return new FlavorFungibility(whenCanBorrow, whenCanPreempt, preference);
    }
  }

  /// Resources that get one flavor together, and the flavors in the order they are tried.
  @Schema(name = "ResourceGroup")
  record GroupDocument(
      @Size(min = 1, max = 64) List<@Size(min = 1, max = 317) String> resources,
      @Size(min = 1, max = 64) List<@Size(min = 1, max = 63) String> flavors) {}

  /// What is sent; left out fields have the defaults of the scenario format.
  @Schema(name = "ProjectInput")
  @ReadOnlyFields("version")
  record ProjectInput(
      @Nullable String name,
      @Size(min = 1, max = 255) String displayName,
      @Size(min = 1, max = 63) String team,
      @Size(min = 1, max = 63) @Nullable String cohort,
      @Schema(description = "0 or more, at most three decimals", defaultValue = "1")
          @Size(min = 1, max = 20)
          @Nullable String fairWeight,
      @Schema(defaultValue = "BEST_EFFORT_FIFO") @Nullable QueueingStrategy queueingStrategy,
      @Schema(defaultValue = "NONE") @Nullable StopPolicy stopPolicy,
      @Nullable PreemptionDocument preemption,
      @Nullable FungibilityDocument flavorFungibility,
      @Size(max = 64) List<GroupDocument> resourceGroups) {

    ProjectSettings settings(String name) {
      Fields fields = new Fields();
      long weight = fairWeight == null ? 1000 : fields.milli("/fairWeight", fairWeight, "1000000");
      fields.check();
      return new ProjectSettings(
          name,
          displayName,
          team,
          cohort,
          weight,
          Objects.requireNonNullElse(queueingStrategy, QueueingStrategy.BEST_EFFORT_FIFO),
          Objects.requireNonNullElse(stopPolicy, StopPolicy.NONE),
          resourceGroups.stream()
              .map(it -> new ResourceGroup(it.resources(), it.flavors()))
              .toList(),
          preemption == null ? PreemptionPolicy.DEFAULT : preemption.policy(),
          flavorFungibility == null ? FlavorFungibility.DEFAULT : flavorFungibility.rule());
    }
  }
}
