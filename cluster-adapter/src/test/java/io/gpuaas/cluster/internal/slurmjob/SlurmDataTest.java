package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.quota.DataSource.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlurmDataTest {
  private static DataUse use(String name, Kind kind, String place, String secret) {
    String mountPath = kind.isMounted() ? "/data/" + name : "";
    return new DataUse(name, kind, place, secret, mountPath, name.startsWith("ro"));
  }

  @Test
  void foldersAreThereAndAddressesAreTold() {
    SlurmData data =
        new SlurmData(
            List.of(
                use("ro-corpus", Kind.FOLDER, "/lustre/corpus", ""),
                use("out", Kind.FOLDER, "/lustre/out", ""),
                use("web", Kind.OBJECT_STORE, "s3://public/web", "")),
            List.of());
    assertThat(data.unmet()).isEmpty();
    assertThat(data.environment())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "GPUAAS_DATA_RO_CORPUS", "/lustre/corpus",
                    "GPUAAS_DATA_OUT", "/lustre/out",
                    "GPUAAS_DATA_WEB", "s3://public/web")));
    assertThat(data.mounts())
        .containsExactly("/lustre/corpus:/lustre/corpus:ro", "/lustre/out:/lustre/out");
  }

  @Test
  void nothingIsMountedAndNoSecretsAreKept() {
    SlurmData data =
        new SlurmData(
            List.of(
                use("claim", Kind.CLAIM, "imagenet", ""),
                use("web", Kind.OBJECT_STORE, "s3://private/web", "s3"),
                use("export", Kind.NFS, "filer:/x", "")),
            List.of(new SecretUse("HF_TOKEN", "hugging-face", "token")));
    assertThat(data.unmet())
        .extracting(Fault::pointer, Fault::value)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("/spec/data/0/source", "claim"),
            org.assertj.core.groups.Tuple.tuple("/spec/data/1/source", "s3"),
            org.assertj.core.groups.Tuple.tuple("/spec/data/2/source", "export"),
            org.assertj.core.groups.Tuple.tuple("/spec/env", "HF_TOKEN"));
  }
}
