package io.gpuaas.quota;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.FlavorFungibility.Preference;
import io.gpuaas.quota.FlavorFungibility.Search;
import io.gpuaas.quota.PreemptionPolicy.Borrow;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import io.gpuaas.quota.PreemptionPolicy.WithinProject;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An invented company with 3 departments, 7 teams and 12 projects that share 256 H200 and 128 A100
/// GPUs, for a first look and for tests. Its nominal quotas add up to exactly those GPUs.
public final class SampleOrganisation {
  /// Names of the two flavors.
  public static final String H200 = "h200";

  public static final String A100 = "a100";

  /// The node label that tells the flavors apart, and its values.
  public static final String PRODUCT_LABEL = "nvidia.com/gpu.product";

  public static final String H200_PRODUCT = "NVIDIA-H200";
  public static final String A100_PRODUCT = "NVIDIA-A100-SXM4-80GB";

  public static final String H200_MODEL = "H200-141GB";
  public static final String A100_MODEL = "A100-80GB";

  /// Levels of the topology, outermost first.
  public static final List<String> LEVELS =
      List.of(
          "topology.gpuaas.io/block",
          "topology.gpuaas.io/rack",
          "topology.gpuaas.io/nvlink-domain",
          "kubernetes.io/hostname");

  private static final String TOPOLOGY = "fabric";
  private static final FlavorFungibility TRY_BOTH =
      new FlavorFungibility(
          Search.TRY_NEXT_FLAVOR, Search.TRY_NEXT_FLAVOR, Preference.BORROWING_OVER_PREEMPTION);
  private static final PreemptionPolicy GUARDED =
      new PreemptionPolicy(WithinProject.LOWER_PRIORITY, Reclaim.ANY, Borrow.NEVER, null);
  private static final PreemptionPolicy MEEK =
      new PreemptionPolicy(
          WithinProject.LOWER_PRIORITY, Reclaim.LOWER_PRIORITY, Borrow.NEVER, null);

  private SampleOrganisation() {}

  public static OrganisationDocument document() {
    return new OrganisationDocument(
        new OrganisationSettings("Meridian Labs", "Europe/Berlin"),
        departments(),
        teams(),
        List.of(new Topology(TOPOLOGY, LEVELS)),
        List.of(flavor(A100, A100_PRODUCT, A100_MODEL), flavor(H200, H200_PRODUCT, H200_MODEL)),
        List.of(),
        cohorts(),
        projects(),
        quotas());
  }

  private static List<Department> departments() {
    return List.of(
        new Department("ai-research", "AI Research", "CC-1100", "Europe/Berlin"),
        new Department("life-sciences", "Life Sciences", "CC-3300", "Europe/Helsinki"),
        new Department("products", "Product Engineering", "CC-2200", "Europe/Berlin"));
  }

  private static List<Team> teams() {
    return List.of(
        new Team("foundation-models", "Foundation Models", "ai-research"),
        new Team("vision", "Vision", "ai-research"),
        new Team("speech", "Speech", "ai-research"),
        new Team("recommendations", "Recommendations", "products"),
        new Team("assistants", "Assistants", "products"),
        new Team("protein-design", "Protein Design", "life-sciences"),
        new Team("genomics", "Genomics", "life-sciences"));
  }

  private static FlavorSettings flavor(String name, String product, String model) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put(PRODUCT_LABEL, product);
    Flavor flavor = new Flavor(name, labels, List.of(), List.of(), TOPOLOGY);
    return new FlavorSettings(flavor, model);
  }

  private static List<CohortSettings> cohorts() {
    return List.of(
        new CohortSettings("meridian", null, 1000),
        new CohortSettings("research", "meridian", 2000),
        new CohortSettings("frontier", "research", 1500),
        new CohortSettings("product", "meridian", 1500),
        new CohortSettings("science", "meridian", 1000));
  }

  private static List<ProjectSettings> projects() {
    return List.of(
        project("llm-pretraining", "LLM pre-training", "foundation-models", "frontier", 2000),
        project("llm-alignment", "LLM alignment", "foundation-models", "frontier", 1000),
        project("video-understanding", "Video understanding", "vision", "research", 1000),
        project("medical-imaging", "Medical imaging", "vision", "research", 1000),
        project("speech-recognition", "Speech recognition", "speech", "research", 1000),
        project("recommender", "Recommender training", "recommendations", "product", 1500),
        project("search-ranking", "Search ranking", "recommendations", "product", 1000),
        project("assistant-tuning", "Assistant fine-tuning", "assistants", "product", 1500),
        project("assistant-evaluation", "Assistant evaluation", "assistants", "product", 1000),
        project("protein-folding", "Protein folding", "protein-design", "science", 1000),
        project("molecular-dynamics", "Molecular dynamics", "protein-design", "science", 500),
        project("variant-calling", "Variant calling", "genomics", "science", 500));
  }

  /// Those of weight 1 and more try the faster flavor first and reclaim from anyone.
  private static ProjectSettings project(
      String name, String displayName, String team, String cohort, long fairWeightMilli) {
    boolean light = fairWeightMilli < 1000;
    List<String> flavors = light ? List.of(A100, H200) : List.of(H200, A100);
    return new ProjectSettings(
        name,
        displayName,
        team,
        cohort,
        fairWeightMilli,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), flavors)),
        light ? MEEK : GUARDED,
        light ? TRY_BOTH : FlavorFungibility.DEFAULT);
  }

  private static List<QuotaSet> quotas() {
    return List.of(
        new QuotaSet(QuotaOwner.cohort("meridian"), List.of(gpus(H200, 16), gpus(A100, 0))),
        new QuotaSet(QuotaOwner.cohort("research"), List.of(gpus(A100, 8))),
        new QuotaSet(QuotaOwner.cohort("frontier"), List.of(gpus(H200, 0, null, 96L))),
        new QuotaSet(QuotaOwner.cohort("science"), List.of(gpus(H200, 0, 32L, null))),
        projectQuotas("llm-pretraining", gpus(H200, 96), gpus(A100, 0)),
        projectQuotas("llm-alignment", gpus(H200, 32), gpus(A100, 16)),
        projectQuotas("video-understanding", gpus(H200, 16), gpus(A100, 16)),
        projectQuotas("medical-imaging", gpus(H200, 8), gpus(A100, 16)),
        projectQuotas("speech-recognition", gpus(H200, 8, 24L, null), gpus(A100, 8, 24L, null)),
        projectQuotas("recommender", gpus(H200, 24), gpus(A100, 16)),
        projectQuotas("search-ranking", gpus(H200, 8, 16L, null), gpus(A100, 8)),
        projectQuotas("assistant-tuning", gpus(H200, 24), gpus(A100, 0)),
        projectQuotas("assistant-evaluation", gpus(H200, 8, 0L, 4L), gpus(A100, 8, null, 4L)),
        projectQuotas("protein-folding", gpus(H200, 16), gpus(A100, 8)),
        projectQuotas("molecular-dynamics", gpus(H200, 0, 16L, null), gpus(A100, 16)),
        projectQuotas("variant-calling", gpus(H200, 0, 8L, null), gpus(A100, 8, 16L, null)));
  }

  private static QuotaSet projectQuotas(String project, Quota... quotas) {
    return new QuotaSet(QuotaOwner.project(project), List.of(quotas));
  }

  private static Quota gpus(String flavor, long nominal) {
    return gpus(flavor, nominal, null, null);
  }

  private static Quota gpus(
      String flavor, long nominal, @Nullable Long borrowingLimit, @Nullable Long lendingLimit) {
    return new Quota(
        new FlavorResource(flavor, Resources.GPU), nominal, borrowingLimit, lendingLimit);
  }
}
