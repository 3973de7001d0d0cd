package io.gpuaas.api.internal.edge.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/// A browser that was left open must not be enough to change money.
class MoneyChangesTest {
  /// These change nothing by themselves: somebody else has to approve or answer, or a wish ends.
  private static final List<String> WISHES =
      List.of(
          "DisputesController.raise",
          "RateCardProposalsController.propose",
          "RateCardProposalsController.proposeCsv",
          "RateCardProposalsController.reject");

  @Test
  void allThatChangesMoneyNeedsARecentSignIn() {
    List<Method> changes = changes();
    assertThat(changes).hasSizeGreaterThan(10);
    assertThat(
            changes.stream()
                .filter(it -> !it.isAnnotationPresent(NeedsRecentSignIn.class))
                .map(it -> it.getDeclaringClass().getSimpleName() + "." + it.getName()))
        .containsExactlyInAnyOrderElementsOf(WISHES);
  }

  private static List<Method> changes() {
    var scanner = new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
    return scanner.findCandidateComponents("io.gpuaas.api.internal.edge.money").stream()
        .flatMap(found -> methods(String.valueOf(found.getBeanClassName())))
        .filter(
            it ->
                it.isAnnotationPresent(PostMapping.class)
                    || it.isAnnotationPresent(PutMapping.class))
        .toList();
  }

  private static Stream<Method> methods(String name) {
    try {
      return Arrays.stream(Class.forName(name).getDeclaredMethods());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
