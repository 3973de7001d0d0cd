package io.gpuaas.launch.replay;

import io.gpuaas.GpuaasApplication;
import io.gpuaas.api.FirstSignIn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;

/// Main class of [ServerProcess]: starts the product, leaves a token in a file at the first start,
/// and another file whenever it answers.
final class VirtualServer {
  private VirtualServer() {}

  public static void main(String[] args) {
    Path token = Path.of(args[0]);
    var application =
        SpringApplication.run(GpuaasApplication.class, Arrays.copyOfRange(args, 1, args.length));
    application
        .getBean(FirstSignIn.class)
        .create()
        .ifPresent(credentials -> write(token, credentials.token()));
    write(token.resolveSibling(token.getFileName() + ".ready"), "");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
