package io.gpuaas.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A running instance, as it describes itself in its data folder for `status` and `stop`.
///
/// @param pid the operating system's process number
/// @param url where its pages and its API are
/// @param control address of its [ControlServer]
/// @param secret what the control server asks for
public record Instance(long pid, String url, String control, String secret) {
  private static final JsonMapper JSON = JsonMapper.shared();

  void writeTo(Path file) {
    PrivateFile.write(file, JSON.writeValueAsString(this));
  }

  /// What the file says; empty when there is none. It may describe an instance that was killed.
  static Optional<Instance> readFrom(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file.toFile(), Instance.class));
    } catch (JacksonException e) {
      throw new LaunchFault("The file %s cannot be read: remove it.".formatted(file), e);
    }
  }
}
