package io.gpuaas;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.persistence.Entity;
import jakarta.persistence.PersistenceContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.RestController;

/// Who may use whom, what is pure, and what nobody may call.
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.gpuaas");

  /// One row of the table of modules.
  ///
  /// @param module its package below `io.gpuaas`
  /// @param mayUse our packages that it may use besides itself, in ArchUnit's notation
  record Module(String module, List<String> mayUse) {
    String[] allowed() {
      return Stream.concat(Stream.of("io.gpuaas." + module + ".."), mayUse.stream())
          .toArray(String[]::new);
    }
  }

  static List<Module> modules() {
    return List.of(
        new Module("core", List.of()),
        new Module("quota", List.of("io.gpuaas.core")),
        new Module("placement", List.of("io.gpuaas.core", "io.gpuaas.quota")),
        new Module("cluster", List.of("io.gpuaas.core", "io.gpuaas.quota", "io.gpuaas.placement")),
        new Module("accounting", List.of("io.gpuaas.core")),
        new Module("cli", List.of("io.gpuaas.core")),
        new Module(
            "simulator",
            List.of(
                "io.gpuaas.core",
                "io.gpuaas.quota",
                "io.gpuaas.quota.internal.engine",
                "io.gpuaas.placement",
                "io.gpuaas.placement.internal.engine")),
        new Module(
            "api",
            List.of(
                "io.gpuaas.core",
                "io.gpuaas.quota",
                "io.gpuaas.placement",
                "io.gpuaas.cluster",
                "io.gpuaas.accounting",
                "io.gpuaas.simulator")),
        new Module(
            "launch",
            List.of(
                "io.gpuaas",
                "io.gpuaas.core",
                "io.gpuaas.quota",
                "io.gpuaas.placement",
                "io.gpuaas.cluster",
                "io.gpuaas.accounting",
                "io.gpuaas.simulator",
                "io.gpuaas.api")));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void usesOnlyWhatTheTableAllows(Module module) {
    classes()
        .that(resideInAPackage("io.gpuaas." + module.module() + ".."))
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackages("io.gpuaas..").or(resideInAnyPackage(module.allowed())))
        .allowEmptyShould(true)
        .check(OURS);
  }

  @Test
  void theTableHasARowForEveryModule() {
    assertThat(
            OURS.stream()
                .map(type -> type.getPackageName().split("\\."))
                .filter(parts -> parts.length > 2)
                .map(parts -> parts[2]))
        .isSubsetOf(modules().stream().map(Module::module).toList());
  }

  @Test
  void springModulithAgrees() {
    ApplicationModules.of(GpuaasApplication.class).verify();
  }

  @Test
  void publishedFacesOfTheContextsArePure() {
    assertThat(purePackages())
        .contains(
            "io.gpuaas.core", "io.gpuaas.quota", "io.gpuaas.placement", "io.gpuaas.accounting");
  }

  @Test
  void purePackagesUseOnlyTheJdksValuesAndOtherPureOnes() {
    String[] pure = purePackages();
    classes()
        .that(resideInAnyPackage(pure))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(pure)
                .or(
                    resideInAnyPackage(
                        "io.gpuaas.core",
                        "io.gpuaas.quota",
                        "io.gpuaas.placement",
                        "io.gpuaas.cluster",
                        "io.gpuaas.simulator",
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream",
                        "java.math",
                        "java.text",
                        "java.time..",
                        "org.jspecify.annotations"))
                .or(describe("hash functions", ArchitectureTest::isForHashing))
                .or(describe("primitives and arrays", ArchitectureTest::isPrimitiveOrArray)))
        .check(OURS);
  }

  @Test
  void purePackagesKeepNoOrderThatChangesFromRunToRun() {
    noClasses()
        .that(resideInAnyPackage(purePackages()))
        .should()
        .accessTargetWhere(
            describe("HashMap, HashSet, Map.of, Set.of and the like", BannedAccess::isUnordered))
        .because("iteration order is part of an engine's result: use List, TreeMap, LinkedHashMap")
        .check(OURS);
  }

  @Test
  void purePackagesHaveNoClockAndNoChance() {
    noClasses()
        .that(resideInAnyPackage(purePackages()))
        .should()
        .accessTargetWhere(describe("clocks and randomness", BannedAccess::isClockOrChance))
        .check(OURS);
  }

  @Test
  void clocksAndIdsAreMadeInTheWiringOnly() {
    noClasses()
        .that(
            resideOutsideOfPackages(
                "io.gpuaas.api.internal.wiring..",
                "io.gpuaas.launch..",
                "io.gpuaas.benchmarks..",
                "io.gpuaas.cli"))
        .should()
        .accessTargetWhere(describe("clocks and randomness", BannedAccess::isClockOrChance))
        .because("the InstantSource and IdGenerator beans are there for it")
        .check(OURS);
  }

  @Test
  void nobodySleeps() {
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(OURS);
    noClasses().should().callMethod(Thread.class, "sleep", Duration.class).check(OURS);
  }

  @Test
  void nothingIsInjectedIntoFields() {
    noFields()
        .should()
        .beAnnotatedWith(Autowired.class)
        .orShould()
        .beAnnotatedWith(Value.class)
        .orShould()
        .beAnnotatedWith(PersistenceContext.class)
        .check(OURS);
  }

  /// A method may take the answer of a look-up as it got it; nothing keeps one.
  @Test
  void optionalIsAnAnswerAndNoPartOfAnything() {
    noFields().should().haveRawType(Optional.class).check(OURS);
    assertThat(
            OURS.stream()
                .flatMap(type -> type.getConstructors().stream())
                .filter(ArchitectureTest::takesAnOptional)
                .map(JavaCodeUnit::getFullName))
        .isEmpty();
  }

  @Test
  void entitiesAreRowsThatNoOneElseSees() {
    classes()
        .that()
        .areAnnotatedWith(Entity.class)
        .should()
        .haveSimpleNameEndingWith("Row")
        .andShould()
        .bePackagePrivate()
        .andShould()
        .resideInAPackage("..internal.store")
        .allowEmptyShould(true)
        .check(OURS);
  }

  /// The inventory is a service with its store in one package.
  @Test
  void transactionsBeginInServicesOnly() {
    noClasses()
        .that(resideOutsideOfPackages("..internal.service..", "..internal.inventory"))
        .should()
        .beAnnotatedWith(Transactional.class)
        .check(OURS);
    noMethods()
        .that()
        .areDeclaredInClassesThat(
            resideOutsideOfPackages("..internal.service..", "..internal.inventory"))
        .should()
        .beAnnotatedWith(Transactional.class)
        .check(OURS);
  }

  @Test
  void controllersAreAtTheEdge() {
    classes()
        .that()
        .areAnnotatedWith(RestController.class)
        .should()
        .resideInAPackage("io.gpuaas.api.internal.edge..")
        .allowEmptyShould(true)
        .check(OURS);
  }

  private static boolean isForHashing(JavaClass type) {
    return List.of(
            "java.nio.ByteBuffer",
            "java.nio.charset.Charset",
            "java.nio.charset.StandardCharsets",
            "java.security.MessageDigest",
            "java.security.NoSuchAlgorithmException")
        .contains(type.getName());
  }

  private static boolean takesAnOptional(JavaCodeUnit unit) {
    return unit.getRawParameterTypes().stream()
        .anyMatch(type -> type.isEquivalentTo(Optional.class));
  }

  private static boolean isPrimitiveOrArray(JavaClass type) {
    return type.isPrimitive() || type.isArray();
  }

  private static String[] purePackages() {
    return SourceFolder.ofTheProject().purePackages().toArray(String[]::new);
  }
}
