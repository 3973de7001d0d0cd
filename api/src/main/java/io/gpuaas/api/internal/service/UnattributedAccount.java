package io.gpuaas.api.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRuns;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.Team;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Makes the project that pays for what nobody is named for, once there is such usage: what is in
/// the books belongs to a project of the organisation, so that somebody sees it, closes it and asks
/// whose it is. It has no quota, so no job runs on its account.
@Component
class UnattributedAccount implements Chore {
  private static final Logger LOG = LoggerFactory.getLogger(UnattributedAccount.class);
  private static final String NAME = ForeignPod.UNATTRIBUTED;
  private static final String DISPLAY_NAME = "Unattributed";
  private static final AuditTrail.Actor PRODUCT =
      new AuditTrail.Actor("system", "system", null, "", "", false);

  private final ForeignRuns foreign;
  private final OrganisationAdmin organisation;
  private final QuotaAdmin quotas;
  private final AuditTrail audit;

  UnattributedAccount(
      ForeignRuns foreign, OrganisationAdmin organisation, QuotaAdmin quotas, AuditTrail audit) {
    this.foreign = foreign;
    this.organisation = organisation;
    this.quotas = quotas;
    this.audit = audit;
  }

  @Override
  public void attend() {
    if (quotas.projects().find(NAME).isPresent() || !foreign.anyPaidBy(NAME)) {
      return;
    }
    add(organisation.departments(), new Department(NAME, DISPLAY_NAME, null, null));
    add(organisation.teams(), new Team(NAME, DISPLAY_NAME, NAME));
    AuditTrail.Act act = new AuditTrail.Act(PRODUCT, "project.create", "project/" + NAME, "");
    audit.recording(
        act,
        () -> add(quotas.projects(), project()),
        it -> new AuditTrail.Finding("OK", 201, "for usage that names no project", null, null));
    LOG.warn("pods of others name no project: their usage is on the account of {}", NAME);
  }

  private static <T extends ConfigItem> ChangeOutcome<T> add(ConfigResource<T> to, T item) {
    ChangeOutcome<T> outcome = to.create(item);
    if (outcome instanceof ChangeOutcome.Invalid<T>(var faults)) {
      throw new IllegalStateException("%s cannot be made: %s".formatted(item.key(), faults));
    }
    return outcome;
  }

  private static ProjectSettings project() {
    return new ProjectSettings(
        NAME,
        DISPLAY_NAME,
        NAME,
        null,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }
}
