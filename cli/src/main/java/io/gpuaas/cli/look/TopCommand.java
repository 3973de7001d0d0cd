package io.gpuaas.cli.look;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Api;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `gpuaas top`: who holds the GPUs now.
@Command(
    name = "top",
    description = {
      "Shows the jobs that hold most GPUs now, the largest first.",
      "A line beside the table says how many GPUs are free and waited for."
    },
    footer = {"", "Examples:", "  gpuaas top", "  gpuaas top -p vision -n 5 -o csv"})
public final class TopCommand implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final String HOLDING = "phase in (ADMITTED, RUNNING, STOPPING)";

  private final Surroundings here;
  @Mixin private ServerOptions.Narrowed options;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description = "At most so many (default: 20).")
  private int lines = 20;

  public TopCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions.Narrowed(here);
  }

  @Override
  public Integer call() {
    Api api = options.api();
    String project = options.projectOption();
    String path = "/jobs?filter=" + Api.encoded(HOLDING);
    String all = project.isEmpty() ? path : path + "&project=" + Api.encoded(project);
    List<JsonNode> jobs = new ArrayList<>(api.list(all, MOST));
    jobs.sort(
        Comparator.comparing(TopCommand::gpus)
            .reversed()
            .thenComparing(it -> it.path("id").asString("")));
    List<Column> columns = new JobColumns(here.clock()).top();
    options.output().list(jobs.subList(0, Math.min(Math.max(lines, 0), jobs.size())), columns);
    here.say(summary(jobs, api.get("/availability")));
    return ExitStatus.OK.code();
  }

  private static BigDecimal gpus(JsonNode job) {
    return decimal(job.path("gpus"));
  }

  private static BigDecimal decimal(JsonNode node) {
    String text = node.asString("0");
    return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
  }

  private static String summary(List<JsonNode> jobs, JsonNode availability) {
    BigDecimal held = jobs.stream().map(TopCommand::gpus).reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal free = BigDecimal.ZERO;
    for (JsonNode model : availability.path("models")) {
      free = free.add(decimal(model.path("free")));
    }
    return "%d jobs hold %s GPUs; %s are free, %s are waited for."
        .formatted(
            jobs.size(),
            held.toPlainString(),
            free.toPlainString(),
            availability.path("pendingGpus").asString("0"));
  }
}
