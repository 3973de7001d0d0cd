package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rules of STYLE.md that a machine can see in the sources of all modules.
class StyleTest {
  private static final int FILE_LINES_MAX = 500;
  private static final int TEST_FILE_LINES_MAX = 600;
  private static final int METHOD_LINES_MAX = 60;
  private static final int PARAMETERS_MAX = 6;
  private static final int COLUMNS_MAX = 100;
  private static final int COLLABORATORS_MAX = 9;
  private static final Pattern UNBREAKABLE =
      Pattern.compile("import .*|\\s*/// +href=\".*|\\s*[\\w-]+ +\\| .*");
  private static final Pattern BANNED_NAME =
      Pattern.compile(".*(Utils?|Common|Helpers?|Manager|Impl)|Abstract[A-Z].*|Base[A-Z].*");
  private static final Set<String> BANNED_PACKAGES =
      Set.of("util", "utils", "common", "helper", "helpers", "manager", "impl", "misc");
  private static final Pattern OPEN_TASK = Pattern.compile("\\b(TODO|FIXME|XXX)\\b(?!\\(#\\d+\\))");

  /// In pieces, so that this file does not hold what it looks for.
  private static final Pattern MACHINE =
      Pattern.compile(
          "(?<![\\w.~-])/(wo"
              + "rk|ro"
              + "ot|home/\\w+)/"
              + "|repo\\d*\\.mav"
              + "en\\.|mvn"
              + "repository\\.com"
              + "|registry\\.n"
              + "pmjs|registry\\.yarn"
              + "pkg|py"
              + "pi\\.org|files\\.python"
              + "hosted|deb\\.deb"
              + "ian\\.org|proxy\\.go"
              + "lang\\.org|crates"
              + "\\.io");

  private static final Pattern DESCRIPTION =
      Pattern.compile("/// (Pure|Impure)[.:] .*?^@NullMarked$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final SourceFolder PROJECT = SourceFolder.ofTheProject();

  @Test
  void seesTheSourcesOfAllModules() {
    assertThat(PROJECT.mainJava()).hasSizeGreaterThan(50);
    assertThat(PROJECT.mainJava().stream().map(file -> file.getName(0).toString()))
        .contains("core", "quota-service", "placement-service", "cluster-adapter", "api");
  }

  @Test
  void filesAreShort() {
    assertThat(
            PROJECT.endingWith(".java").stream()
                .filter(file -> PROJECT.text(file).lines().count() > linesMax(file)))
        .isEmpty();
  }

  @Test
  void linesAreShort() {
    assertThat(
            PROJECT.endingWith(".java").stream()
                .flatMap(
                    file ->
                        PROJECT
                            .text(file)
                            .lines()
                            .filter(line -> line.length() > COLUMNS_MAX)
                            .filter(line -> !UNBREAKABLE.matcher(line).lookingAt())
                            .map(line -> file + ": " + line.strip())))
        .isEmpty();
  }

  @Test
  void methodsAreShortAndTakeFewParameters() {
    List<String> tooLarge = new ArrayList<>();
    ParsedSource.allOf(PROJECT)
        .forEach(
            (file, source) ->
                source.methods().stream()
                    .filter(method -> isTooLong(file, method) || takesTooMuch(method))
                    .forEach(method -> tooLarge.add(file + ": " + method)));
    assertThat(tooLarge).isEmpty();
  }

  @Test
  void namesSayWhatAThingIs() {
    List<String> banned = new ArrayList<>();
    ParsedSource.allOf(PROJECT)
        .forEach(
            (file, source) ->
                source.types().stream()
                    .filter(name -> BANNED_NAME.matcher(name).matches())
                    .forEach(name -> banned.add(file + ": " + name)));
    assertThat(banned).isEmpty();
    assertThat(
            PROJECT.endingWith(".java").stream()
                .map(SourceFolder::packageName)
                .filter(name -> Stream.of(name.split("\\.")).anyMatch(BANNED_PACKAGES::contains)))
        .isEmpty();
  }

  @Test
  void seesMethodsAsTheyAre() {
    ParsedSource source =
        ParsedSource.of(
            """
            record Row(int a, int b) {
              Row(int a, int b) { this.a = a; this.b = b; }
              int sum(int more) {
                return a + b + more;
              }
            }
            """);
    assertThat(source)
        .isEqualTo(
            new ParsedSource(
                List.of("Row"),
                List.of(
                    new ParsedSource.Method("<init>", "", 1, 0),
                    new ParsedSource.Method("sum", "int", 3, 1))));
  }

  @Test
  void everyPackageIsDescribed() {
    Set<String> described = new TreeSet<>();
    PROJECT.packageInfos().forEach(info -> described.add(SourceFolder.packageName(info)));
    // The example of a generated client is in none.
    assertThat(
            PROJECT.endingWith(".java").stream()
                .filter(file -> file.toString().contains("/src/"))
                .map(SourceFolder::packageName))
        .isSubsetOf(described);
  }

  @Test
  void everyPackageSaysWhetherItIsPureAndIsNullMarked() {
    assertThat(
            PROJECT.packageInfos().stream()
                .filter(info -> !DESCRIPTION.matcher(PROJECT.text(info)).lookingAt()))
        .isEmpty();
  }

  @Test
  void enginesArePure() {
    assertThat(
            PROJECT.mainJava().stream()
                .map(SourceFolder::packageName)
                .filter(name -> name.contains(".internal.engine")))
        .isSubsetOf(PROJECT.purePackages().toList())
        .isNotEmpty();
  }

  @Test
  void javadocIsMarkdown() {
    assertThat(containing(PROJECT.endingWith(".java"), Pattern.compile("^\\s*/\\*\\*", 8)))
        .isEmpty();
  }

  @Test
  void openTasksNameTheirIssue() {
    assertThat(containing(texts(), OPEN_TASK)).isEmpty();
  }

  @Test
  void nothingNamesAMachineOrARegistry() {
    assertThat(containing(texts(), MACHINE)).isEmpty();
  }

  @Test
  void testsNeitherSleepNorMockNorAreSwitchedOff() {
    List<Path> tests =
        PROJECT.endingWith(".java").stream()
            .filter(file -> !SourceFolder.isMain(file) && !file.endsWith("StyleTest.java"))
            .toList();
    Pattern banned =
        Pattern.compile(
            "Thread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\(|@Disabled|org\\.mockito|easymock");
    assertThat(containing(tests, banned)).isEmpty();
  }

  private static int linesMax(Path file) {
    return SourceFolder.isMain(file) ? FILE_LINES_MAX : TEST_FILE_LINES_MAX;
  }

  /// A table of cases for a test is as long as it has cases.
  private static boolean isTooLong(Path file, ParsedSource.Method method) {
    boolean isTable = !SourceFolder.isMain(file) && method.type().startsWith("Stream<");
    return method.lines() > METHOD_LINES_MAX && !isTable;
  }

  /// A service is handed its collaborators by the wiring, one parameter each.
  private static boolean takesTooMuch(ParsedSource.Method method) {
    return method.parameters() > (method.isConstructor() ? COLLABORATORS_MAX : PARAMETERS_MAX);
  }

  /// All text but this file.
  private static List<Path> texts() {
    return PROJECT.files().stream()
        .filter(file -> !file.endsWith("StyleTest.java"))
        .filter(file -> PROJECT.textIfAny(file).isPresent())
        .toList();
  }

  private static List<String> containing(List<Path> files, Pattern banned) {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      PROJECT
          .text(file)
          .lines()
          .filter(line -> banned.matcher(line).find())
          .forEach(line -> found.add(file + ": " + line.strip()));
    }
    return found;
  }
}
