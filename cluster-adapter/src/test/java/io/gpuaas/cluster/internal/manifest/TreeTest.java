package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Objects of clusters: what is absent, of another kind or empty reads as empty.
class TreeTest {
  private static final Tree SOME =
      Tree.read(
          plain(
              "name",
              "n",
              "count",
              3,
              "on",
              true,
              "nothing",
              null,
              "inner",
              Map.of("deep", Map.of("leaf", "x")),
              "items",
              List.of(Map.of("k", "1"), "a text", Map.of("k", "2")),
              "status",
              Map.of(
                  "conditions",
                  List.of(
                      Map.of("type", "Ready", "status", "True"),
                      Map.of("type", "Lost", "status", "False")))));

  private static Map<String, @Nullable Object> plain(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    List<@Nullable Object> all = Arrays.asList(namesAndValues);
    for (int i = 0; i < all.size(); i += 2) {
      map.put(String.valueOf(all.get(i)), all.get(i + 1));
    }
    return map;
  }

  @Test
  void readsWhatIsThere() {
    assertThat(SOME.text("name")).isEqualTo("n");
    assertThat(SOME.number("count")).isEqualTo(3);
    assertThat(SOME.flag("on")).isTrue();
    assertThat(SOME.text("inner", "deep", "leaf")).isEqualTo("x");
    assertThat(SOME.trees("items")).containsExactly(Tree.of("k", "1"), Tree.of("k", "2"));
    assertThat(SOME.has("nothing")).isFalse();
    assertThat(SOME.has("on")).isTrue();
    assertThat(SOME.isTrue("Ready")).isTrue();
    assertThat(SOME.isTrue("Lost")).isFalse();
  }

  @Test
  void readsEmptyWhereNothingFits() {
    assertThat(SOME.text("inner", "other", "leaf")).isEmpty();
    assertThat(SOME.number("name")).isZero();
    assertThat(SOME.number("absent")).isZero();
    assertThat(SOME.flag("name")).isFalse();
    assertThat(SOME.flag("absent")).isFalse();
    assertThat(SOME.tree("name")).isEqualTo(Tree.EMPTY);
    assertThat(SOME.trees("name")).isEmpty();
    assertThat(SOME.value("absent")).isNull();
    assertThat(SOME.condition("Unknown")).isEqualTo(Tree.EMPTY);
    assertThat(SOME.isTrue("Unknown")).isFalse();
  }

  @Test
  void leavesOutWhatIsEmptyAndKeepsZeroAndFalse() {
    Tree tree =
        Tree.of(
            "null", null, "list", List.of(), "tree", Tree.EMPTY, "text", "", "n", 0, "b", false);
    assertThat(tree.fields()).isEqualTo(Map.of("n", 0, "b", false));
  }

  @Test
  void mergesTreesJoinsListsAndReplacesTheRest() {
    Tree one =
        Tree.of("t", Tree.of("a", 1, "b", 1), "l", List.of("x"), "v", 1, "mixed", List.of(1));
    Tree two = Tree.of("t", Tree.of("b", 2), "l", List.of("y"), "v", 2, "mixed", Tree.of("k", 1));

    assertThat(one.merge(two))
        .isEqualTo(
            Tree.of(
                "t", Tree.of("a", 1, "b", 2),
                "l", List.of("x", "y"),
                "v", 2,
                "mixed", Tree.of("k", 1)));
    assertThat(Tree.of("m", Tree.of("k", 1)).merge(Tree.of("m", List.of(1))))
        .isEqualTo(Tree.of("m", List.of(1)));
  }

  @Test
  void comesBackFromPlainMaps() {
    assertThat(Tree.read(SOME.plain())).isEqualTo(SOME);
    assertThat(SOME.withAt(List.of("inner", "new", "leaf"), 1).number("inner", "new", "leaf"))
        .isEqualTo(1);
    assertThat(SOME.without("inner", "items", "status", "absent"))
        .isEqualTo(Tree.of("name", "n", "count", 3, "on", true));
  }
}
