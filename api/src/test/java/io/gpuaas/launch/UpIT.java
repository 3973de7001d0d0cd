package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher as a process of its own, as `./gpuaas` starts it.
class UpIT {
  @TempDir Path folder = Path.of("");

  @Test
  void survivesBeingKilledAndKeepsItsAccounts() throws Exception {
    try (LaunchedProduct product = new LaunchedProduct(folder)) {
      int port = LaunchedProduct.freePort();
      Process first = product.up(port, "--empty");
      assertThat(Files.getPosixFilePermissions(folder.resolve("first-sign-in.json")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(product.firstSignIn().get("url").asString()).isEqualTo("http://127.0.0.1:" + port);
      assertThat(product.send("GET", "/api/v1/me", null).statusCode()).isEqualTo(200);

      String other = Integer.toString(LaunchedProduct.freePort());
      assertThat(product.exitStatus("up", "--port", other)).isEqualTo(2);
      first.destroyForcibly().waitFor();
      assertThat(product.status().get("running").asBoolean()).isFalse();

      product.up(port, "--empty");
      assertThat(product.send("GET", "/api/v1/me", null).statusCode()).isEqualTo(200);
      assertThat(product.status().get("databaseOk").asBoolean()).isTrue();
      assertThat(product.exitStatus("audit")).isZero();
      assertThat(product.exitStatus("stop")).isZero();
      assertThat(product.status().get("running").asBoolean()).isFalse();
    }
  }
}
