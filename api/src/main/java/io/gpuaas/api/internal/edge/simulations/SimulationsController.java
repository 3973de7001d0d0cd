package io.gpuaas.api.internal.edge.simulations;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.gpuaas.simulator.DocumentFault;
import io.gpuaas.simulator.Simulation;
import io.gpuaas.simulator.SimulationResult;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Plays scenarios with the engines that decide in production. Touches nothing that is real.
@RestController
@RequestMapping("/api/v1/simulations")
@Tag(name = "Simulations")
final class SimulationsController {
  private static final int AT_ONCE = 2;

  private final Semaphore free = new Semaphore(AT_ONCE);

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/yaml", "text/yaml"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "simulate",
      summary = "Play a scenario document",
      description =
          """
          Takes a document of the scenario format, JSON or YAML, and answers with the decisions, \
          their reasons and the metrics. Equal documents give equal answers. Two are played at a \
          time; more are answered with 429.\
          """,
      responses =
          @ApiResponse(
              responseCode = "200",
              description = "OK",
              content = @Content(schema = @Schema(type = "object"))))
  ResponseEntity<String> simulate(Call call, @RequestBody String document) {
    call.requireAnywhere(Permission.SIMULATION_RUN);
    if (!free.tryAcquire()) {
      throw new ProblemException(
              ProblemCode.TOO_MANY_REQUESTS,
              "%d simulations are running; try again.".formatted(AT_ONCE))
          .with("Retry-After", "1");
    }
    try {
      SimulationResult result = Simulation.run(document);
      return switch (result) {
        case SimulationResult.Played played ->
            ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(played.toJson());
        case SimulationResult.Refused refused -> throw refused(refused.faults());
      };
    } finally {
      free.release();
    }
  }

  private static ProblemException refused(List<DocumentFault> faults) {
    return ProblemException.ofBody(
        faults.stream()
            .map(it -> new Fault(pointer(it.path()), it.code(), it.message(), it.value(), null))
            .toList());
  }

  /// `jobs[0].count` as a JSON Pointer.
  private static String pointer(String path) {
    StringBuilder pointer = new StringBuilder();
    for (String part : path.replace("[", ".").replace("]", "").split("\\.", -1)) {
      if (!part.isEmpty()) {
        pointer.append(Fault.at("", part));
      }
    }
    return pointer.toString();
  }
}
