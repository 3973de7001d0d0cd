package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Which server, and as whom.
///
/// Looked for in the options, then in `GPUAAS_URL` and `GPUAAS_TOKEN`, then in the file that
/// `gpuaas login` writes, then in the instance that runs in `.gpuaas` here.
public record Profile(String url, String token, String project) {
  private static final String LOCAL = ".gpuaas/first-sign-in.json";

  /// The file of `gpuaas login`.
  public static Path file(Surroundings here) {
    String named = here.variable("GPUAAS_CONFIG");
    if (!named.isEmpty()) {
      return here.folder().resolve(named);
    }
    String config = here.variable("XDG_CONFIG_HOME");
    Path folder =
        config.isEmpty()
            ? Path.of(here.variable("HOME"), ".config")
            : here.folder().resolve(config);
    return folder.resolve("gpuaas").resolve("cli.json");
  }

  /// The profile that holds here; options that were not given are empty.
  public static Profile find(Surroundings here, String url, String project) {
    Profile stored = stored(here);
    String address = first(url, here.variable("GPUAAS_URL"), stored.url());
    String named = first(here.variable("GPUAAS_TOKEN"), stored.token(), "");
    String own = first(project, here.variable("GPUAAS_PROJECT"), stored.project());
    if (address.isEmpty()) {
      throw CliFault.usage(
          "No server is known: call `gpuaas login --url ADDRESS`, or set GPUAAS_URL.");
    }
    return new Profile(address.replaceAll("/+$", ""), named, own);
  }

  private static Profile stored(Surroundings here) {
    return read(file(here))
        .or(() -> read(here.folder().resolve(LOCAL)))
        .orElse(new Profile("", "", ""));
  }

  private static String first(String one, String two, String three) {
    return !one.isEmpty() ? one : !two.isEmpty() ? two : three;
  }

  /// What a file keeps; empty when there is none.
  public static Optional<Profile> read(Path file) {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
      return Optional.of(
          new Profile(
              tree.path("url").asString(""),
              tree.path("token").asString(""),
              tree.path("project").asString("")));
    } catch (IOException | tools.jackson.core.JacksonException e) {
      throw new CliFault(
          ExitStatus.USAGE, "%s cannot be read: call `gpuaas login` again.".formatted(file), e);
    }
  }

  /// Keeps it for later commands, readable for its owner only.
  public void store(Path file) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("url", url).put("token", token).put("project", project);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, Json.MAPPER.writeValueAsString(tree));
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be written.".formatted(file), e);
    }
  }

  /// The token is not shown.
  @Override
  public String toString() {
    return "Profile[" + url + "]";
  }
}
