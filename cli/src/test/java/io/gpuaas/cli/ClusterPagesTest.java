package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What operators are told in docs/clusters to type is taken by the command line, and the pages and
/// files that they are sent to are there.
class ClusterPagesTest {
  private static final Path PAGES = Path.of("../docs/clusters");

  /// A line of its own, or between backticks; the launcher's commands are not ours.
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^ {4}|`|\\| )gpuaas ((?!up\\b|testbed\\b)[a-z][^`#\\n]*)");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(page));
    while (matcher.find()) {
      found.add(matcher.group(1).strip());
    }
    return found;
  }

  @Test
  void eachCommandIsUnderstood(@TempDir Path folder) throws IOException {
    List<String> wrong = new ArrayList<>();
    int commands = 0;
    for (Path page : pages()) {
      for (String command : found(COMMAND, page)) {
        List<String> words = new ArrayList<>(List.of(command.split("\\s+")));
        words.add("--help");
        Call call = Call.of(folder, Map.of(), "", words.toArray(String[]::new));
        commands++;
        if (call.status() != 0) {
          wrong.add("%s: gpuaas %s: %s".formatted(page.getFileName(), command, call.err()));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(15);
  }

  @Test
  void eachLinkLeadsSomewhere() throws IOException {
    TreeSet<String> missing = new TreeSet<>();
    for (Path page : pages()) {
      for (String link : found(LINK, page)) {
        if (!Files.exists(PAGES.resolve(link))) {
          missing.add(page.getFileName() + " -> " + link);
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
