package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.Scope;
import io.gpuaas.quota.SecretReference;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Data and secrets that jobs of a project may name.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Data and secrets")
final class ReferencesController {
  private static final String SOURCE = "/projects/{project}/data-sources/{name}";
  private static final String SECRET = "/projects/{project}/secrets/{name}";

  private final ConfigEndpoint<DataSource, DataSourceDocument> sources;
  private final ConfigEndpoint<SecretReference, SecretDocument> secrets;
  private final Lists lists;

  ReferencesController(QuotaAdmin admin, AuditTrail audit, Lists lists) {
    this.sources =
        new ConfigEndpoint<>(
            "data-source", audit, Stored.of(admin.dataSources()), DataSourceDocument::of);
    this.secrets =
        new ConfigEndpoint<>(
            "secret", audit, Stored.of(admin.secretReferences()), SecretDocument::of);
    this.lists = lists;
  }

  /// Data that lies elsewhere.
  @Schema(name = "DataSource")
  record DataSourceDocument(
      @Schema(example = "llm-pretraining") String project,
      @Schema(example = "imagenet") String name,
      DataSource.Kind type,
      @Schema(example = "imagenet-2026") String place,
      @Nullable String secretName,
      boolean readOnly,
      long version) {
    static DataSourceDocument of(Versioned<DataSource> it) {
      DataSource source = it.value();
      return new DataSourceDocument(
          source.project(),
          source.name(),
          source.kind(),
          source.place(),
          source.secret().isEmpty() ? null : source.secret(),
          source.readOnly(),
          it.version());
    }

    String path() {
      return DataSource.pathOf(project, name);
    }
  }

  @Schema(name = "DataSourceInput")
  @ReadOnlyFields("version")
  record DataSourceInput(
      @Nullable String project,
      @Nullable String name,
      @Schema(
              description =
                  "CLAIM: a PersistentVolumeClaim of the project's namespace. NFS: an export."
                      + " FOLDER: one that all nodes of a Slurm cluster have. OBJECT_STORE: read by"
                      + " the program itself")
          DataSource.Kind type,
      @Schema(
              description =
                  "CLAIM: its name. NFS: server:/path. FOLDER: /path. OBJECT_STORE: an address",
              example = "imagenet-2026")
          @Size(min = 1, max = 1024)
          String place,
      @Schema(
              description =
                  "Secret of the project whose keys become variables of jobs that read this object"
                      + " store")
          @Size(min = 1, max = 253)
          @Nullable String secretName,
      @Schema(defaultValue = "false", description = "Jobs may not write, whatever they ask for")
          @Nullable Boolean readOnly) {
    DataSource in(String project, String name) {
      return new DataSource(
          project,
          name,
          type,
          place,
          Objects.requireNonNullElse(secretName, ""),
          Objects.requireNonNullElse(readOnly, false));
    }
  }

  /// Names alone: what a Secret of the clusters says is never known here.
  @Schema(name = "SecretReference")
  record SecretDocument(
      @Schema(example = "llm-pretraining") String project,
      @Schema(example = "hugging-face") String name,
      @Schema(example = "[\"token\"]") List<String> keys,
      long version) {
    static SecretDocument of(Versioned<SecretReference> it) {
      SecretReference secret = it.value();
      return new SecretDocument(secret.project(), secret.name(), secret.keys(), it.version());
    }

    String path() {
      return DataSource.pathOf(project, name);
    }
  }

  @Schema(name = "SecretReferenceInput")
  @ReadOnlyFields("version")
  record SecretInput(
      @Nullable String project,
      @Nullable String name,
      @Schema(description = "Keys of the Secret that jobs may name", example = "[\"token\"]")
          @Size(min = 1, max = 64)
          List<@Size(min = 1, max = 253) String> keys) {}

  @GetMapping("/data-sources")
  @Operation(
      operationId = "listDataSources",
      summary = "List data that jobs may use",
      description = "Of all projects whose jobs the caller may see, or of one.")
  Page<DataSourceDocument> listSources(
      Call call,
      @RequestParam(required = false) @Nullable String project,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    List<DataSourceDocument> all =
        sources.all().stream().filter(it -> isSeen(call, project, it.project())).toList();
    String filter = "data-sources " + Objects.requireNonNullElse(project, "");
    return lists.page(all, DataSourceDocument::path, filter, limit, cursor);
  }

  private static boolean isSeen(Call call, @Nullable String asked, String project) {
    return (asked == null || asked.equals(project))
        && call.caller().may(Permission.JOB_READ, Scope.project(project));
  }

  @GetMapping(SOURCE)
  @Operation(
      operationId = "getDataSource",
      summary = "Read a data source",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<DataSourceDocument> getSource(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireProject(Permission.JOB_READ, project);
    return sources.get(DataSource.pathOf(project, name), ifNoneMatch);
  }

  @DryRunnable
  @PutMapping(SOURCE)
  @Operation(
      operationId = "putDataSource",
      summary = "Create or replace a data source",
      description =
          """
          Jobs that were submitted before keep the place that it had. NFS and FOLDER reach beyond \
          what a project owns and need `capacity.write` on the organisation; CLAIM and \
          OBJECT_STORE need `data.write` on the project.\
          """)
  ResponseEntity<DataSourceDocument> putSource(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody DataSourceInput body) {
    call.requireProject(Permission.DATA_WRITE, project);
    requirePlatform(call, body.type());
    String path = DataSource.pathOf(project, name);
    sources.find(path).ifPresent(it -> requirePlatform(call, it.value().kind()));
    ConfigEndpoint.sameName(name, body.name());
    return sources.put(call, path, body.in(project, name), ETags.ofPut(ifMatch, ifNoneMatch));
  }

  private static void requirePlatform(Call call, DataSource.Kind kind) {
    if (!kind.isOfProject()) {
      call.requireOrg(Permission.CAPACITY_WRITE);
    }
  }

  @DryRunnable
  @DeleteMapping(SOURCE)
  @Operation(
      operationId = "deleteDataSource",
      summary = "Remove a data source",
      description = "The data stays where it is, and jobs that were submitted before still use it.")
  ResponseEntity<Void> deleteSource(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireProject(Permission.DATA_WRITE, project);
    String path = DataSource.pathOf(project, name);
    sources.find(path).ifPresent(it -> requirePlatform(call, it.value().kind()));
    return sources.delete(call, path, ifMatch);
  }

  @GetMapping("/secrets")
  @Operation(
      operationId = "listSecrets",
      summary = "List secrets that jobs may use",
      description = "Names and keys; values are never known here.")
  Page<SecretDocument> listSecrets(
      Call call,
      @RequestParam(required = false) @Nullable String project,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    List<SecretDocument> all =
        secrets.all().stream().filter(it -> isSeen(call, project, it.project())).toList();
    String filter = "secrets " + Objects.requireNonNullElse(project, "");
    return lists.page(all, SecretDocument::path, filter, limit, cursor);
  }

  @GetMapping(SECRET)
  @Operation(
      operationId = "getSecret",
      summary = "Read a secret's names",
      description = "Names of keys only: values lie in the cluster and are never read here.")
  ResponseEntity<SecretDocument> getSecret(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireProject(Permission.JOB_READ, project);
    return secrets.get(DataSource.pathOf(project, name), ifNoneMatch);
  }

  @DryRunnable
  @PutMapping(SECRET)
  @Operation(
      operationId = "putSecret",
      summary = "Allow jobs a secret of the clusters",
      description =
          """
          The Secret itself is made by whoever knows its values, in the project's namespace of \
          each cluster. Only its name and the keys that jobs may name are kept here.\
          """)
  ResponseEntity<SecretDocument> putSecret(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody SecretInput body) {
    call.requireProject(Permission.DATA_WRITE, project);
    ConfigEndpoint.sameName(name, body.name());
    String path = DataSource.pathOf(project, name);
    SecretReference item = new SecretReference(project, name, body.keys());
    return secrets.put(call, path, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping(SECRET)
  @Operation(
      operationId = "deleteSecret",
      summary = "No longer allow jobs a secret",
      description = "Jobs that run keep what they have; new ones may not name it.")
  ResponseEntity<Void> deleteSecret(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireProject(Permission.DATA_WRITE, project);
    return secrets.delete(call, DataSource.pathOf(project, name), ifMatch);
  }
}
