package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The matching rule of Kubernetes against the taint `gpu=yes:NoSchedule`.
class TolerationTest {
  private static final Taint TAINT = new Taint("gpu", "yes", "NoSchedule");

  @ParameterizedTest
  @CsvSource({
    "gpu, Equal,  yes, NoSchedule, true",
    "gpu, Equal,  yes, '',         true",
    "gpu, Equal,  no,  NoSchedule, false",
    "gpu, Equal,  '',  NoSchedule, false",
    "gpu, Equal,  yes, NoExecute,  false",
    "cpu, Equal,  yes, NoSchedule, false",
    "gpu, Exists, '',  NoSchedule, true",
    "gpu, Exists, '',  '',         true",
    "gpu, Exists, '',  NoExecute,  false",
    "cpu, Exists, '',  NoSchedule, false",
    "'',  Exists, '',  '',         true",
    "'',  Exists, '',  NoSchedule, true",
    "'',  Exists, '',  NoExecute,  false",
    "'',  Equal,  yes, '',         false",
    "gpu, '',     yes, '',         true"
  })
  void toleratesAsKubernetesDoes(
      String key, String operator, String value, String effect, boolean tolerates) {
    assertThat(new Toleration(key, operator, value, effect).tolerates(TAINT)).isEqualTo(tolerates);
  }
}
