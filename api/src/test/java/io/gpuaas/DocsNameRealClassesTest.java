package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A page that names classes rots when they are renamed; here the build notices.
class DocsNameRealClassesTest {
  private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");
  private static final Pattern CLASS_NAME = Pattern.compile("[A-Z]\\w*[a-z]\\w*");
  private static final List<String> JDK =
      List.of("java.lang.", "java.util.", "java.time.", "java.util.random.", "java.math.");
  private static final SourceFolder PROJECT = SourceFolder.ofTheProject();

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "STYLE.md", "GLOSSARY.md", "README.md"})
  void everyQuotedClassExists(String page) {
    Set<String> ours = ourTypes();
    assertThat(
            quoted(PROJECT.text(Path.of(page))).stream()
                .filter(name -> !ours.contains(name) && !isInTheJdk(name)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "STYLE.md", "GLOSSARY.md", "README.md"})
  void pagesAreShortEnoughToBeRead(String page) {
    assertThat(PROJECT.text(Path.of(page)).lines().count()).isLessThanOrEqualTo(200);
  }

  /// What stands in backticks and looks like a class: `Name`, `Name.method`, `Name::method`.
  private static List<String> quoted(String page) {
    List<String> names = new ArrayList<>();
    QUOTED
        .matcher(page)
        .results()
        .map((MatchResult result) -> result.group(1).split("\\.|::|\\(|<")[0])
        .filter(name -> CLASS_NAME.matcher(name).matches())
        .forEach(names::add);
    return names;
  }

  private static Set<String> ourTypes() {
    return ParsedSource.allOf(PROJECT).values().stream()
        .flatMap(source -> source.types().stream())
        .collect(Collectors.toSet());
  }

  private static boolean isInTheJdk(String name) {
    return JDK.stream().anyMatch(prefix -> exists(prefix + name));
  }

  private static boolean exists(String name) {
    try {
      Class.forName(name, false, DocsNameRealClassesTest.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }
}
