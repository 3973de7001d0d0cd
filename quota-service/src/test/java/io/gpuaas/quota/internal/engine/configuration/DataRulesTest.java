package io.gpuaas.quota.internal.engine.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Fault;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.DataSource.Kind;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.SecretReference;
import io.gpuaas.quota.fixtures.Documents;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataRulesTest {
  private static final SecretReference KEYS =
      new SecretReference("llm", "s3", List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"));
  private static final Configuration SMALL =
      Configuration.of(Documents.small().items().stream().map(Located::item).toList())
          .with(List.of(KEYS));

  /// @param faults `pointer CODE` of each
  record Case(String name, ConfigItem given, List<String> faults) {
    Case(String name, ConfigItem given, String... faults) {
      this(name, given, List.of(faults));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static DataSource source(Kind kind, String place) {
    return new DataSource("llm", "imagenet", kind, place, "", true);
  }

  static Stream<Case> sources() {
    DataSource claim = source(Kind.CLAIM, "imagenet-2026");
    return Stream.of(
        new Case("claim", claim),
        new Case("export", source(Kind.NFS, "filer.example:/exports/imagenet")),
        new Case("folder", source(Kind.FOLDER, "/lustre/imagenet")),
        new Case("address", source(Kind.OBJECT_STORE, "s3://data/imagenet")),
        new Case(
            "address with keys",
            new DataSource("llm", "imagenet", Kind.OBJECT_STORE, "s3://data", "s3", false)),
        new Case("claim with a slash", source(Kind.CLAIM, "a/b"), "/place INVALID_NAME"),
        new Case("no place", source(Kind.NFS, ""), "/place INVALID_VALUE"),
        new Case("export without a server", source(Kind.NFS, "/exports"), "/place INVALID_VALUE"),
        new Case("folder above", source(Kind.FOLDER, "/lustre/../etc"), "/place INVALID_VALUE"),
        new Case("folder from somewhere", source(Kind.FOLDER, "lustre"), "/place INVALID_VALUE"),
        new Case(
            "address with a password",
            source(Kind.OBJECT_STORE, "s3://me:secret@data/imagenet"),
            "/place INVALID_VALUE"),
        new Case(
            "long place", source(Kind.OBJECT_STORE, "s3://" + "x".repeat(1020)), "/place TOO_LONG"),
        new Case(
            "all wrong at once",
            new DataSource("nobody", "A".repeat(51), Kind.CLAIM, "claim", "s3", false),
            "/project UNKNOWN_REFERENCE",
            "/name INVALID_NAME",
            "/name TOO_LONG",
            "/secretName NOT_ALLOWED"),
        new Case(
            "keys that nobody knows",
            new DataSource("llm", "imagenet", Kind.OBJECT_STORE, "s3://data", "other", false),
            "/secretName UNKNOWN_REFERENCE"));
  }

  static Stream<Case> secrets() {
    return Stream.of(
        new Case("secret", KEYS),
        new Case(
            "secret without keys", new SecretReference("llm", "s3", List.of()), "/keys REQUIRED"),
        new Case(
            "all wrong at once",
            new SecretReference("nobody", "S 3", List.of("a b", "token", "token")),
            "/project UNKNOWN_REFERENCE",
            "/name INVALID_NAME",
            "/keys/0 INVALID_VALUE",
            "/keys/2 DUPLICATE"));
  }

  @ParameterizedTest
  @MethodSource({"sources", "secrets"})
  void reportsAllFaultsAtOnce(Case it) {
    Configuration after = SMALL.with(List.of(it.given()));
    List<Fault> faults = ConfigurationRules.check(after, List.of(new Located("", it.given())));
    assertThat(faults.stream().map(fault -> fault.pointer() + " " + fault.code()))
        .isEqualTo(it.faults());
  }

  @Test
  void whatIsNeededStays() {
    DataSource store = new DataSource("llm", "web", Kind.OBJECT_STORE, "s3://data", "s3", false);
    Configuration both = SMALL.with(List.of(store));
    assertThat(details(both, new ConfigKey(ConfigKind.SECRET_REFERENCE, "llm/s3")))
        .containsExactly("The data source llm/web needs it.");
    assertThat(details(both, store.key())).isEmpty();
    assertThat(details(both, new ConfigKey(ConfigKind.PROJECT, "llm")))
        .containsExactly("The secret llm/s3 needs it.", "The data source llm/web needs it.");
  }

  private static List<String> details(Configuration configuration, ConfigKey key) {
    return ConfigurationRules.uses(configuration, key).stream().map(Fault::detail).toList();
  }
}
