package io.gpuaas.quota.internal.engine.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import io.gpuaas.quota.fixtures.RandomDocuments;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rules against a second, plain statement of what a sound configuration is.
class ConfigurationPropertyTest {
  private static final long SEED = 20261129;
  private static final int DOCUMENTS = 5000;
  private static final BigInteger LARGEST = BigInteger.TWO.pow(62).subtract(BigInteger.ONE);
  private static final BigInteger MOST_GPUS = BigInteger.valueOf(1_000_000_000);

  @Test
  void acceptsExactlyTheSoundOnes() {
    RandomDocuments documents = new RandomDocuments(SEED);
    Set<String> codes = new HashSet<>();
    int accepted = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      OrganisationDocument document = documents.next();
      Configuration configuration =
          Configuration.of(document.items().stream().map(Located::item).toList());
      List<Fault> faults = ConfigurationRules.check(configuration, document.items());
      faults.forEach(fault -> codes.add(fault.code()));
      boolean isAccepted = faults.isEmpty();
      assertThat(isAccepted)
          .as("document %d of seed %d: %s", i, SEED, document)
          .isEqualTo(isSound(document, configuration.toQuotaConfig(i)));
      accepted += isAccepted ? 1 : 0;
    }
    assertThat(accepted).isBetween(DOCUMENTS / 4, DOCUMENTS * 3 / 4);
    assertThat(codes)
        .containsExactlyInAnyOrder(
            "COHORT_CYCLE",
            "DUPLICATE",
            "LIMIT_WITHOUT_COHORT",
            "NEGATIVE",
            "OVERFLOW",
            "QUOTA_OUTSIDE_GROUPS",
            "TOO_LARGE",
            "UNKNOWN_REFERENCE");
  }

  private static boolean isSound(OrganisationDocument document, QuotaConfig config) {
    Set<String> departments = names(document.departments(), each -> each.name());
    Set<String> teams = names(document.teams(), each -> each.name());
    Set<String> topologies = names(config.topologies(), Topology::name);
    Set<String> flavors = names(config.flavors(), Flavor::name);
    Set<String> cohorts = names(config.cohorts(), Cohort::name);
    return document.teams().stream().allMatch(each -> departments.contains(each.department()))
        && document.projects().stream().allMatch(each -> teams.contains(each.team()))
        && config.flavors().stream().allMatch(each -> isIn(topologies, each.topology()))
        && config.cohorts().stream().allMatch(each -> isIn(cohorts, each.parent()))
        && config.projects().stream().allMatch(each -> isIn(cohorts, each.cohort()))
        && config.cohorts().stream().noneMatch(each -> root(config, each.name()).isEmpty())
        && config.cohorts().stream().allMatch(each -> quotasSound(each, flavors))
        && config.projects().stream().allMatch(each -> quotasSound(each, flavors))
        && sumsFit(config);
  }

  private static <T> Set<String> names(List<T> things, Function<T, String> name) {
    return new HashSet<>(things.stream().map(name).toList());
  }

  private static boolean isIn(Set<String> names, @Nullable String name) {
    return name == null || names.contains(name);
  }

  private static boolean quotasSound(Cohort cohort, Set<String> flavors) {
    return cohort.quotas().stream()
        .allMatch(
            quota ->
                flavors.contains(quota.cell().flavor()) && amountsSound(quota, cohort.parent()));
  }

  private static boolean quotasSound(Project project, Set<String> flavors) {
    Set<FlavorResource> covered = new HashSet<>();
    for (ResourceGroup group : project.resourceGroups()) {
      for (String flavor : group.flavors()) {
        group.resources().forEach(each -> covered.add(new FlavorResource(flavor, each)));
      }
      if (!flavors.containsAll(group.flavors())) {
        return false;
      }
    }
    List<String> grouped =
        project.resourceGroups().stream().flatMap(group -> group.flavors().stream()).toList();
    Set<FlavorResource> cells = new HashSet<>();
    return new HashSet<>(grouped).size() == grouped.size()
        && project.quotas().stream()
            .allMatch(
                quota ->
                    covered.contains(quota.cell())
                        && cells.add(quota.cell())
                        && amountsSound(quota, project.cohort()));
  }

  private static boolean amountsSound(Quota quota, @Nullable String parent) {
    List<Long> amounts = new ArrayList<>(List.of(quota.nominal()));
    if (quota.borrowingLimit() != null) {
      amounts.add(quota.borrowingLimit());
    }
    if (quota.lendingLimit() != null) {
      amounts.add(quota.lendingLimit());
    }
    return (parent != null || amounts.size() == 1)
        && amounts.stream()
            .allMatch(each -> each >= 0 && fits(quota.cell(), BigInteger.valueOf(each)));
  }

  private static boolean fits(FlavorResource cell, BigInteger amount) {
    BigInteger most = cell.resource().equals(Resources.GPU) ? MOST_GPUS : LARGEST;
    return amount.compareTo(most) <= 0;
  }

  /// Name of the topmost cohort above, empty when there is none since they lie in each other.
  private static String root(QuotaConfig config, String cohort) {
    Map<String, Cohort> byName = new HashMap<>();
    config.cohorts().forEach(each -> byName.put(each.name(), each));
    String at = cohort;
    for (int i = 0; i <= byName.size(); i++) {
      Cohort here = byName.get(at);
      if (here == null || here.parent() == null) {
        return at;
      }
      at = here.parent();
    }
    return "";
  }

  private static boolean sumsFit(QuotaConfig config) {
    Map<List<Object>, BigInteger> sums = new HashMap<>();
    for (Cohort cohort : config.cohorts()) {
      cohort.quotas().forEach(quota -> add(sums, root(config, cohort.name()), quota));
    }
    for (Project project : config.projects()) {
      String tree =
          project.cohort() == null
              ? "alone " + project.name()
              : root(config, Objects.requireNonNull(project.cohort()));
      project.quotas().forEach(quota -> add(sums, tree, quota));
    }
    return sums.entrySet().stream()
        .allMatch(each -> fits((FlavorResource) each.getKey().get(1), each.getValue()));
  }

  private static void add(Map<List<Object>, BigInteger> sums, String tree, Quota quota) {
    sums.merge(List.of(tree, quota.cell()), BigInteger.valueOf(quota.nominal()), BigInteger::add);
  }
}
