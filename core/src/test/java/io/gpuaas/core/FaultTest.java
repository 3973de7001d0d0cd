package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
  @ParameterizedTest
  @CsvSource({
    "'', spec, /spec",
    "/a, '', /a/",
    "/a, b/c, /a/b~1c",
    "/a, b~c, /a/b~0c",
    "/a, ~1, /a/~01",
    "/labels, team.io/x, /labels/team.io~1x"
  })
  void pointersAreEscaped(String path, String segment, String pointer) {
    assertThat(Fault.at(path, segment)).isEqualTo(pointer);
  }

  @Test
  void pointersLeadIntoLists() {
    assertThat(Fault.at("/podSets", 3)).isEqualTo("/podSets/3");
  }

  @ParameterizedTest
  @CsvSource({"'', ''", "abc, abc", "abcd, abc…", "ab🚀, ab…", "a🚀, a🚀", "a🚀b, a🚀…"})
  void showsTheBeginningOfAText(String text, String shown) {
    assertThat(Fault.shown(text, 3)).isEqualTo(shown);
  }
}
