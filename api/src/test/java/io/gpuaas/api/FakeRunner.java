package io.gpuaas.api;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// What a pipeline system does with its file of `docs/ci`: sets the variables that it sets for each
/// step, runs the step's own script in a shell, and ends it the way its users do.
record FakeRunner(Kind kind, Path folder, Map<String, String> variables) {
  private static final Path FILES = Path.of("../docs/ci");
  private static final String EXAMPLE = "https://gpu.example";
  private static final Pattern SHELL = Pattern.compile("sh '''(.*?)'''", Pattern.DOTALL);

  enum Kind {
    GITHUB,
    GITLAB,
    JENKINS,
    ARGO
  }

  /// One step that runs. Its output is taken line by line, so that a test can wait for one.
  record Step(Process process, BlockingQueue<String> news, List<String> lines) {
    private static final String END = "\u0000";

    static Step of(Process process) {
      Step step = new Step(process, new LinkedBlockingQueue<>(), new ArrayList<>());
      Thread.ofPlatform().daemon().start(step::read);
      return step;
    }

    private void read() {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        reader.lines().forEach(news::add);
      } catch (IOException | UncheckedIOException e) {
        news.add("cut: " + e);
      } finally {
        news.add(END);
      }
    }

    /// The first group of the first line that fits, when it is written.
    String await(String pattern) {
      Pattern wanted = Pattern.compile(pattern);
      for (String line = next(); !line.equals(END); line = next()) {
        lines.add(line);
        Matcher matcher = wanted.matcher(line);
        if (matcher.find()) {
          return matcher.groupCount() == 0 ? line : matcher.group(1);
        }
      }
      throw new AssertionError(pattern + " was not written, but:\n" + String.join("\n", lines));
    }

    private String next() {
      try {
        String line = news.poll(60, TimeUnit.SECONDS);
        if (line == null) {
          throw new AssertionError("Nothing more came after:\n" + String.join("\n", lines));
        }
        return line;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /// The step's exit status; all that it wrote is in `lines` then.
    int end() {
      for (String line = next(); !line.equals(END); line = next()) {
        lines.add(line);
      }
      return process.onExit().join().exitValue();
    }

    String output() {
      return String.join("\n", lines);
    }

    /// A person presses cancel: `INT` at GitHub, `TERM` elsewhere.
    void signal(String name) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /// The machine under the step is gone.
    void kill() {
      process.destroyForcibly().onExit().join();
    }
  }

  /// Runs the step of this system's file against a server.
  Step start(String url) {
    try {
      Files.createDirectories(folder);
      Map<String, String> all = new TreeMap<>(system());
      String script = script(url, all);
      all.putAll(variables);
      Path file = Files.writeString(folder.resolve("step.sh"), script);
      ProcessBuilder builder =
          new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", file.toString())
              .directory(folder.toFile())
              .redirectErrorStream(true);
      builder.environment().clear();
      builder.environment().putAll(all);
      return Step.of(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> system() {
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    return Map.of(
        "PATH",
        java + File.pathSeparator + System.getenv("PATH"),
        "HOME",
        System.getProperty("java.io.tmpdir"));
  }

  /// The text that the system would give to its shell; adds the variables that the file sets.
  private String script(String url, Map<String, String> into) throws IOException {
    return switch (kind) {
      case GITHUB -> gitHub(into, url);
      case GITLAB -> gitLab(into, url);
      case JENKINS -> jenkins(into, url);
      case ARGO -> argo(into, url);
    };
  }

  private static String text(String file, String url) throws IOException {
    return Files.readString(FILES.resolve(file)).replace(EXAMPLE, url);
  }

  private static Map<?, ?> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  private static Object at(Object tree, Object... path) {
    Object here = tree;
    for (Object step : path) {
      here =
          step instanceof Integer index
              ? ((List<?>) here).get(index)
              : ((Map<?, ?>) here).get(step);
      if (here == null) {
        throw new AssertionError("The file has no " + step);
      }
    }
    return here;
  }

  /// Each input has its default, but the address.
  private static String gitHub(Map<String, String> into, String url) throws IOException {
    Map<?, ?> action = yaml(text("github/action.yml", url));
    Map<?, ?> step = (Map<?, ?>) at(action, "runs", "steps", 1);
    ((Map<?, ?>) at(step, "env"))
        .forEach(
            (name, value) -> {
              String input = String.valueOf(value).replaceAll("[^.]*\\.([a-z]+) \\}\\}", "$1");
              Object given = ((Map<?, ?>) at(action, "inputs", input)).get("default");
              into.put(String.valueOf(name), given == null ? url : String.valueOf(given));
            });
    return String.valueOf(at(step, "run"));
  }

  private static String gitLab(Map<String, String> into, String url) throws IOException {
    Map<?, ?> job = (Map<?, ?>) at(yaml(text("gitlab/gpuaas.yml", url)), ".gpu-job");
    ((Map<?, ?>) at(job, "variables"))
        .forEach((name, value) -> into.put(String.valueOf(name), String.valueOf(value)));
    List<?> lines = (List<?>) at(job, "script");
    return String.join("\n", lines.stream().map(String::valueOf).toList());
  }

  private static String jenkins(Map<String, String> into, String url) throws IOException {
    String file = text("jenkins/Jenkinsfile", url);
    into.put("GPUAAS_URL", url);
    Matcher shell = SHELL.matcher(file);
    if (!shell.find()) {
      throw new AssertionError("The file runs no shell.");
    }
    return shell.group(1);
  }

  /// The container's root is the folder of this runner.
  private String argo(Map<String, String> into, String url) throws IOException {
    String file =
        text("argo/template.yaml", url)
            .replace("/tmp", folder.toString())
            .replace("/var/run/gpuaas", folder.toString())
            .replace("{{workflow.uid}}", folder.getFileName().toString())
            .replace("{{pod.name}}", "train");
    Object container = at(yaml(file), "spec", "templates", 0, "container");
    ((List<?>) at(container, "env"))
        .forEach(it -> into.put(String.valueOf(at(it, "name")), value((Map<?, ?>) it)));
    return String.valueOf(at(container, "args", 0));
  }

  /// What a pod's container has of it: a text, or something of the pod itself.
  private static String value(Map<?, ?> variable) {
    return variable.containsKey("value")
        ? String.valueOf(variable.get("value"))
        : "pod " + at(variable, "valueFrom", "fieldRef", "fieldPath");
  }
}
