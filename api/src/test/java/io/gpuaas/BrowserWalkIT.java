package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.api.FirstSignIn;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.SampleOrganisation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// The walk of a job as a person sees it: a real browser on the live product with the simulated
/// clusters, in both themes. Needs Chromium and the portal's node modules, which the build has.
@Tag("real-peer")
@EnabledIf("hasBrowser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserWalkIT {
  private static final Path WEB = Path.of("..", "web-ui").toAbsolutePath().normalize();
  private static final Path OUT = WEB.resolve("target").resolve("e2e");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private ConfigurableApplicationContext product;
  private FirstSignIn.Credentials person;

  static boolean hasBrowser() {
    return Files.isExecutable(CHROMIUM) && Files.isDirectory(WEB.resolve("node_modules"));
  }

  @BeforeAll
  void start() throws Exception {
    TestDatabase database = TestDatabase.create();
    product =
        SpringApplication.run(
            GpuaasApplication.class,
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--server.port=0",
            "--gpuaas.trust.plain-http=true");
    product.getBean(OrganisationImport.class).apply(SampleOrganisation.document());
    product.getBean(InventoryAdmin.class).apply(SampleInventory.document());
    product.getBean(RateCardAdmin.class).save(TestRates.card(), 0, "test");
    person = product.getBean(FirstSignIn.class).create().orElseThrow();
    submit("protein-folding", "has-succeeded", 1, 1, "1s");
    submit("search-ranking", "runs", 3, 8, "2h");
    submit("search-ranking", "waits-for-quota", 1, 8, "2h");
  }

  /// What the screens show: a job that has ended, one that runs, one that waits.
  private void submit(String project, String name, int workers, int gpus, String runFor)
      throws Exception {
    String body =
        """
        {"project":"%s","name":"%s","spec":{"type":"BATCH","image":"registry.example/train:1",
         "maxRuntime":"3h","preemptible":false,"gpuModel":"H200-141GB",
         "podSets":[{"name":"worker","count":%d,"gpusPerPod":%d}],
         "simulation":{"runFor":"%s","startDelay":"0s","stopDelay":"0s","exitCode":0}}}\
        """
            .formatted(project, name, workers, gpus, runFor);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/api/v1/jobs"))
            .header("Authorization", "Bearer " + person.token())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }
  }

  private String url() {
    return "http://127.0.0.1:" + product.getEnvironment().getRequiredProperty("local.server.port");
  }

  @AfterAll
  void stop() {
    product.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void aJobIsSubmittedRunsSucceedsAndIsBilled(String theme) throws Exception {
    Map<String, String> job = Map.of("GPUAAS_PROJECT", "protein-folding", "GPUAAS_RUN_FOR", "5s");
    String told = told(theme, job, "e2e/walk.mjs");
    assertThat(told).contains("phase RUNNING", "phase SUCCEEDED", "cost line");
  }

  /// By keyboard alone, which finds more than a pointer: what is covered, what cannot be reached or
  /// seen.
  @Test
  void peopleGetWhereTheyWantTo() throws Exception {
    String told = told("light", Map.of("GPUAAS_HANDS", "keyboard"), "e2e/walks.mjs");
    assertThat(told)
        .contains(
            "keyboard: done",
            "lostStream: done",
            "trouble: done",
            "expired: done",
            "clockBehind: done",
            "strangeNames: done",
            "fromYaml: done",
            "alternative: done",
            "preemption: done",
            "lending: done",
            "quotaEdit: done",
            "drain: done",
            "data: done",
            "statement: done",
            "gpuHour: done",
            "budget: done",
            "rateCard: done",
            "commitment: done",
            "softClose: done",
            "costs: done",
            "notebookIdle: done",
            "trust: done",
            "device: done");
  }

  @Test
  void noScreenHasAnAccessibilityFault() throws Exception {
    assertThat(told("light", Map.of(), "e2e/axe.mjs")).contains("\n0 violations");
  }

  /// 360 px wide, and so wide as 200 % zoom makes a usual window.
  @Test
  void everyScreenFitsANarrowWindow() throws Exception {
    Map<String, String> sizes = Map.of("GPUAAS_WIDTHS", "360,720", "GPUAAS_SCHEMES", "dark");
    assertThat(told("dark", sizes, "e2e/shots.mjs", "--widths")).contains("home-dark-360.png");
  }

  /// What the script says; it has to end well.
  private String told(String theme, Map<String, String> more, String... script) throws Exception {
    List<String> command = Stream.concat(Stream.of("node"), Stream.of(script)).toList();
    ProcessBuilder walk = new ProcessBuilder(command).directory(WEB.toFile());
    walk.environment().putAll(settings(theme));
    walk.environment().putAll(more);
    walk.redirectErrorStream(true);
    Process process = walk.start();
    String told = read(process);
    Files.writeString(Files.createDirectories(OUT).resolve(log(theme, script[0])), told);
    assertThat(process.waitFor()).as(told).isZero();
    return told;
  }

  private Map<String, String> settings(String theme) {
    return Map.of(
        "GPUAAS_URL",
        url(),
        "GPUAAS_USER",
        person.login(),
        "GPUAAS_PASSWORD",
        person.password(),
        "GPUAAS_SCHEME",
        theme,
        "GPUAAS_TIMEOUT_MS",
        "60000",
        "GPUAAS_SHOTS",
        OUT.toString());
  }

  /// Where one reads afterwards what the script said, and where its time went.
  private static String log(String theme, String script) {
    return Path.of(script).getFileName() + "-" + theme + ".log";
  }

  private static String read(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
