package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.fixtures.Documents;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrganisationTest {
  private final Organisation organisation =
      Configuration.of(Documents.small().items().stream().map(Located::item).toList())
          .with(List.of(new PriorityClass("high", 100)))
          .toOrganisation(7);

  @Test
  void pathLeadsFromTheOrganisationDown() {
    assertThat(organisation.path(Scope.project("llm")))
        .containsExactly(
            Scope.ORG, Scope.department("research"), Scope.team("nlp"), Scope.project("llm"));
    assertThat(organisation.path(Scope.ORG)).containsExactly(Scope.ORG);
    assertThat(organisation.path(Scope.project("nobody"))).isEmpty();
    assertThat(organisation.path(new Scope(Scope.Kind.ORG, "another"))).isEmpty();
  }

  @Test
  void rightsReachDownwardOnly() {
    assertThat(organisation.contains(Scope.team("nlp"), Scope.project("llm"))).isTrue();
    assertThat(organisation.contains(Scope.team("vision"), Scope.project("llm"))).isFalse();
    assertThat(organisation.contains(Scope.project("llm"), Scope.team("nlp"))).isFalse();
    assertThat(organisation.contains(Scope.ORG, Scope.project("nobody"))).isFalse();
  }

  @Test
  void projectsOfAScopeAreInNameOrder() {
    assertThat(organisation.projectsIn(Scope.ORG)).containsExactly("llm", "segmentation");
    assertThat(organisation.projectsIn(Scope.department("research")))
        .containsExactly("llm", "segmentation");
    assertThat(organisation.projectsIn(Scope.team("vision"))).containsExactly("segmentation");
    assertThat(organisation.projectsIn(Scope.team("nobody"))).isEmpty();
  }

  @Test
  void departmentsAndPrioritiesAreFoundByName() {
    assertThat(organisation.departmentOf("llm"))
        .contains(new Department("research", "Research", "CC-100", null));
    assertThat(organisation.departmentOf("nobody")).isEmpty();
    assertThat(organisation.priority("high")).hasValue(100);
    assertThat(organisation.priority("nobody")).isEmpty();
  }

  @Test
  void scopesAreOrderedFromWideToNarrow() {
    assertThat(
            List.of(Scope.project("a"), Scope.team("b"), Scope.ORG, Scope.team("a")).stream()
                .sorted())
        .containsExactly(Scope.ORG, Scope.team("a"), Scope.team("b"), Scope.project("a"));
  }
}
