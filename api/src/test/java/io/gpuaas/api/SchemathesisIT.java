package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.GpuaasApplication;
import io.gpuaas.api.ContractTools.Ended;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.SampleOrganisation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Schemathesis, which makes thousands of requests of the interface's description, right ones and
/// wrong ones: no answer is a fault of the server, and none has a status, a type or a shape that
/// the description does not have. On a database of its own, since it changes what it finds.
@SpringBootTest(
    classes = GpuaasApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class SchemathesisIT {
  private static final TestDatabase DATABASE = TestDatabase.create();
  private static final String SECONDS = "30";
  private static final String CHECKS =
      "not_a_server_error,status_code_conformance,content_type_conformance,"
          + "response_schema_conformance,response_headers_conformance";

  @TempDir private Path folder = Path.of("");

  @Value("${local.server.port}")
  private int port;

  @Autowired private FirstSignIn firstSignIn;
  @Autowired private OrganisationImport organisation;
  @Autowired private InventoryAdmin inventory;

  @DynamicPropertySource
  static void settings(DynamicPropertyRegistry registry) {
    registry.add("spring.datasource.url", DATABASE::url);
    registry.add("spring.datasource.username", DATABASE::user);
    registry.add("spring.datasource.password", DATABASE::password);
    registry.add("gpuaas.rate-limit.read-per-minute", () -> 0);
    registry.add("gpuaas.rate-limit.write-per-minute", () -> 0);
  }

  @Test
  void everyAnswerIsAsDescribed() {
    Path tool = ContractTools.of("python").resolve("bin/st");
    String token = firstSignIn.create().orElseThrow().token();
    organisation.apply(SampleOrganisation.document());
    inventory.apply(SampleInventory.document());
    List<String> command = new ArrayList<>();
    command.add(tool.toString());
    command.add("run");
    command.add("http://127.0.0.1:%d/api/v1/openapi.json".formatted(port));
    command.addAll(List.of("--header", "Authorization: Bearer " + token));
    command.addAll(List.of("--phases", "examples,coverage,fuzzing", "--checks", CHECKS));
    command.addAll(List.of("--max-examples", "3", "--max-time", SECONDS, "--seed", "7"));
    command.addAll(List.of("--no-shrink", "--continue-on-failure", "--request-timeout", "30"));
    // Streams do not end.
    command.addAll(List.of("--exclude-operation-id", "followJobs", "--warnings", "off"));
    Ended ended = ContractTools.run(folder, Map.of("NO_COLOR", "1"), "", command);
    assertThat(ended.status()).as(ended.text()).isZero();
    assertThat(ended.text()).as("what it did").containsPattern("\\d{3,} generated");
  }
}
