package io.gpuaas.cli.imports;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.databind.JsonNode;

/// What the files of a call have in them, in their order.
final class Documents {
  private static final int MOST_CHARACTERS = 256 << 20;

  private final Surroundings here;
  private final List<String> names;

  /// @param names of files and folders; `-` is standard input
  Documents(Surroundings here, List<String> names) {
    this.here = here;
    this.names = names;
  }

  /// Texts by file.
  Map<String, String> texts() {
    return read("");
  }

  /// Documents of YAML and JSON; of folders, those of files that are called so.
  List<JsonNode> trees() {
    List<JsonNode> trees = new ArrayList<>();
    read("yaml|yml|json").forEach((name, text) -> parse(name, text, trees));
    return trees;
  }

  /// Objects of Kubernetes: lists, as `kubectl get -o yaml` prints them, are opened.
  List<JsonNode> objects() {
    List<JsonNode> objects = new ArrayList<>();
    trees().forEach(it -> open(it, objects));
    return objects;
  }

  private static void open(JsonNode tree, List<JsonNode> into) {
    boolean list = tree.path("kind").asString("").endsWith("List") && tree.has("items");
    if (tree.isArray()) {
      tree.forEach(it -> open(it, into));
    } else if (list) {
      tree.path("items").forEach(it -> open(it, into));
    } else if (tree.isObject()) {
      into.add(tree);
    }
  }

  private Map<String, String> read(String endings) {
    Map<String, String> texts = new TreeMap<>();
    for (String name : names) {
      try {
        if (name.equals("-")) {
          texts.put(name, new String(here.in().readAllBytes(), StandardCharsets.UTF_8));
        } else {
          for (Path path : files(here.folder().resolve(name), endings)) {
            texts.put(path.toString(), Files.readString(path));
          }
        }
      } catch (NoSuchFileException e) {
        throw new CliFault(ExitStatus.USAGE, "There is no file %s.".formatted(e.getFile()), e);
      } catch (IOException e) {
        throw new CliFault(ExitStatus.USAGE, "%s cannot be read as text.".formatted(name), e);
      }
    }
    return texts;
  }

  private static List<Path> files(Path path, String endings) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile)
          .filter(it -> endings.isEmpty() || it.toString().matches(".*\\.(%s)".formatted(endings)))
          .toList();
    }
  }

  private static void parse(String name, String text, List<JsonNode> into) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_CHARACTERS);
    try {
      new Yaml(new SafeConstructor(options))
          .loadAll(text)
          .forEach(it -> into.add(Json.MAPPER.valueToTree(it)));
    } catch (YAMLException e) {
      String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new CliFault(ExitStatus.USAGE, "%s is not YAML: %s.".formatted(name, what), e);
    }
  }
}
