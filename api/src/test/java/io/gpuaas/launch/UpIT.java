package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The launcher as a process of its own, as `./gpuaas` starts it.
class UpIT {
  @TempDir Path folder = Path.of("");
  @TempDir Path pem = Path.of("");

  private static String signIn(LaunchedProduct product) throws IOException {
    JsonNode first = product.firstSignIn();
    return "{\"login\":\"%s\",\"password\":\"%s\"}"
        .formatted(first.get("user").asString(), first.get("password").asString());
  }

  /// Made by the tool that each JDK has, and signed by itself.
  private Tls certificate() throws Exception {
    String password = "only-for-this-file";
    Path store = pem.resolve("store.p12");
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-dname",
            "CN=gpu.example",
            "-keystore",
            store.toString(),
            "-storepass",
            password);
    assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
    Key key = keys.getKey("own", password.toCharArray());
    return new Tls(
        pem("CERTIFICATE", keys.getCertificate("own").getEncoded()),
        pem("PRIVATE KEY", key.getEncoded()));
  }

  private Path pem(String what, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return Files.writeString(
        pem.resolve(what + ".pem"),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text));
  }

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

      Tls tls = certificate();
      assertThat(product.exitStatus("up", "--tls-key", tls.key().toString())).isEqualTo(2);
      product
          .over(tls)
          .up(
              port,
              "--empty",
              "--tls-certificate",
              tls.certificate().toString(),
              "--tls-key",
              tls.key().toString());
      assertThat(product.firstSignIn().get("url").asString()).startsWith("https://127.0.0.1:");
      HttpResponse<String> me = product.send("GET", "/api/v1/me", null);
      assertThat(me.statusCode()).isEqualTo(200);
      assertThat(me.headers().firstValue("Strict-Transport-Security"))
          .hasValueSatisfying(it -> assertThat(it).contains("max-age=31536000"));
      HttpResponse<String> session = product.send("POST", "/api/v1/session", signIn(product));
      assertThat(session.headers().allValues("Set-Cookie"))
          .anyMatch(it -> it.startsWith("__Host-GPUAAS=") && it.contains("; Secure"));
      assertThat(product.status().get("databaseOk").asBoolean()).isTrue();
      assertThat(product.exitStatus("audit")).isZero();
      assertThat(product.exitStatus("stop")).isZero();
      assertThat(product.status().get("running").asBoolean()).isFalse();
    }
  }
}
