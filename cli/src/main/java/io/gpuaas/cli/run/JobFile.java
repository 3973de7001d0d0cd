package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a job from a file: the body of a submission, in YAML or JSON, the same with `kind: Job`
/// and `metadata`, as people know it from Kubernetes, or a manifest of Kubernetes itself.
final class JobFile {
  private static final int MOST_CHARACTERS = 1 << 20;

  private JobFile() {}

  /// @param name of the file; `-` is standard input
  static ObjectNode read(Surroundings here, String name) {
    try {
      byte[] bytes =
          name.equals("-")
              ? here.in().readAllBytes()
              : Files.readAllBytes(here.folder().resolve(name));
      return body(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new CliFault(ExitStatus.USAGE, "There is no file %s.".formatted(name), e);
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be read.".formatted(name), e);
    }
  }

  private static ObjectNode body(String name, String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setCodePointLimit(MOST_CHARACTERS);
    JsonNode tree;
    try {
      tree = Json.MAPPER.valueToTree(new Yaml(new SafeConstructor(options)).load(text));
    } catch (MarkedYAMLException e) {
      String where =
          e.getProblemMark() == null ? "" : " in line " + (e.getProblemMark().getLine() + 1);
      String what = "%s is not YAML%s: %s.".formatted(name, where, e.getProblem());
      throw new CliFault(ExitStatus.USAGE, what, e);
    } catch (YAMLException e) {
      throw new CliFault(ExitStatus.USAGE, "%s is not one YAML document.".formatted(name), e);
    }
    if (!(tree instanceof ObjectNode body)) {
      throw CliFault.usage("%s must be a mapping with project, name and spec.".formatted(name));
    }
    if (isForeign(body)) {
      return wrapped(body);
    }
    return body.has("metadata") ? flattened(name, body) : body;
  }

  /// A manifest of Kubernetes has the version of an interface; ours, where it has one, is ours.
  private static boolean isForeign(ObjectNode body) {
    String version = body.path("apiVersion").asString("");
    return body.has("kind") && !version.isEmpty() && !version.startsWith("gpuaas");
  }

  /// The job that is made from it: it has the manifest's name, and its queue's project.
  private static ObjectNode wrapped(ObjectNode manifest) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    String name = manifest.at("/metadata/name").asString("");
    if (!name.isEmpty()) {
      body.put("name", name);
    }
    body.putObject("spec").set("manifest", manifest);
    return body;
  }

  private static ObjectNode flattened(String name, ObjectNode document) {
    String kind = document.path("kind").asString("Job");
    if (!kind.equals("Job")) {
      throw CliFault.usage("%s is a %s; a Job is wanted.".formatted(name, kind));
    }
    ObjectNode body = document.deepCopy();
    body.remove("apiVersion");
    body.remove("kind");
    JsonNode metadata = body.remove("metadata");
    metadata.properties().forEach(entry -> body.set(entry.getKey(), entry.getValue()));
    return body;
  }
}
