package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
  @TempDir private Path folder = Path.of("");
  private FakeServer server = new FakeServer();

  @BeforeEach
  void start() {
    server = new FakeServer();
    server.json("GET /teams/a", 200, "{\"name\":\"a\",\"displayName\":\"A\",\"version\":1}");
    server.json("GET /teams/c", 200, "{\"name\":\"c\",\"displayName\":\"C\",\"version\":1}");
    server.json(
        "GET /projects/p/quotas",
        200,
        """
        {"quotas":[{"flavor":"h200","nominal":"64","lendingLimit":null}],"version":3}\
        """);
    server.json("GET /teams?limit=200", 200, "{\"items\":[{\"name\":\"a\"},{\"name\":\"c\"}]}");
    server.json("PUT /teams/a", 200, "{}");
    server.json("PUT /teams/b", 201, "{}");
    server.json("DELETE /teams/c", 204, "");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Call call(String... arguments) {
    return Call.of(folder, Map.of("GPUAAS_URL", server.url()), "", arguments);
  }

  private Call apply(String files, String... more) throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(folder.resolve("conf/all.yaml"), files);
    List<String> words = new ArrayList<>(List.of("apply", "-f", "conf"));
    words.addAll(List.of(more));
    return call(words.toArray(String[]::new));
  }

  @Test
  void nothingIsChangedWithoutYes() throws IOException {
    Call call =
        apply(
            """
            {kind: Team, name: b, displayName: B}
            ---
            {kind: Team, name: a, displayName: New}
            ---
            {kind: ProjectQuotas, name: p, quotas: [{flavor: h200, nominal: 64.0}]}
            """);
    assertThat(call.status()).as(call.err()).isEqualTo(1);
    assertThat(call.out())
        .isEqualTo(
            """
            ~ Team a
                displayName: "A" → "New"
            + Team b
            """);
    assertThat(server.asked("PUT")).isEmpty();
  }

  @Test
  void changesAreMadeOnTheVersionTheyWerePlannedOn() throws IOException {
    Call call =
        apply(
            """
            {kind: Team, name: a, displayName: New}
            ---
            {kind: Team, name: b, displayName: B}
            """,
            "--yes",
            "--prune");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(call.out()).contains("- Team c");
    assertThat(server.asked("PUT").stream().map(it -> it.path() + " " + it.match()))
        .containsExactly("/teams/a \"1\"", "/teams/b *");
    assertThat(server.asked("DELETE").stream().map(it -> it.path() + " " + it.match()))
        .containsExactly("/teams/c \"1\"");
  }

  /// They are there, empty, as soon as their project is.
  @Test
  void quotasOfANewProjectAreSetOnTheVersionThatItBringsThem() throws IOException {
    server.json("GET /projects/new/quotas", 404, "{}");
    server.json("GET /projects/new/quotas", 200, "{\"quotas\":[],\"version\":1}");
    server.json("PUT /projects/new/quotas", 200, "{}");
    Call call = apply("{kind: ProjectQuotas, name: new, quotas: [{flavor: h200}]}", "--yes");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(server.asked("PUT").stream().map(it -> it.path() + " " + it.match()))
        .containsExactly("/projects/new/quotas \"1\"");
  }

  @Test
  void tooManyDeletionsAreNone() throws IOException {
    Call call = apply("{kind: Team, name: a}", "--yes", "--prune", "--prune-most", "0");
    assertThat(call.status()).isEqualTo(2);
    assertThat(server.asked("DELETE")).isEmpty();
  }

  @Test
  void allFaultsOfFilesAreSaidAtOnce() throws IOException {
    Call call =
        apply(
            """
            {kind: Tem, name: a}
            ---
            {kind: Team, name: "a/../b"}
            ---
            {kind: Team, name: a}
            ---
            {kind: Team, name: a}
            """);
    assertThat(call.status()).isEqualTo(2);
    assertThat(call.err().lines().filter(it -> it.startsWith("  "))).hasSize(3);
  }

  @Test
  void exportedFilesAreInLine() throws IOException {
    for (String list :
        List.of(
            "topologies",
            "flavors",
            "clusters",
            "cohorts",
            "departments",
            "projects",
            "rate-cards",
            "priority-classes",
            "secrets",
            "trust-rules")) {
      server.json("GET /%s?limit=200".formatted(list), 200, "{\"items\":[]}");
    }
    String source = "{\"project\":\"p\",\"name\":\"web\",\"type\":\"CLAIM\",\"place\":\"x\"}";
    server.json("GET /data-sources?limit=200", 200, "{\"items\":[%s]}".formatted(source));
    server.json("GET /projects/p/data-sources/web", 200, source);
    server.json("GET /scheduling-policy", 200, "{\"fairSharing\":true,\"version\":3}");
    server.json("GET /idle-policy", 200, "{\"active\":false,\"version\":1}");
    assertThat(call("export", "out").status()).isZero();
    assertThat(Files.readString(folder.resolve("out/06-team.yaml")))
        .isEqualTo("kind: Team\nname: a\n---\nkind: Team\nname: c\n");
    assertThat(Files.readString(folder.resolve("out/15-data-source.yaml")))
        .isEqualTo("kind: DataSource\nname: p/web\ntype: CLAIM\nplace: x\n");
    assertThat(Files.readString(folder.resolve("out/12-scheduling-policy.yaml")))
        .isEqualTo("kind: SchedulingPolicy\nname: site\nfairSharing: true\n");
    Call again = call("apply", "-f", "out");
    assertThat(again.status()).as(again.err()).isZero();
    Call over = call("export", "out");
    assertThat(over.status()).isEqualTo(2);
    assertThat(over.err()).contains("out is not empty: name a new folder.");
  }

  @Test
  void whatHoldsOthersIsMadeBeforeThemAndDeletedAfterThem() throws IOException {
    String there = "{\"name\":\"x\",\"parent\":\"y\"},{\"name\":\"y\",\"parent\":\"a\"}";
    server.json("GET /cohorts?limit=200", 200, "{\"items\":[%s]}".formatted(there));
    for (String name : List.of("x", "y")) {
      server.json("GET /cohorts/" + name, 200, "{\"version\":1}");
    }
    for (String name : List.of("a", "b", "c", "d")) {
      server.json("GET /cohorts/" + name, 404, "{}");
    }
    Call call =
        apply(
            """
            {kind: Cohort, name: a, parent: c}
            ---
            {kind: Cohort, name: b, parent: a}
            ---
            {kind: Cohort, name: c}
            ---
            {kind: Cohort, name: d, parent: d}
            """,
            "--prune");
    assertThat(call.out().lines())
        .containsExactly(
            "+ Cohort c", "+ Cohort a", "+ Cohort b", "+ Cohort d", "- Cohort x", "- Cohort y");
  }

  /// They come with their project, so that there is a version to change.
  @Test
  void quotasOfWhatIsNewAreReplaced() throws IOException {
    server.json("GET /projects/new", 404, "{}");
    server.json("PUT /projects/new", 201, "{}");
    server.json("GET /projects/new/quotas", 404, "{}");
    server.json("GET /projects/new/quotas", 200, "{\"quotas\":[],\"version\":1}");
    server.json("PUT /projects/new/quotas", 200, "{}");
    String files = "{kind: Project, name: new}\n---\n{kind: ProjectQuotas, name: new, quotas: []}";
    Call call = apply(files, "--yes");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(server.asked("PUT").getLast().match()).isEqualTo("\"1\"");
  }

  /// A claim that a file leaves out would else go on narrowing the rule.
  @Test
  void trustRulesAndTheirClaimsAreComparedWhole() throws IOException {
    String claims = "{\"repository_id\":\"4711\",\"ref\":\"refs/heads/main\"}";
    server.json(
        "GET /trust-rules/train",
        200,
        "{\"name\":\"train\",\"project\":\"p\",\"claims\":%s,\"version\":1}".formatted(claims));
    Call less = apply("{kind: TrustRule, name: train, project: p, claims: {repository_id: 4711}}");
    assertThat(less.status()).as(less.err()).isEqualTo(1);
    assertThat(less.out()).isEqualTo("~ TrustRule train\n    claims: - ref: \"refs/heads/main\"\n");
    Call same = apply("{kind: TrustRule, name: train, project: p, claims: %s}".formatted(claims));
    assertThat(same.status()).as(same.err()).isZero();
  }
}
