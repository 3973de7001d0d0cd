package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobInput.DataInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.EnvInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SecretKeyInput;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.SecretReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the data and secrets of its project that a submission names.
final class ReferenceReader {
  private static final List<String> TAKEN =
      List.of("/", "/dev", "/proc", "/sys", "/etc", "/checkpoints", "/scratch", "/gpuaas");

  private final QuotaAdmin quota;
  private final String project;
  private final Fields fields;

  ReferenceReader(QuotaAdmin quota, String project, Fields fields) {
    this.quota = quota;
    this.project = project;
    this.fields = fields;
  }

  List<DataUse> data(@Nullable List<DataInput> inputs) {
    List<DataUse> uses = new ArrayList<>();
    SortedSet<String> names = new TreeSet<>();
    SortedSet<String> paths = new TreeSet<>();
    List<DataInput> all = Objects.requireNonNullElse(inputs, List.of());
    for (int i = 0; i < all.size(); i++) {
      DataInput input = all.get(i);
      String at = "/spec/data/" + i;
      if (!names.add(input.source())) {
        String sentence = "Each data source may be given once.";
        fields.add(at + "/source", "DUPLICATE", sentence, input.source());
      } else {
        DataSource source = find(quota.dataSources(), input.source(), at + "/source");
        if (source != null) {
          uses.add(use(at, source, input, paths));
        }
      }
    }
    return uses;
  }

  private DataUse use(String at, DataSource source, DataInput input, SortedSet<String> paths) {
    String path = Objects.requireNonNullElse(input.mountPath(), "");
    String pointer = at + "/mountPath";
    if (!source.kind().isMounted()) {
      if (!path.isEmpty()) {
        String sentence = "%s is not mounted: %s says where it is.";
        String variable = variableOf(source);
        fields.add(pointer, "NOT_ALLOWED", sentence.formatted(source.kind(), variable), path);
      }
    } else if (path.isEmpty()) {
      fields.add(pointer, "REQUIRED", "Pods see it in a folder: say which.", null);
    } else if (!path.matches("(/[A-Za-z0-9_@%+=.-]+)+") || path.contains("..")) {
      fields.add(pointer, "INVALID_VALUE", "A folder is written /like/this.", path);
    } else if (TAKEN.stream().anyMatch(it -> isAtOrBelow(path, it))) {
      fields.add(pointer, "NOT_ALLOWED", "Something else is there.", path);
    } else if (!paths.add(path)) {
      fields.add(pointer, "DUPLICATE", "Each folder may be given once.", path);
    }
    boolean readOnly = source.readOnly() || Boolean.TRUE.equals(input.readOnly());
    return new DataUse(
        source.name(), source.kind(), source.place(), source.secret(), path, readOnly);
  }

  private static boolean isAtOrBelow(String path, String folder) {
    return path.equals(folder) || (folder.length() > 1 && path.startsWith(folder + "/"));
  }

  private static String variableOf(DataSource source) {
    return new DataUse(source.name(), source.kind(), "", "", "", false).variable();
  }

  List<SecretUse> secrets(@Nullable List<EnvInput> inputs) {
    List<SecretUse> uses = new ArrayList<>();
    List<EnvInput> all = Objects.requireNonNullElse(inputs, List.of());
    for (int i = 0; i < all.size(); i++) {
      SecretKeyInput wanted = all.get(i).secretRef();
      if (wanted != null) {
        secret("/spec/env/" + i, all.get(i).name(), wanted).ifPresent(uses::add);
      }
    }
    return uses;
  }

  private Optional<SecretUse> secret(String at, String variable, SecretKeyInput wanted) {
    SecretReference secret = find(quota.secretReferences(), wanted.name(), at + "/secretRef/name");
    if (secret == null) {
      return Optional.empty();
    }
    if (!secret.keys().contains(wanted.key())) {
      String known = "Keys that jobs may name are: %s.".formatted(String.join(", ", secret.keys()));
      fields.add(at + "/secretRef/key", "NOT_ALLOWED", known, wanted.key());
      return Optional.empty();
    }
    return Optional.of(new SecretUse(variable, secret.name(), wanted.key()));
  }

  private <T extends ConfigItem> @Nullable T find(
      ConfigResource<T> kept, String name, String pointer) {
    Optional<Versioned<T>> found = kept.find(DataSource.pathOf(project, name));
    if (found.isEmpty()) {
      String prefix = project + "/";
      String known =
          kept.list().stream()
              .map(it -> it.value().key().name())
              .filter(it -> it.startsWith(prefix))
              .map(it -> it.substring(prefix.length()))
              .collect(Collectors.joining(", "));
      String sentence =
          known.isEmpty()
              ? "Project %s has none.".formatted(project)
              : "Project %s has: %s.".formatted(project, known);
      fields.add(pointer, "NOT_ALLOWED", sentence, name);
    }
    return found.map(Versioned::value).orElse(null);
  }
}
