package io.gpuaas.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.peers.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Manifests as files that people review: what is rendered has to be exactly that, and as the
/// schemas of its kinds say. With `-Dgolden=write` the files are written anew.
public final class GoldenFiles {
  private static final Schemas SCHEMAS = new Schemas();
  private final Path folder;

  public GoldenFiles(String folder) {
    this.folder = Path.of("src/test/resources").resolve(folder);
  }

  public void expect(String name, List<Manifest> rendered) throws IOException {
    String text = yaml(rendered);
    Path file = folder.resolve(name + ".yaml");
    if ("write".equals(System.getProperty("golden"))) {
      Files.createDirectories(folder);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
    assertThat(rendered).flatMap(made -> SCHEMAS.faults(made.tree())).isEmpty();
  }

  /// A golden file that no case renders would rot.
  public void areExactly(Stream<String> names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names.map(it -> it + ".yaml").toList());
    }
  }

  private static String yaml(List<Manifest> manifests) {
    KubernetesSerialization serialization = new KubernetesSerialization();
    return manifests.stream()
        .map(manifest -> serialization.asYaml(manifest.tree().plain()))
        .map(text -> text.startsWith("---") ? text : "---\n" + text)
        .collect(Collectors.joining());
  }
}
