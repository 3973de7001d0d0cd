package io.gpuaas.launch;

import io.gpuaas.GpuaasApplication;
import io.gpuaas.api.FirstSignIn;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.SampleOrganisation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.SpringApplication;

/// Main class of [ServerProcess]: starts the product, leaves a token in a file at the first start,
/// and another file whenever it answers. With `--sample` it has the sample organisation.
final class ServerMain {
  private ServerMain() {}

  public static void main(String[] args) {
    Path token = Path.of(args[0]);
    var application =
        SpringApplication.run(GpuaasApplication.class, Arrays.copyOfRange(args, 1, args.length));
    if (List.of(args).contains("--sample")) {
      application.getBean(OrganisationImport.class).apply(SampleOrganisation.document());
      application.getBean(InventoryAdmin.class).apply(SampleInventory.document());
    }
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
