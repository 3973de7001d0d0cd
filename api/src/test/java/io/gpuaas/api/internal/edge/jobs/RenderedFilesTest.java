package io.gpuaas.api.internal.edge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RenderedFilesTest {
  private static final Map<String, Object> JOB =
      Map.of(
          "kind",
          "Job",
          "spec",
          Map.of(
              "containers",
              List.of(
                  Map.of(
                      "name",
                      "worker",
                      "env",
                      List.of(
                          Map.of("name", "RANK", "value", "0"),
                          Map.of("name", "GPUAAS_CHECKPOINTS", "value", "/checkpoints"))))));
  private static final Map<String, Object> RENDEZVOUS = service("run-1", "gpuaas.io/run");
  private static final Map<String, Object> BOARD = service("run-1-tb", "gpuaas.io/tensorboard");

  private static Map<String, Object> service(String name, String label) {
    return Map.of(
        "kind",
        "Service",
        "metadata",
        Map.of("name", name, "namespace", "vision"),
        "spec",
        Map.of("selector", Map.of(label, "run-1"), "ports", List.of(Map.of("port", 6006))));
  }

  @Test
  void theBoardIsTheServiceOfItsOwnLabel() {
    assertThat(RenderedFiles.tensorBoard(List.of(JOB, RENDEZVOUS, BOARD)))
        .contains("http://run-1-tb.vision.svc:6006");
    assertThat(RenderedFiles.tensorBoard(List.of(JOB, RENDEZVOUS))).isEmpty();
  }

  @Test
  void checkpointsGoWherePodsAreTold() {
    assertThat(RenderedFiles.checkpoints(List.of(RENDEZVOUS, JOB))).contains("/checkpoints");
    assertThat(RenderedFiles.checkpoints(List.of(RENDEZVOUS))).isEmpty();
  }
}
