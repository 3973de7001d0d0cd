package io.gpuaas.launch.sample;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.DataSource.Kind;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.SecretReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Data and secrets of the sample organisation, and the jobs that use them.
final class SampleReferences {
  private static final List<SecretReference> SECRETS =
      List.of(
          new SecretReference("llm-pretraining", "corpus-store", List.of("AWS_KEY", "AWS_SECRET")),
          new SecretReference("assistant-tuning", "model-hub", List.of("token")));

  private static final List<DataSource> SOURCES =
      List.of(
          new DataSource(
              "llm-pretraining",
              "web-text",
              Kind.OBJECT_STORE,
              "s3://meridian-corpus/web-2026",
              "corpus-store",
              true),
          new DataSource("llm-pretraining", "tokenizers", Kind.CLAIM, "tokenizers-v4", "", true),
          new DataSource("assistant-tuning", "dialogues", Kind.CLAIM, "dialogues", "", true),
          new DataSource(
              "medical-imaging",
              "scans",
              Kind.NFS,
              "filer-2.meridian.example:/exports/scans",
              "",
              true),
          new DataSource("protein-folding", "structures", Kind.CLAIM, "pdb-2026-09", "", false));

  private SampleReferences() {}

  static void make(QuotaAdmin quota) {
    SECRETS.forEach(it -> requireMade(quota.secretReferences().create(it)));
    SOURCES.forEach(it -> requireMade(quota.dataSources().create(it)));
  }

  private static void requireMade(ChangeOutcome<?> outcome) {
    if (!(outcome instanceof ChangeOutcome.Accepted<?>)) {
      throw new IllegalStateException("A sample reference was refused: " + outcome);
    }
  }

  /// What jobs of a project use; null for nothing.
  static JobSpec.@Nullable Companions usedBy(String project) {
    List<DataUse> data =
        SOURCES.stream()
            .filter(it -> it.project().equals(project))
            .map(SampleReferences::use)
            .toList();
    List<SecretUse> secrets =
        project.equals("assistant-tuning")
            ? List.of(new SecretUse("HF_TOKEN", "model-hub", "token"))
            : List.of();
    return data.isEmpty() ? null : new JobSpec.Companions("", 0, data, secrets);
  }

  private static DataUse use(DataSource it) {
    String path = it.kind().isMounted() ? "/data/" + it.name() : "";
    return new DataUse(it.name(), it.kind(), it.place(), it.secret(), path, it.readOnly());
  }
}
