package io.gpuaas.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// A run for the Java machine to learn which classes the commands need: some of them, against a
/// server of its own that knows one job. The launcher script makes its cache for later starts of
/// it.
@Command(name = "warm-up", hidden = true)
public final class WarmUpCommand implements Callable<Integer> {
  private static final String JOB =
      """
      {"id":"job_1","name":"a","project":"p","phase":"SUCCEEDED","gpus":"1","attempt":1,
       "submittedAt":"2026-01-01T00:00:00Z","startedAt":"2026-01-01T00:00:00Z",
       "endedAt":"2026-01-01T00:00:00Z","cost":{"amount":{"amount":"1","currency":"EUR"}}}\
      """;

  private final Surroundings here;

  public WarmUpCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", WarmUpCommand::answer);
    server.start();
    String url = "--url=http://127.0.0.1:" + server.getAddress().getPort();
    for (String form : new String[] {"table", "json", "yaml"}) {
      Cli.run(here, "jobs", url, "-o", form);
      Cli.run(here, "job", "job_1", url, "-o", form);
    }
    Cli.run(here, "run", url, "--project=p", "--image=i", "--follow");
    Cli.run(here, "free", url);
    Cli.run(here, "run", "--help");
    server.stop(0);
    return ExitStatus.OK.code();
  }

  private static void answer(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean log = path.endsWith("/logs");
    String one = log ? "event: end\ndata: {}\n\n" : JOB;
    String text =
        path.endsWith("/jobs") && exchange.getRequestMethod().equals("GET")
            ? "{\"items\":[" + JOB + "]}"
            : one;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
