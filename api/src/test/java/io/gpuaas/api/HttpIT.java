package io.gpuaas.api;

import io.gpuaas.GpuaasApplication;
import io.gpuaas.api.internal.service.Tokens;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.SampleOrganisation;
import java.net.http.HttpClient;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The whole application on a random port and an own database, shared by the classes that extend
/// this one: Spring keeps the context.
@SpringBootTest(
    classes = GpuaasApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
abstract class HttpIT {
  private static final TestDatabase DATABASE = TestDatabase.create();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final FirstAccount FIRST = new FirstAccount();

  @Value("${local.server.port}")
  private int port;

  @Autowired private FirstSignIn firstSignIn;
  @Autowired private OrganisationImport organisation;
  @Autowired private InventoryAdmin inventory;
  @Autowired private Tokens secrets;

  /// The first account's secrets, which the application gives out once.
  private static final class FirstAccount {
    private FirstSignIn.@Nullable Credentials credentials;

    synchronized FirstSignIn.Credentials of(FirstSignIn source) {
      if (credentials == null) {
        credentials = source.create().orElseThrow();
        SecretSearch.used(credentials.password());
      }
      return credentials;
    }
  }

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry registry) {
    registry.add("spring.datasource.url", DATABASE::url);
    registry.add("spring.datasource.username", DATABASE::user);
    registry.add("spring.datasource.password", DATABASE::password);
    // Issuers of tests are on this machine.
    registry.add("gpuaas.trust.plain-http", () -> true);
  }

  @AfterAll
  static void nothingSecretWasWritten(CapturedOutput output) {
    SecretSearch.nothingIsWritten(output.getAll(), DATABASE);
  }

  final FirstSignIn.Credentials firstAccount() {
    return FIRST.of(firstSignIn);
  }

  /// Departments to quotas, clusters and nodes; making it again changes nothing.
  final void sampleOrganisation() {
    firstAccount();
    organisation.apply(SampleOrganisation.document());
    inventory.apply(SampleInventory.document());
  }

  /// The month that goes on at `now` for all departments of the sample organisation.
  static YearMonth month(Instant now) {
    String zone =
        Objects.requireNonNull(SampleOrganisation.document().departments().getFirst().timeZone());
    return YearMonth.from(now.atZone(ZoneId.of(zone)));
  }

  final String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  final TestDatabase database() {
    return DATABASE;
  }

  final TestClient nobody() {
    return new TestClient(HTTP, url(""), List.of());
  }

  /// An organisation administrator with a token.
  final TestClient admin() {
    return nobody().bearer(firstAccount().token());
  }

  /// Somebody else of finance, with a token.
  final TestClient secondPerson() {
    admin().create("/api/v1/users/finance-2", "{\"displayName\":\"Second\"}");
    admin()
        .post(
            "/api/v1/role-bindings",
            """
            {"login":"finance-2","role":"finance-admin",
             "scope":{"kind":"ORG","name":"organisation"}}\
            """);
    return as("finance-2");
  }

  /// A person who is there, with a token for all that the person may do.
  final TestClient as(String login) {
    return nobody().bearer(secrets.issue(login, "test", null, List.of("*"), null).text());
  }
}
