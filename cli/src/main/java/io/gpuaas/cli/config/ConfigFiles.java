package io.gpuaas.cli.config;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a folder of configuration: each document of each `.yaml`, `.yml` or `.json` file is one
/// resource, `kind`, `name` and its fields:
///
///     kind: Team
///     name: vision
///     displayName: Vision
///     department: products
final class ConfigFiles {
  private static final int MOST_CHARACTERS = 16 << 20;

  private ConfigFiles() {}

  /// A resource as a file wants it.
  ///
  /// @param fields without kind and name
  /// @param source file and number of the document, for messages
  record Wanted(Kind kind, String name, ObjectNode fields, String source) {}

  /// All resources, in the order of kinds, within them parents first, then by name.
  static List<Wanted> read(Path folder) {
    Map<String, Wanted> found = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    for (Path file : files(folder)) {
      int number = 0;
      for (JsonNode document : documents(file)) {
        number++;
        String source = "%s, document %d".formatted(file.getFileName(), number);
        if (!document.isNull()) {
          add(document, source, found, faults);
        }
      }
    }
    if (!faults.isEmpty()) {
      throw CliFault.usage("The files have faults:\n  " + String.join("\n  ", faults));
    }
    Depths depths = new Depths();
    found.values().forEach(it -> depths.add(it.name(), it.fields()));
    return found.values().stream()
        .sorted(
            Comparator.comparing((Wanted it) -> it.kind().place())
                .thenComparingInt(it -> depths.of(it.name()))
                .thenComparing(Wanted::name))
        .toList();
  }

  private static void add(
      JsonNode document, String source, Map<String, Wanted> found, List<String> faults) {
    Kind kind = Kind.ofWord(document.path("kind").asString("")).orElse(null);
    String name = document.path("name").asString("");
    if (kind == null) {
      faults.add(
          "%s: kind (%s) must be one of %s."
              .formatted(source, document.path("kind").asString(""), Kind.words()));
    } else if (!kind.isName(name)) {
      faults.add("%s: name (%s) is no name of a %s.".formatted(source, name, kind.word()));
    } else {
      ObjectNode fields = ((ObjectNode) document).deepCopy();
      fields.remove("kind");
      fields.remove("name");
      fields.remove("apiVersion");
      String place = kind.place() + " " + name;
      Wanted before = found.put(place, new Wanted(kind, name, fields, source));
      if (before != null) {
        faults.add(
            "%s: %s %s is there already, in %s."
                .formatted(source, kind.word(), name, before.source()));
      }
    }
  }

  private static List<Path> files(Path folder) {
    if (Files.isRegularFile(folder)) {
      return List.of(folder);
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(it -> it.toString().matches(".*\\.(yaml|yml|json)"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "The folder %s cannot be read.".formatted(folder), e);
    }
  }

  private static List<JsonNode> documents(Path file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setCodePointLimit(MOST_CHARACTERS);
    List<JsonNode> documents = new ArrayList<>();
    try {
      String text = Files.readString(file);
      new Yaml(new SafeConstructor(options))
          .loadAll(text)
          .forEach(it -> documents.add(Json.MAPPER.valueToTree(it)));
      return documents;
    } catch (YAMLException e) {
      String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new CliFault(ExitStatus.USAGE, "%s is not YAML: %s.".formatted(file, what), e);
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be read.".formatted(file), e);
    }
  }
}
