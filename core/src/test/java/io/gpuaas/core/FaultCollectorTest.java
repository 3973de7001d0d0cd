package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultCollectorTest {
  private static final String LABEL =
      "A name is 1 to 63 of a-z, 0-9 and -, and begins and ends with a letter or digit.";
  private static final String DOTTED =
      "A name is up to 253 of a-z, 0-9, - and ., in parts that begin and end with a letter or"
          + " digit.";
  private static final String KEY =
      "A key is an optional DNS name and /, then 1 to 63 of A-Z, a-z, 0-9, -, _ and ., as in"
          + " Kubernetes labels.";
  private static final String VALUE =
      "A label value is empty or 1 to 63 of A-Z, a-z, 0-9, -, _ and ., beginning and ending with a"
          + " letter or digit.";

  /// A check of one value and the faults that it must find.
  record Case(String name, Consumer<FaultCollector> check, List<Fault> faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case good(String name, Consumer<FaultCollector> check) {
    return new Case(name, check, List.of());
  }

  private static Case bad(
      String name,
      Consumer<FaultCollector> check,
      String code,
      String detail,
      @Nullable String value,
      @Nullable String limit) {
    return new Case(name, check, List.of(new Fault("/x", code, detail, value, limit)));
  }

  private static Stream<Case> numbers() {
    return Stream.of(
        good("least", it -> it.range("/x", -3, -3, 8)),
        good("most", it -> it.range("/x", 8, -3, 8)),
        bad(
            "below",
            it -> it.range("/x", Long.MIN_VALUE, 1, 8),
            "TOO_SMALL",
            "The value must be at least 1.",
            "-9223372036854775808",
            "1"),
        bad(
            "negative",
            it -> it.range("/x", -1, 0, 8),
            "NEGATIVE",
            "The value must be at least 0.",
            "-1",
            "0"),
        bad(
            "above",
            it -> it.range("/x", Long.MAX_VALUE, 0, 8),
            "TOO_LARGE",
            "The value must be at most 8.",
            "9223372036854775807",
            "8"),
        good("as many as may be", it -> it.size("/x", 16, 16)),
        bad(
            "too many",
            it -> it.size("/x", 17, 16),
            "TOO_MANY",
            "At most 16 entries are allowed.",
            "17",
            "16"),
        good("known", it -> it.known("/x", "flavor", "h200", true)),
        bad(
            "unknown",
            it -> it.known("/x", "flavor", "h300", false),
            "UNKNOWN_REFERENCE",
            "There is no flavor of this name.",
            "h300",
            null));
  }

  private static Stream<Case> texts() {
    String rockets = "🚀".repeat(60);
    return Stream.of(
        good("as long as may be", it -> it.text("/x", "🚀".repeat(10), 10)),
        bad("blank", it -> it.text("/x", " \t", 10), "REQUIRED", needed(10), null, null),
        bad(
            "one character too long",
            it -> it.text("/x", "abcdefghijk", 10),
            "TOO_LONG",
            "The text may have at most 10 characters.",
            "abcdefghijk",
            "10"),
        bad(
            "control character",
            it -> it.text("/x", "a\u0007b", 10),
            "INVALID_TEXT",
            "The text must not have control characters.",
            "a\u0007b",
            null),
        bad(
            "shown in part, no character cut in two",
            it -> it.text("/x", "x" + rockets, 10),
            "TOO_LONG",
            "The text may have at most 10 characters.",
            "x" + "🚀".repeat(49) + "…",
            "10"),
        new Case(
            "too long and with control characters",
            it -> it.text("/x", "a\nbc", 3),
            List.of(
                new Fault(
                    "/x", "TOO_LONG", "The text may have at most 3 characters.", "a\nbc", "3"),
                new Fault(
                    "/x",
                    "INVALID_TEXT",
                    "The text must not have control characters.",
                    "a\nbc",
                    null))));
  }

  private static String needed(int lengthMax) {
    return "A text of 1 to %d characters is needed.".formatted(lengthMax);
  }

  @ParameterizedTest
  @MethodSource({"numbers", "texts"})
  void saysWhatIsWrongAndWhatIsAllowed(Case it) {
    FaultCollector found = new FaultCollector();
    it.check().accept(found);
    assertThat(found.faults()).isEqualTo(it.faults());
    assertThat(found.isEmpty()).isEqualTo(it.faults().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "7", "team-a", "a--b", "0123456789-abcdefghijklmnopqrstuvwxyz"})
  void takesDnsLabels(String name) {
    assertThat(faults(it -> it.dnsLabel("/x", name))).isEmpty();
    assertThat(faults(it -> it.dnsName("/x", name))).isEmpty();
    assertThat(faults(it -> it.labelValue("/x", name))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "-a", "a-", "A", "a_b", "a b", "é", "аbс", "a\n", "a/b"})
  void refusesOtherNames(String name) {
    assertThat(faults(it -> it.dnsLabel("/x", name)))
        .containsExactly(new Fault("/x", "INVALID_NAME", LABEL, name, "63"));
    assertThat(faults(it -> it.dnsName("/x", name)))
        .containsExactly(new Fault("/x", "INVALID_NAME", DOTTED, name, "253"));
  }

  @Test
  void namesHaveALongestLength() {
    String longest = "a".repeat(63);
    assertThat(faults(it -> it.dnsLabel("/x", longest))).isEmpty();
    assertThat(faults(it -> it.dnsLabel("/x", longest + "a")))
        .containsExactly(new Fault("/x", "INVALID_NAME", LABEL, longest + "a", "63"));
    String dotted = ("a".repeat(49) + ".").repeat(5) + "abc";
    assertThat(dotted).hasSize(253);
    assertThat(faults(it -> it.dnsName("/x", dotted))).isEmpty();
    assertThat(faults(it -> it.dnsName("/x", dotted + "d")))
        .containsExactly(
            new Fault("/x", "INVALID_NAME", DOTTED, dotted.substring(0, 100) + "…", "253"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gpu", "Gpu_a.b", "nvidia.com/gpu", "topology.example.com/rack-1", "a/B", "7/7"})
  void takesLabelKeys(String key) {
    assertThat(faults(it -> it.labelKey("/x", key))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "/gpu", "a/", "a/b/c", "A.com/gpu", "a..b/gpu", "-gpu", "gpu.", "gp u"})
  void refusesOtherLabelKeys(String key) {
    assertThat(faults(it -> it.labelKey("/x", key)))
        .containsExactly(new Fault("/x", "INVALID_LABEL_KEY", KEY, key, null));
  }

  @Test
  void aLabelKeyHasAPrefixOfAtMost253() {
    String prefix = "a.".repeat(126) + "a";
    assertThat(faults(it -> it.labelKey("/x", prefix + "/gpu"))).isEmpty();
    assertThat(faults(it -> it.labelKey("/x", prefix + "a/gpu")))
        .extracting(Fault::code)
        .containsExactly("INVALID_LABEL_KEY");
  }

  @Test
  void aLabelValueIsEmptyOrAWord() {
    assertThat(faults(it -> it.labelValue("/x", ""))).isEmpty();
    assertThat(faults(it -> it.labelValue("/x", "H200_141.GB"))).isEmpty();
    assertThat(faults(it -> it.labelValue("/x", "_a")))
        .containsExactly(new Fault("/x", "INVALID_LABEL_VALUE", VALUE, "_a", "63"));
  }

  @Test
  void keepsAllFaultsInTheOrderTheyWereFound() {
    assertThat(
            faults(
                it -> {
                  it.add("/b", "B", "Second comes first.");
                  it.add("/a", "A", "Not sorted.", null, "1");
                }))
        .containsExactly(
            new Fault("/b", "B", "Second comes first.", null, null),
            new Fault("/a", "A", "Not sorted.", null, "1"));
  }

  private static List<Fault> faults(Consumer<FaultCollector> check) {
    FaultCollector collector = new FaultCollector();
    check.accept(collector);
    return collector.faults();
  }
}
