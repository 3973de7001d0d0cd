package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `up --testbed`, walked through over REST, and looked at on the cluster itself: three nodes of
/// eight GPUs behind a real API server, controllers and scheduler, and a Kueue.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("real-peer")
class UpOnTestbedIT {
  private static final String BY_JOB = "gpuaas.io/job";
  private static final String BILLED = "protein-folding";

  /// Of the same cohort as the borrower: what its sisters lend is not the cohort's to give away.
  private static final String OWNER = "recommender";

  private static final String BORROWER = "search-ranking";

  private static final String GOVERNED = "assistant-tuning";
  private static final String BED = "/api/v1/clusters/kubernetes";

  @TempDir static Path folder = Path.of("");
  private LaunchedProduct product;
  private KubernetesClient cluster;

  @BeforeAll
  void start() throws Exception {
    requireBed();
    product = new LaunchedProduct(folder, "-Dgpuaas.home=" + System.getProperty(Companion.HOME));
    product.up(LaunchedProduct.freePort(), "--testbed", "--nodes", "3", "--with", "kueue");
    Path kubeconfig = folder.resolve("testbed/pki/admin.kubeconfig");
    cluster =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
            .build();
    awaitNodes();
  }

  /// The module `cluster-adapter` has looked for what the bed needs before.
  private static void requireBed() {
    String bed = System.getProperty("gpuaas.testbed", "");
    assumeTrue(!bed.isEmpty(), "The build's profile testbed is off.");
    Path missing = Path.of(bed, "missing");
    assumeTrue(!Files.exists(missing), () -> "The test bed does not run here, see " + missing);
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    if (product != null) {
      product.close();
    }
  }

  private void awaitNodes() throws Exception {
    until("there are nodes", () -> product.get("/api/v1/nodes").path("items").size() == 3);
    product
        .get("/api/v1/nodes")
        .path("items")
        .forEach(
            node -> {
              assertThat(node.path("gpuModel").asString()).isEqualTo("H200-141GB");
              assertThat(node.path("gpus").asInt()).isEqualTo(8);
            });
  }

  private String submit(String project, String name, int workers, String runFor) throws Exception {
    boolean lent = project.equals(BORROWER);
    String body =
        """
        {"project":"%s","name":"%s","spec":{"type":"BATCH","image":"registry.example/train:1",
         "maxRuntime":"3h","preemptible":%s,"gpuModel":"H200-141GB","graceSeconds":5,
         "podSets":[{"name":"worker","count":%d,"gpusPerPod":8}],
         "simulation":{"runFor":"%s","startDelay":"0s","stopDelay":"0s","exitCode":0}}}\
        """
            .formatted(project, name, lent, workers, runFor);
    return product.post("/api/v1/jobs", body).path("id").asString();
  }

  private JsonNode await(String job, String phase) throws Exception {
    JsonNode seen = product.get("/api/v1/jobs/%s?waitFor=%s&timeout=60s".formatted(job, phase));
    assertThat(seen.path("phase").asString()).as(seen.toPrettyString()).isEqualTo(phase);
    return seen;
  }

  private List<Pod> pods(String job) {
    return cluster.pods().inAnyNamespace().withLabel(BY_JOB, job).list().getItems();
  }

  @Test
  void aJobBecomesRealObjectsRunsWhereItWasPlacedAndIsBilled() throws Exception {
    String job = submit(BILLED, "walk", 2, "3s");
    JsonNode running = await(job, "RUNNING");
    List<Job> objects =
        cluster.batch().v1().jobs().inAnyNamespace().withLabel(BY_JOB, job).list().getItems();
    assertThat(objects)
        .singleElement()
        .satisfies(it -> assertThat(it.getSpec().getCompletions()).isEqualTo(2));
    TreeMap<Integer, String> bound = new TreeMap<>();
    for (Pod pod : pods(job)) {
      bound.put(
          Integer.parseInt(
              pod.getMetadata().getLabels().get("batch.kubernetes.io/job-completion-index")),
          pod.getSpec().getNodeName());
    }
    assertThat(bound).isEqualTo(placed(running));

    JsonNode ended = product.get("/api/v1/jobs/" + job + "?waitFor=TERMINAL&timeout=60s");
    assertThat(ended.path("phase").asString()).as(ended.toPrettyString()).isEqualTo("SUCCEEDED");
    until("its room is free", () -> !onlyRun(job).path("releasedAt").isNull());
    assertThat(pods(job)).isEmpty();
    assertThat(
            cluster.batch().v1().jobs().inAnyNamespace().withLabel(BY_JOB, job).list().getItems())
        .isEmpty();
    billed(job, onlyRun(job));
  }

  private JsonNode onlyRun(String job) throws Exception {
    JsonNode runs = product.get("/api/v1/jobs/" + job + "/runs");
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  private static SortedMap<Integer, String> placed(JsonNode job) {
    TreeMap<Integer, String> placed = new TreeMap<>();
    for (JsonNode node : job.path("placement").get(0).path("nodes")) {
      node.path("ranks").forEach(rank -> placed.put(rank.asInt(), node.path("node").asString()));
    }
    return placed;
  }

  /// 16 GPUs for as long as the run held them, at the sample's price for guaranteed H200.
  private void billed(String job, JsonNode run) throws Exception {
    Instant bound = Instant.parse(run.path("boundAt").asString());
    Instant released = Instant.parse(run.path("releasedAt").asString());
    double hours = 16 * (released.toEpochMilli() - bound.toEpochMilli()) / 3_600_000.0;
    until(
        "the books have the release", () -> isNear(gpuHours("/api/v1/jobs/" + job, "cost"), hours));
    String month =
        DateTimeFormatter.ofPattern("yyyy-MM").withZone(ZoneId.of("Europe/Helsinki")).format(bound);
    String statement = "/api/v1/statements/%s/%s".formatted(BILLED, month);
    until("the statement has it", () -> isNear(gpuHours(statement), hours));
    JsonNode issued = product.get(statement);
    assertThat(issued.path("unratedGpuHours").asString()).matches("0(\\.0*)?");
    double euros = Double.parseDouble(issued.path("total").path("amount").asString());
    double rounding = 0.005 * issued.path("lines").size() + 1e-9;
    assertThat(euros).as(issued.toString()).isCloseTo(hours * 3.20, Offset.offset(rounding));
  }

  private double gpuHours(String path, String... fields) throws Exception {
    JsonNode found = product.get(path);
    for (String field : fields) {
      found = found.path(field);
    }
    return Double.parseDouble(found.path("gpuHours").asString());
  }

  private static boolean isNear(double one, double other) {
    return Math.abs(one - other) < 2e-6;
  }

  /// Asks again and again; each question takes a moment.
  private static void until(String what, Callable<Boolean> holds) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!holds.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("It never came to be that " + what);
      }
    }
  }

  /// A pod made by hand: it takes room, is shown, and is paid for by an account that the product
  /// makes for what names no project.
  @Test
  void whatOthersRunIsShownAndBilled() throws Exception {
    String name = product.get("/api/v1/clusters").path("items").get(0).path("name").asString();
    String use = "/api/v1/clusters/" + name + "/foreign-use";
    assertThat(product.get("/api/v1/clusters/" + name + "/kueue").path("installed").asBoolean())
        .isTrue();
    cluster.pods().inNamespace("default").resource(stranger()).create();
    until("it is counted", () -> product.get(use).path("milliGpus").asLong() == 2_000);
    until("its account is there", () -> product.get(use).path("pods").size() == 1);
    until("it runs", () -> !product.get(use).path("pods").get(0).path("startedAt").isNull());
    JsonNode pod = product.get(use).path("pods").get(0);
    assertThat(pod.path("project").asString()).isEqualTo("unattributed");
    assertThat(pod.path("workload").asString()).isEqualTo("stranger");
    Instant bound = Instant.parse(pod.path("boundAt").asString());
    until("its room is taken", () -> gpus() == 22);

    cluster.pods().inNamespace("default").withName("stranger").withGracePeriod(0).delete();
    until("it is gone", () -> product.get(use).path("milliGpus").asLong() == 0);
    until("its room is free", () -> gpus() == 24);
    String month =
        DateTimeFormatter.ofPattern("yyyy-MM").withZone(ZoneId.of("Europe/Helsinki")).format(bound);
    billedFrom(bound, pod.path("run").asString(), "/api/v1/statements/unattributed/" + month);
  }

  /// A statement counts what still runs until now: it has come to rest when it is no more than the
  /// finished pieces of usage behind it.
  private void billedFrom(Instant bound, String run, String statement) throws Exception {
    until(
        "its end is in the books",
        () -> {
          double hours = 0;
          for (JsonNode piece : pieces(statement).values()) {
            hours += Double.parseDouble(piece.path("gpuHours").asString());
          }
          return hours > 0 && isNear(gpuHours(statement), hours);
        });
    Instant until = bound;
    for (JsonNode piece : pieces(statement).values()) {
      assertThat(piece.path("run").asString()).isEqualTo(run);
      assertThat(piece.path("gpus").asString()).isEqualTo("2");
      assertThat(piece.path("model").asString()).isEqualTo("H200-141GB");
      assertThat(Instant.parse(piece.path("from").asString())).isEqualTo(until);
      until = Instant.parse(piece.path("to").asString());
    }
    double held = 2 * (until.toEpochMilli() - bound.toEpochMilli()) / 3_600_000.0;
    assertThat(gpuHours(statement)).isCloseTo(held, Offset.offset(2e-6));
    assertThat(product.get(statement).path("unratedGpuHours").asString()).matches("0(\\.0*)?");
  }

  /// Finished usage behind all lines of a statement, in the order of its time.
  private SortedMap<Instant, JsonNode> pieces(String statement) throws Exception {
    TreeMap<Instant, JsonNode> pieces = new TreeMap<>();
    int lines = product.get(statement).path("lines").size();
    for (int line = 0; line < lines; line++) {
      JsonNode behind = product.get(statement + "/lines/" + line + "/usage");
      for (JsonNode piece : behind.path("items")) {
        pieces.put(Instant.parse(piece.path("from").asString()), piece);
      }
    }
    return pieces;
  }

  private long gpus() throws Exception {
    long gpus = 0;
    for (JsonNode node : product.get("/api/v1/nodes").path("items")) {
      gpus += node.path("gpus").asLong();
    }
    return gpus;
  }

  private static Pod stranger() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("stranger")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("registry.example/other:1")
        .withNewResources()
        .addToLimits("nvidia.com/gpu", new Quantity("2"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void lentNodesAreTakenBackAndTheVictimsPodsAreGoneBeforeTheOwnersAppear() throws Exception {
    PodStory story = new PodStory();
    String borrower = submit(BORROWER, "borrows", 3, "2h");
    await(borrower, "RUNNING");
    String owner;
    try (Watch _ = cluster.pods().inAnyNamespace().withLabel(BY_JOB).watch(story)) {
      owner = submit(OWNER, "owns", 2, "2h");
      await(owner, "RUNNING");
      story.awaitPods(owner, 2);
    }
    List<String> told = story.told();
    int lastGone = told.lastIndexOf("DELETED " + borrower);
    int firstHere = told.indexOf("ADDED " + owner);
    assertThat(told).filteredOn(("DELETED " + borrower)::equals).hasSize(3);
    assertThat(lastGone).as("%s", told).isLessThan(firstHere);
    JsonNode runs = product.get("/api/v1/jobs/" + borrower + "/runs");
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).path("reason").asString()).contains("PREEMPTED");
    assertThat(product.get("/api/v1/jobs/" + borrower).path("phase").asString())
        .isEqualTo("QUEUED");
    product.post("/api/v1/jobs/" + owner + ":cancel", "{\"reason\":\"seen\"}");
    await(borrower, "RUNNING");
    assertThat(pods(borrower)).hasSize(3);
    product.post("/api/v1/jobs/" + borrower + ":cancel", "{\"reason\":\"seen\"}");
    JsonNode ended = product.get("/api/v1/jobs/" + borrower + "?waitFor=TERMINAL&timeout=60s");
    assertThat(ended.path("phase").asString()).isEqualTo("CANCELLED");
  }

  /// Kueue decides who goes next on the bed; `west`, which is simulated, asks nobody. The last
  /// test, as the bed is driven otherwise from here on.
  @Test
  @Order(Integer.MAX_VALUE)
  void whereKueueGovernsOneOfTwoClustersTheOtherIsUsedAndItsQuotaIsNotPassedBy() throws Exception {
    letKueueDecide();
    holdQueue("Hold");
    String first = submit(GOVERNED, "first", 1, "2h");
    waitsForKueue(first);
    product.create("/api/v1/clusters/west", "{\"backend\":\"simulated\"}");
    product.create(
        "/api/v1/clusters/west/nodes/w1",
        """
        {"labels":{"nvidia.com/gpu.product":"NVIDIA-H200"},"gpuModel":"H200-141GB",
         "capacity":{"cpu":"96","memory":"1Ti","nvidia.com/gpu":"8"}}\
        """);
    assertThat(clusterOf(await(first, "RUNNING"))).isEqualTo("west");
    until("it waits for Kueue no more", () -> workloads(first).isEmpty());

    String second = submit(GOVERNED, "second", 1, "2h");
    waitsForKueue(second);
    assertThat(gpus()).isEqualTo(32);
    holdQueue("None");
    assertThat(clusterOf(await(second, "RUNNING"))).isEqualTo("kubernetes");
    assertThat(pods(second)).hasSize(1);
    assertThat(workloads(second)).hasSize(1);
    for (String job : List.of(first, second)) {
      product.post("/api/v1/jobs/" + job + ":cancel", "{\"reason\":\"seen\"}");
    }
    until("its quota is given back", () -> workloads(second).isEmpty());
  }

  private void letKueueDecide() throws Exception {
    JsonNode before = product.get(BED);
    ObjectNode settings = before.path("settings").deepCopy().asObject();
    settings.put("admission", "kueue");
    String body = "{\"backend\":\"kueue\",\"settings\":%s}".formatted(settings);
    product.replace(BED, before.path("version").asLong(), body);
    until(
        "the queues are in step",
        () -> product.post(BED + "/queues:apply", "").path("inStep").asBoolean());
  }

  /// `Hold`: Kueue lets nobody in; `None`: it does.
  private void holdQueue(String policy) {
    cluster
        .genericKubernetesResources("kueue.x-k8s.io/v1beta2", "ClusterQueue")
        .withName("gpuaas-" + GOVERNED)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"stopPolicy\":\"%s\"}}".formatted(policy));
  }

  private void waitsForKueue(String job) throws Exception {
    until(
        "it waits for Kueue's word",
        () ->
            product
                .get("/api/v1/jobs/" + job)
                .path("waiting")
                .toString()
                .contains("WaitingForClusterQueue"));
    until("it is shown to Kueue", () -> workloads(job).size() == 1);
    assertThat(pods(job)).isEmpty();
  }

  private List<GenericKubernetesResource> workloads(String job) {
    return cluster
        .genericKubernetesResources("kueue.x-k8s.io/v1beta2", "Workload")
        .inAnyNamespace()
        .withLabel(BY_JOB, job)
        .list()
        .getItems();
  }

  private static String clusterOf(JsonNode job) {
    return job.path("placement").get(0).path("nodes").get(0).path("cluster").asString();
  }
}
