package io.gpuaas.quota.internal.engine.configuration;

import static io.gpuaas.quota.fixtures.Documents.cohort;
import static io.gpuaas.quota.fixtures.Documents.flavor;
import static io.gpuaas.quota.fixtures.Documents.gpus;
import static io.gpuaas.quota.fixtures.Documents.project;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorFungibility.Preference;
import io.gpuaas.quota.FlavorFungibility.Search;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Team;
import io.gpuaas.quota.Topology;
import io.gpuaas.quota.fixtures.Documents;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationRulesTest {
  private static final Configuration SMALL =
      Configuration.of(Documents.small().items().stream().map(Located::item).toList());

  /// An item that is put into the small configuration, and `pointer CODE` of each fault.
  record Case(String name, ConfigItem given, List<String> expected) {
    Case(String name, ConfigItem given, String... expected) {
      this(name, given, List.of(expected));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> organisation() {
    return Stream.of(
        new Case("plain organisation", new OrganisationSettings("Acme", "UTC")),
        new Case(
            "organisation without anything",
            new OrganisationSettings(" ", "Mars/Olympus"),
            "/displayName REQUIRED",
            "/timeZone INVALID_TIME_ZONE"),
        new Case("plain department", new Department("sales", "Sales", null, null)),
        new Case(
            "all of a department wrong at once",
            new Department("Sales_", "x".repeat(101), "\u0007", "no zone"),
            "/name INVALID_NAME",
            "/displayName TOO_LONG",
            "/costCenter INVALID_TEXT",
            "/timeZone INVALID_TIME_ZONE"),
        new Case(
            "name with umlaut", new Department("münchen", "M", null, null), "/name INVALID_NAME"),
        new Case("name of 63", new Department("a".repeat(63), "A", null, null)),
        new Case(
            "name of 64", new Department("a".repeat(64), "A", null, null), "/name INVALID_NAME"),
        new Case("plain team", new Team("audio", "Audio", "research")),
        new Case(
            "team of nobody", new Team("audio", "Audio", "sales"), "/department UNKNOWN_REFERENCE"),
        new Case("plain priority class", new PriorityClass("background", -1000)),
        new Case("nameless priority class", new PriorityClass("", 1), "/name INVALID_NAME"));
  }

  static Stream<Case> hardware() {
    return Stream.of(
        new Case("plain topology", new Topology("tree", List.of("a/b", "c"))),
        new Case("topology without levels", new Topology("tree", List.of()), "/levels REQUIRED"),
        new Case(
            "topology with bad levels",
            new Topology("tree", List.of("rack", "a b", "rack", "/x")),
            "/levels/1 INVALID_LABEL_KEY",
            "/levels/2 DUPLICATE",
            "/levels/3 INVALID_LABEL_KEY"),
        new Case(
            "topology of too many levels",
            new Topology("tree", IntStream.range(0, 17).mapToObj(i -> "l" + i).toList()),
            "/levels TOO_MANY"),
        new Case("plain flavor", flavor("b300", "fabric")),
        new Case("flavor of no model", new FlavorSettings(flavor("b300", null).flavor(), "")),
        new Case(
            "flavor of an unknown topology",
            flavor("b300", "nowhere"),
            "/topology UNKNOWN_REFERENCE"),
        new Case(
            "all of a flavor wrong at once",
            new FlavorSettings(
                new Flavor(
                    "b.300",
                    new TreeMap<>(Map.of("a/b", "ok", "x/y/z", "-")),
                    List.of(new Taint("k", "v", "Sometimes"), new Taint("", "-", "NoExecute")),
                    List.of(
                        new Toleration("", "Equal", "v", "Never"),
                        new Toleration("k", "Exists", "v", ""),
                        new Toleration("k", "Like", "v", "NoSchedule")),
                    null),
                "line\nbreak"),
            "/name INVALID_NAME",
            "/gpuModel INVALID_TEXT",
            "/nodeLabels/x~1y~1z INVALID_LABEL_KEY",
            "/nodeLabels/x~1y~1z INVALID_LABEL_VALUE",
            "/nodeTaints/0/effect INVALID_VALUE",
            "/nodeTaints/1/key INVALID_LABEL_KEY",
            "/nodeTaints/1/value INVALID_LABEL_VALUE",
            "/tolerations/0/effect INVALID_VALUE",
            "/tolerations/0/key INVALID_LABEL_KEY",
            "/tolerations/1/value NOT_ALLOWED",
            "/tolerations/2/operator INVALID_VALUE"));
  }

  static Stream<Case> cohorts() {
    return Stream.of(
        new Case("plain cohort", cohort("more", "labs")),
        new Case(
            "all of a cohort wrong at once",
            new CohortSettings("More", "nowhere", -1),
            "/name INVALID_NAME",
            "/fairWeight NEGATIVE",
            "/parent UNKNOWN_REFERENCE"),
        new Case(
            "cohort too heavy",
            new CohortSettings("more", null, 1_000_000_001),
            "/fairWeight TOO_LARGE"),
        new Case("cohort in itself", cohort("more", "more"), "/parent COHORT_CYCLE"),
        new Case("cohort in its child", cohort("all", "labs"), "/parent COHORT_CYCLE"),
        new Case(
            "cohort with limits taken out of its parent",
            cohort("labs", null),
            "/parent LIMIT_WITHOUT_COHORT"));
  }

  static Stream<Case> projects() {
    ProjectSettings llm = project("llm", "nlp", "labs", "h200", "a100");
    return Stream.of(
        new Case("plain project", project("audio", "nlp", "labs", "a100")),
        new Case("project that shares with nobody", project("audio", "nlp", null, "a100")),
        new Case("project without quota of its own", project("audio", "nlp", null)),
        new Case(
            "project of nobody nowhere",
            project("audio", "nobody", "nowhere", "b300"),
            "/team UNKNOWN_REFERENCE",
            "/resourceGroups/0/flavors/0 UNKNOWN_REFERENCE",
            "/cohort UNKNOWN_REFERENCE"),
        new Case(
            "project with limits taken out of its cohort",
            project("llm", "nlp", null, "h200", "a100"),
            "/cohort LIMIT_WITHOUT_COHORT"),
        new Case(
            "project whose groups leave out a quota",
            project("llm", "nlp", "labs", "h200"),
            "/resourceGroups QUOTA_OUTSIDE_GROUPS"),
        new Case(
            "resources and flavors in two groups",
            withGroups(
                llm,
                new ResourceGroup(List.of("nvidia.com/gpu"), List.of("h200", "a100", "h200")),
                new ResourceGroup(List.of("cpu", "nvidia.com/gpu", "a b"), List.of("a100")),
                new ResourceGroup(List.of(), List.of())),
            "/resourceGroups/0/flavors/2 DUPLICATE",
            "/resourceGroups/1/resources/1 DUPLICATE",
            "/resourceGroups/1/resources/2 INVALID_LABEL_KEY",
            "/resourceGroups/1/flavors/0 DUPLICATE",
            "/resourceGroups/2/resources REQUIRED",
            "/resourceGroups/2/flavors REQUIRED"),
        new Case(
            "threshold without its policy",
            withPolicies(
                llm,
                new PreemptionPolicy(
                    PreemptionPolicy.WithinProject.NEVER,
                    PreemptionPolicy.Reclaim.ANY,
                    PreemptionPolicy.Borrow.NEVER,
                    7),
                FlavorFungibility.DEFAULT),
            "/preemption/borrowMaxPriority NOT_ALLOWED"),
        new Case(
            "preempts while borrowing but never reclaims",
            withPolicies(
                llm,
                new PreemptionPolicy(
                    PreemptionPolicy.WithinProject.NEVER,
                    PreemptionPolicy.Reclaim.NEVER,
                    PreemptionPolicy.Borrow.LOWER_PRIORITY,
                    7),
                FlavorFungibility.DEFAULT),
            "/preemption/borrowWithinCohort NOT_ALLOWED"),
        new Case(
            "prefers preemption but stops early",
            withPolicies(
                llm,
                PreemptionPolicy.DEFAULT,
                new FlavorFungibility(
                    Search.TRY_NEXT_FLAVOR, Search.MAY_STOP, Preference.PREEMPTION_OVER_BORROWING)),
            "/flavorFungibility/preference NOT_ALLOWED"),
        new Case(
            "prefers preemption and tries all",
            withPolicies(
                llm,
                PreemptionPolicy.DEFAULT,
                new FlavorFungibility(
                    Search.TRY_NEXT_FLAVOR,
                    Search.TRY_NEXT_FLAVOR,
                    Preference.PREEMPTION_OVER_BORROWING))));
  }

  static Stream<Case> quotas() {
    long most = (1L << 62) - 1;
    Quota memory = new Quota(new FlavorResource("h200", "memory"), most, null, null);
    return Stream.of(
        new Case("plain quotas", quotas("llm", gpus("h200", 1), gpus("a100", 0, 0L, 0L))),
        new Case("no quotas", quotas("llm")),
        new Case("project with a dated cut", quotas("llm", dated())),
        new Case(
            "cohort with a dated cut",
            new QuotaSet(QuotaOwner.cohort("labs"), List.of(dated())),
            "/quotas/0/drainBy NOT_ALLOWED"),
        new Case(
            "quotas of a cohort cover what they like",
            new QuotaSet(QuotaOwner.cohort("labs"), List.of(memory))),
        new Case(
            "quotas of nobody",
            quotas("nobody", gpus("h200", 1, 1L, null)),
            "/owner UNKNOWN_REFERENCE"),
        new Case(
            "all of quotas wrong at once",
            quotas(
                "llm",
                gpus("h200", -1, -2L, -3L),
                gpus("b300", 1),
                new Quota(new FlavorResource("h200", "a b"), 1, null, null),
                gpus("h200", 5)),
            "/quotas/0/nominal NEGATIVE",
            "/quotas/0/borrowingLimit NEGATIVE",
            "/quotas/0/lendingLimit NEGATIVE",
            "/quotas/1/flavor UNKNOWN_REFERENCE",
            "/quotas/1/flavor QUOTA_OUTSIDE_GROUPS",
            "/quotas/2/resource INVALID_LABEL_KEY",
            "/quotas/2/flavor QUOTA_OUTSIDE_GROUPS",
            "/quotas/3 DUPLICATE"),
        new Case(
            "more GPUs than the world has",
            quotas("llm", gpus("h200", 1_000_000_001)),
            "/quotas/0/nominal TOO_LARGE",
            "/quotas OVERFLOW"),
        new Case(
            "sum over the tree too large",
            quotas("llm", gpus("h200", 1_000_000_000)),
            "/quotas OVERFLOW"),
        new Case(
            "largest amount there is",
            new QuotaSet(
                QuotaOwner.cohort("labs"),
                List.of(new Quota(new FlavorResource("h200", "memory"), Long.MAX_VALUE, 1L, 1L))),
            "/quotas/0/nominal TOO_LARGE",
            "/quotas OVERFLOW"),
        new Case(
            "limits at the top of the tree",
            new QuotaSet(
                QuotaOwner.cohort("all"),
                List.of(gpus("h200", 1, 1L, null), gpus("a100", 1, null, 1L))),
            "/quotas/0/borrowingLimit LIMIT_WITHOUT_COHORT",
            "/quotas/1/lendingLimit LIMIT_WITHOUT_COHORT"));
  }

  private static Quota dated() {
    Instant date = Instant.parse("2026-07-01T00:00:00Z");
    return new Quota(new FlavorResource("h200", "nvidia.com/gpu"), 1, null, null, date);
  }

  private static QuotaSet quotas(String project, Quota... quotas) {
    return new QuotaSet(QuotaOwner.project(project), List.of(quotas));
  }

  private static ProjectSettings withGroups(ProjectSettings base, ResourceGroup... groups) {
    return new ProjectSettings(
        base.name(),
        base.displayName(),
        base.team(),
        base.cohort(),
        base.fairWeightMilli(),
        base.queueingStrategy(),
        base.stopPolicy(),
        List.of(groups),
        base.preemption(),
        base.fungibility());
  }

  private static ProjectSettings withPolicies(
      ProjectSettings base, PreemptionPolicy preemption, FlavorFungibility fungibility) {
    return new ProjectSettings(
        base.name(),
        base.displayName(),
        base.team(),
        base.cohort(),
        base.fairWeightMilli(),
        base.queueingStrategy(),
        base.stopPolicy(),
        base.resourceGroups(),
        preemption,
        fungibility);
  }

  @ParameterizedTest
  @MethodSource({"organisation", "hardware", "cohorts", "projects", "quotas"})
  void reportsAllFaultsOfAnItemAtOnce(Case given) {
    List<Fault> faults =
        ConfigurationRules.check(
            SMALL.with(List.of(given.given())), List.of(new Located("", given.given())));
    assertThat(faults)
        .extracting(fault -> fault.pointer() + " " + fault.code())
        .containsExactlyElementsOf(given.expected());
  }

  @Test
  void faultsNameTheValueAndWhatIsAllowed() {
    CohortSettings given = cohort("all", "labs");
    assertThat(
            ConfigurationRules.check(SMALL.with(List.of(given)), List.of(new Located("", given))))
        .containsExactly(
            new Fault(
                "/parent",
                "COHORT_CYCLE",
                "A cohort must not lie in itself: all < labs < all.",
                "labs",
                null));
  }

  @Test
  void movingATreeUnderAnotherChecksTheDepthAndTheSumOfBoth() {
    List<ConfigItem> chain =
        IntStream.range(0, 15)
            .<ConfigItem>mapToObj(i -> cohort("c" + i, i == 0 ? null : "c" + (i - 1)))
            .toList();
    Configuration deep =
        SMALL
            .with(chain)
            .with(
                List.of(new QuotaSet(QuotaOwner.cohort("c0"), List.of(gpus("h200", 999_999_999)))));
    assertThat(codes(deep, cohort("all", "c14")))
        .containsExactly("/parent COHORT_TOO_DEEP", "/parent OVERFLOW");
    assertThat(codes(deep, cohort("all", "c13"))).containsExactly("/parent OVERFLOW");
    assertThat(codes(deep, project("audio", "nlp", "c14", "h200"))).isEmpty();
  }

  private static List<String> codes(Configuration before, ConfigItem given) {
    return ConfigurationRules.check(before.with(List.of(given)), List.of(new Located("", given)))
        .stream()
        .map(fault -> fault.pointer() + " " + fault.code())
        .toList();
  }

  @Test
  void itemGivenTwiceIsAFault() {
    Team team = new Team("audio", "Audio", "research");
    List<Located> twice = List.of(new Located("/teams/0", team), new Located("/teams/1", team));
    assertThat(ConfigurationRules.check(SMALL.with(List.of(team)), twice))
        .containsExactly(
            new Fault("/teams/1", "DUPLICATE", "The team audio is given twice.", "audio", null));
  }

  /// An item and the sentences on what needs it.
  record Use(ConfigKind kind, String name, List<String> expected) {}

  static Stream<Use> uses() {
    return Stream.of(
        new Use(
            ConfigKind.DEPARTMENT,
            "research",
            List.of("The team nlp needs it.", "The team vision needs it.")),
        new Use(ConfigKind.TEAM, "nlp", List.of("The project llm needs it.")),
        new Use(ConfigKind.TOPOLOGY, "fabric", List.of("The flavor h200 needs it.")),
        new Use(
            ConfigKind.FLAVOR,
            "a100",
            List.of("The project llm needs it.", "The quotas of project llm needs it.")),
        new Use(ConfigKind.COHORT, "all", List.of("The cohort labs needs it.")),
        new Use(
            ConfigKind.COHORT,
            "labs",
            List.of("The project llm needs it.", "The project segmentation needs it.")),
        new Use(ConfigKind.PROJECT, "llm", List.of()),
        new Use(ConfigKind.PRIORITY_CLASS, "normal", List.of("Jobs may always name it.")),
        new Use(ConfigKind.PRIORITY_CLASS, "background", List.of()));
  }

  @ParameterizedTest
  @MethodSource("uses")
  void whatIsNeededCannotGo(Use given) {
    assertThat(ConfigurationRules.uses(SMALL, new ConfigKey(given.kind(), given.name())))
        .extracting(Fault::detail)
        .containsExactlyElementsOf(given.expected());
  }

  @Test
  void quotasComeAndGoWithTheirOwner() {
    Configuration empty = Configuration.of(List.of());
    Configuration one = empty.with(List.of(cohort("all", null)));
    QuotaSet none = new QuotaSet(QuotaOwner.cohort("all"), List.of());
    assertThat(one).isEqualTo(Configuration.of(List.of(cohort("all", null), none)));
    assertThat(one.differingFrom(empty)).containsExactly(cohort("all", null), none);
    assertThat(one.without(cohort("all", null).key())).isEqualTo(empty).hasSameHashCodeAs(empty);
    assertThat(empty.missingFrom(one))
        .containsExactly(cohort("all", null).key(), QuotaOwner.cohort("all").quotasKey());
    assertThat(one).hasToString("Configuration[" + cohort("all", null) + ", " + none + "]");
  }
}
