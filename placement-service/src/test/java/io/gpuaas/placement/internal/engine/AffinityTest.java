package io.gpuaas.placement.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NodeAffinityTerm.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The operators of Kubernetes' node selector requirements, on one label.
class AffinityTest {
  @ParameterizedTest
  @CsvSource({
    "IN, a b, a, true",
    "IN, a b, c, false",
    "IN, a b, , false",
    "NOT_IN, a b, a, false",
    "NOT_IN, a b, c, true",
    "NOT_IN, a b, , true",
    "EXISTS, '', a, true",
    "EXISTS, '', , false",
    "DOES_NOT_EXIST, '', a, false",
    "DOES_NOT_EXIST, '', , true",
    "GT, 7, 8, true",
    "GT, 7, 7, false",
    "GT, 7, 10, true",
    "GT, 7, , false",
    "GT, 7, seven, false",
    "GT, seven, 8, false",
    "GT, 7 8, 9, false",
    "LT, 7, 6, true",
    "LT, 7, 7, false",
    "LT, 7, -8, true",
    "LT, 7, , false"
  })
  void holds(Operator operator, String values, @Nullable String label, boolean expected) {
    List<String> list = values.isEmpty() ? List.of() : List.of(values.split(" "));
    NodeAffinityTerm term = new NodeAffinityTerm("key", operator, list);
    assertThat(Affinity.holds(term, label)).isEqualTo(expected);
  }
}
