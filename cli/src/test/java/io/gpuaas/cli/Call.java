package io.gpuaas.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;

/// One call of the command line, and what came of it.
record Call(int status, String out, String err) {

  /// Calls with the environment and, as standard input, `in`.
  static Call of(Path folder, Map<String, String> environment, String in, String... arguments) {
    return of(folder, environment, in, new Stopper(), arguments);
  }

  static Call of(
      Path folder, Map<String, String> environment, String in, Stopper stopper, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int[] keys = {0};
    Surroundings here =
        new Surroundings(
            new TreeMap<>(environment),
            folder,
            new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            InstantSource.system(),
            () -> "key-%08d".formatted(keys[0]++),
            stopper);
    int status = Cli.run(here, words);
    return new Call(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
