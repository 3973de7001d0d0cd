package io.gpuaas.cli.config;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.EmptyFolder;
import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `gpuaas export`: the server's configuration as files for `apply`.
@Command(
    name = "export",
    description = "Writes the server's configuration as files that `apply` reads.",
    footer = {"", "Example: gpuaas export config/ && gpuaas apply -f config/"})
public final class ExportCommand implements Callable<Integer> {
  private static final int MOST = 100_000;

  private final Surroundings here;

  @Mixin private ServerOptions options;

  @Parameters(paramLabel = "DIR", description = "An empty folder, or one that is made.")
  private String folder = "";

  public ExportCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    Path target = here.folder().resolve(folder);
    Api api = options.api();
    int all = 0;
    try {
      EmptyFolder.make(target);
      for (Kind kind : Kind.values()) {
        StringBuilder text = new StringBuilder();
        if (kind.isSingle()) {
          all += append(text, kind, Kind.SITE, part(api, kind, Kind.SITE));
          write(target.resolve(fileName(kind)), text);
          continue;
        }
        for (JsonNode item : api.list(kind.list(), MOST)) {
          String name = kind.nameOf(item);
          all += append(text, kind, name, kind.isPart() ? part(api, kind, name) : item);
        }
        write(target.resolve(fileName(kind)), text);
      }
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be written.".formatted(target), e);
    }
    here.say("%d resources are in %s.".formatted(all, folder));
    return ExitStatus.OK.code();
  }

  private static JsonNode part(Api api, Kind kind, String name) {
    Answer answer = api.send(new Api.Request("GET", kind.path(name), null, List.of()));
    return answer.require();
  }

  private static int append(StringBuilder text, Kind kind, String name, JsonNode item) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("kind", kind.word()).put("name", name);
    for (String field : kind.fields()) {
      if (item.hasNonNull(field)) {
        document.set(field, item.get(field));
      }
    }
    if (kind.isPart() && item.path("quotas").isEmpty()) {
      return 0;
    }
    text.append(text.isEmpty() ? "" : "---\n").append(Output.yaml(document));
    return 1;
  }

  private static String fileName(Kind kind) {
    return "%s-%s.yaml"
        .formatted(kind.place(), kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static void write(Path file, StringBuilder text) throws IOException {
    if (!text.isEmpty()) {
      Files.writeString(file, text);
    }
  }
}
