package io.gpuaas.quota.internal.service;

import static io.gpuaas.quota.fixtures.Documents.cohort;
import static io.gpuaas.quota.fixtures.Documents.gpus;
import static io.gpuaas.quota.fixtures.Documents.project;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Scope;
import io.gpuaas.quota.fixtures.Documents;
import io.gpuaas.quota.fixtures.QuotaModule;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import io.gpuaas.quota.internal.store.ConfigStore;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;

class ConfigChangesIT {
  private final OrganisationAdmin organisation = QuotaModule.bean(OrganisationAdmin.class);
  private final QuotaAdmin quota = QuotaModule.bean(QuotaAdmin.class);
  private final QuotaConfigSource source = QuotaModule.bean(QuotaConfigSource.class);
  private final OrganisationImport documents = QuotaModule.bean(OrganisationImport.class);

  @BeforeEach
  void reset() {
    QuotaModule.reset();
  }

  @Test
  void freshInstallationHasPrioritiesAndNothingElse() {
    assertThat(source.load())
        .isEqualTo(new QuotaConfig(1, List.of(), List.of(), List.of(), List.of()));
    assertThat(quota.priorityClasses().list())
        .containsExactly(
            new Versioned<>(new PriorityClass("high", 100), 1),
            new Versioned<>(new PriorityClass("low", -100), 1),
            new Versioned<>(new PriorityClass("normal", 0), 1),
            new Versioned<>(new PriorityClass("urgent", 1000), 1));
    assertThat(organisation.organisation())
        .isEqualTo(new Versioned<>(new OrganisationSettings("My organisation", "UTC"), 1));
  }

  @Test
  void importedDocumentIsLoadedAsItWasGiven() {
    assertThat(documents.apply(Documents.small()))
        .isEqualTo(new ImportOutcome.Imported(2, 12, 1, 0, List.of()));
    Configuration expected =
        Configuration.of(Documents.small().items().stream().map(each -> each.item()).toList());
    assertThat(source.load()).isEqualTo(expected.toQuotaConfig(2));
  }

  @Test
  void importingAgainChangesNothing() {
    documents.apply(Documents.small());
    QuotaConfig before = source.load();
    assertThat(documents.apply(Documents.small()))
        .isEqualTo(new ImportOutcome.Imported(2, 0, 0, 13, List.of()));
    assertThat(source.load()).isEqualTo(before);
  }

  @Test
  void documentWithOneFaultChangesNothing() {
    var small = Documents.small();
    var faulty =
        new OrganisationDocument(
            small.organisation(),
            small.departments(),
            small.teams(),
            List.of(),
            small.flavors(),
            small.priorityClasses(),
            small.cohorts(),
            small.projects(),
            small.quotas());
    assertThat(documents.apply(faulty))
        .isEqualTo(
            new ImportOutcome.Invalid(
                List.of(
                    new Fault(
                        "/flavors/0/topology",
                        "UNKNOWN_REFERENCE",
                        "There is no topology of this name.",
                        "fabric",
                        null))));
    assertThat(source.load())
        .isEqualTo(new QuotaConfig(1, List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void versionsAndGenerationRiseWithChangesOnly() {
    Department sales = new Department("sales", "Sales", null, null);
    Department sold = new Department("sales", "Sold", "CC-1", "Asia/Tokyo");
    ConfigResource<Department> departments = organisation.departments();

    assertThat(departments.create(sales)).isEqualTo(accepted(sales, 1));
    assertThat(departments.create(sold)).isEqualTo(new ChangeOutcome.Exists<>(1));
    assertThat(source.generation()).isEqualTo(2);
    assertThat(departments.replace(sales, 1)).isEqualTo(accepted(sales, 1));
    assertThat(source.generation()).isEqualTo(2);
    assertThat(departments.replace(sold, 1)).isEqualTo(accepted(sold, 2));
    assertThat(source.generation()).isEqualTo(3);
    assertThat(departments.replace(sales, 1)).isEqualTo(new ChangeOutcome.Stale<>(2));
    assertThat(departments.remove("sales", 1)).isEqualTo(new ChangeOutcome.Stale<>(2));
    assertThat(departments.find("sales")).contains(new Versioned<>(sold, 2));
    assertThat(departments.remove("sales", 2)).isEqualTo(new ChangeOutcome.Removed<>());
    assertThat(source.generation()).isEqualTo(4);
    assertThat(departments.remove("sales", 2)).isEqualTo(new ChangeOutcome.Missing<>());
    assertThat(departments.replace(sold, 2)).isEqualTo(new ChangeOutcome.Missing<>());
    assertThat(departments.find("sales")).isEmpty();
    assertThat(departments.create(sold)).isEqualTo(accepted(sold, 1));
    assertThat(source.generation()).isEqualTo(5);
  }

  private static <T> ChangeOutcome<T> accepted(T value, long version) {
    return new ChangeOutcome.Accepted<>(value, version, List.of());
  }

  @Test
  void refusedChangeNamesItsFaultsAndLeavesNoTrace() {
    documents.apply(Documents.small());
    QuotaConfig before = source.load();
    assertThat(quota.cohorts().replace(cohort("all", "labs"), 1))
        .isEqualTo(
            new ChangeOutcome.Invalid<>(
                List.of(
                    new Fault(
                        "/parent",
                        "COHORT_CYCLE",
                        "A cohort must not lie in itself: all < labs < all.",
                        "labs",
                        null))));
    assertThat(quota.cohorts().remove("all", 1))
        .isEqualTo(
            new ChangeOutcome.InUse<>(
                List.of(new Fault("", "IN_USE", "The cohort labs needs it.", "all", null))));
    assertThat(source.load()).isEqualTo(before);
  }

  @Test
  void quotasAreChangedByThemselvesAndGoWithTheirProject() {
    documents.apply(Documents.small());
    QuotaOwner llm = QuotaOwner.project("llm");
    QuotaSet given = new QuotaSet(llm, List.of(gpus("h200", 80, null, 40L), gpus("a100", 0)));

    assertThat(quota.replaceQuotas(given, 1)).isEqualTo(accepted(given.inCellOrder(), 2));
    assertThat(quota.quotas(llm)).contains(new Versioned<>(given.inCellOrder(), 2));
    assertThat(quota.projects().find("llm").orElseThrow().version()).isEqualTo(1);
    assertThat(quota.replaceQuotas(given, 1)).isEqualTo(new ChangeOutcome.Stale<>(2));
    assertThat(quota.replaceQuotas(new QuotaSet(QuotaOwner.cohort("llm"), List.of()), 1))
        .isEqualTo(new ChangeOutcome.Missing<>());

    assertThat(quota.projects().remove("llm", 1)).isEqualTo(new ChangeOutcome.Removed<>());
    assertThat(quota.quotas(llm)).isEmpty();
    quota.projects().create(project("llm", "nlp", "labs", "h200"));
    assertThat(quota.quotas(llm)).contains(new Versioned<>(new QuotaSet(llm, List.of()), 1));
  }

  @Test
  void everyValueOfAProjectAndAFlavorIsKept() {
    documents.apply(Documents.small());
    ProjectSettings given =
        new ProjectSettings(
            "llm",
            "Large",
            "vision",
            "all",
            0,
            Project.QueueingStrategy.STRICT_FIFO,
            Project.StopPolicy.HOLD_AND_DRAIN,
            List.of(
                new ResourceGroup(List.of("cpu", "memory"), List.of("h200")),
                new ResourceGroup(List.of("nvidia.com/gpu"), List.of("a100"))),
            new PreemptionPolicy(
                PreemptionPolicy.WithinProject.LOWER_OR_NEWER_EQUAL_PRIORITY,
                PreemptionPolicy.Reclaim.LOWER_PRIORITY,
                PreemptionPolicy.Borrow.LOWER_PRIORITY,
                Integer.MIN_VALUE),
            new FlavorFungibility(
                FlavorFungibility.Search.TRY_NEXT_FLAVOR,
                FlavorFungibility.Search.TRY_NEXT_FLAVOR,
                FlavorFungibility.Preference.PREEMPTION_OVER_BORROWING));
    quota.replaceQuotas(new QuotaSet(QuotaOwner.project("llm"), List.of()), 1);
    assertThat(quota.projects().replace(given, 1)).isEqualTo(accepted(given, 2));
    assertThat(quota.projects().find("llm")).contains(new Versioned<>(given, 2));

    FlavorSettings plain =
        new FlavorSettings(new Flavor("h200", new TreeMap<>(), List.of(), List.of(), null), "");
    assertThat(quota.flavors().replace(plain, 1)).isEqualTo(accepted(plain, 2));
    assertThat(quota.flavors().list())
        .containsExactly(
            new Versioned<>(Documents.flavor("a100", null), 1), new Versioned<>(plain, 2));
  }

  @Test
  void builtInPrioritiesMayChangeTheirValueButNotGo() {
    assertThat(quota.priorityClasses().replace(new PriorityClass("high", 7), 1))
        .isEqualTo(accepted(new PriorityClass("high", 7), 2));
    assertThat(quota.priorityClasses().remove("high", 2))
        .isEqualTo(
            new ChangeOutcome.InUse<>(
                List.of(new Fault("", "IN_USE", "Jobs may always name it.", "high", null))));
  }

  @Test
  void organisationIsKnownAsSoonAsItChanges() {
    StoredConfig fresh =
        new StoredConfig(
            QuotaModule.bean(ConfigStore.class),
            QuotaModule.bean(PlatformTransactionManager.class));
    assertThat(fresh.current().settings().displayName()).isEqualTo("My organisation");
    assertThat(fresh.current()).isSameAs(fresh.current());

    documents.apply(Documents.small());
    assertThat(fresh.current().generation()).isEqualTo(2);
    assertThat(fresh.current().path(Scope.project("llm"))).hasSize(4);
    assertThat(fresh.current().priority("urgent")).hasValue(1000);

    organisation.replaceOrganisation(new OrganisationSettings("Acme", "UTC"), 2);
    assertThat(fresh.current().settings()).isEqualTo(new OrganisationSettings("Acme", "UTC"));
  }

  @Test
  void anotherModuleMayKeepAnItem() {
    documents.apply(Documents.small());
    Fault running = Fault.of("", "IN_USE", "The project has 3 live jobs.");
    QuotaModule.guard(key -> key.name().equals("llm") ? List.of(running) : List.of());
    assertThat(quota.projects().remove("llm", 1))
        .isEqualTo(new ChangeOutcome.InUse<>(List.of(running)));
    assertThat(quota.projects().remove("segmentation", 1)).isEqualTo(new ChangeOutcome.Removed<>());
  }
}
