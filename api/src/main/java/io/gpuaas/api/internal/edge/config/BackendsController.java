package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.cluster.BackendGuide;
import io.gpuaas.cluster.BackendGuides;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// By what clusters can be connected.
@RestController
@RequestMapping("/api/v1/backends")
@Tag(name = "Capacity")
final class BackendsController {
  private final BackendGuides guides;
  private final Lists lists;

  BackendsController(BackendGuides guides, Lists lists) {
    this.guides = guides;
    this.lists = lists;
  }

  @Schema(name = "Backend")
  record BackendDocument(
      @Schema(example = "jobset") String name,
      @Schema(description = "What drives pods there, and who keeps the gang") String about,
      @Schema(description = "What the cluster has to have; empty for nothing") String install,
      @Schema(
              description = "Kind of the users' own manifests that it takes",
              example = "jobset.x-k8s.io/JobSet")
          @Nullable String manifestKind,
      @Schema(description = "What jobs may ask for with its settings left as they are")
          List<BackendGuide.Ability> abilities,
      List<SettingDocument> settings) {
    static BackendDocument of(BackendGuide it) {
      return new BackendDocument(
          it.name(),
          it.about(),
          it.install(),
          it.manifestKind().isEmpty() ? null : it.manifestKind(),
          List.copyOf(it.abilities()),
          it.settings().stream().map(SettingDocument::of).toList());
    }
  }

  @Schema(name = "BackendSetting")
  record SettingDocument(
      @Schema(example = "kubeconfig") String key,
      @Schema(description = "Settings of one group belong together", example = "connection")
          String group,
      boolean required,
      @Schema(description = "What holds where it is left out") @Nullable String preset,
      String meaning,
      String example) {
    static SettingDocument of(BackendGuide.Setting it) {
      return new SettingDocument(
          it.key(),
          it.group(),
          it.required(),
          it.preset().isEmpty() ? null : it.preset(),
          it.meaning(),
          it.example());
    }
  }

  @GetMapping
  @Operation(
      operationId = "listBackends",
      summary = "List backends of clusters",
      description = "What each can, what it needs, and the settings of a cluster with it.")
  Page<BackendDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    List<BackendDocument> all =
        guides.all().stream()
            .map(BackendDocument::of)
            .sorted(Comparator.comparing(BackendDocument::name))
            .toList();
    return lists.page(all, BackendDocument::name, "backends", limit, cursor);
  }
}
