package io.gpuaas;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Calls that make a result depend on more than its inputs.
final class BannedAccess {
  private static final Set<String> CLOCKS =
      Set.of(
          "java.time.Instant",
          "java.time.LocalDate",
          "java.time.LocalDateTime",
          "java.time.OffsetDateTime",
          "java.time.YearMonth",
          "java.time.ZonedDateTime");

  /// By owner; what makes a clock or draws at random.
  private static final Map<String, Set<String>> CALLS =
      Map.of(
          "java.lang.System", Set.of("currentTimeMillis", "nanoTime"),
          "java.lang.Math", Set.of("random"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
          "java.time.InstantSource", Set.of("system"),
          "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"));

  private static final Set<String> UNORDERED_TYPES =
      Set.of(
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.IdentityHashMap",
          "java.util.WeakHashMap");

  private BannedAccess() {}

  static boolean isClockOrChance(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return CALLS.getOrDefault(owner, Set.of()).contains(name)
        || (owner.equals("java.util.Random") && isConstructor(access.getTarget()))
        || (CLOCKS.contains(owner) && name.equals("now") && parameters(access).isEmpty());
  }

  static boolean isUnordered(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return switch (owner) {
      case "java.util.Map" -> Set.of("of", "ofEntries", "copyOf").contains(name);
      case "java.util.Set" -> Set.of("of", "copyOf").contains(name);
      case "java.util.stream.Collectors" -> isUnorderedCollector(name, parameters(access).size());
      default -> UNORDERED_TYPES.contains(owner) && isConstructor(access.getTarget());
    };
  }

  /// Those that choose the map or set themselves, and choose a hashed one.
  private static boolean isUnorderedCollector(String name, int parameters) {
    return switch (name) {
      case "toSet", "toUnmodifiableSet", "toUnmodifiableMap" -> true;
      case "toMap" -> parameters < 4;
      case "groupingBy" -> parameters < 3;
      default -> false;
    };
  }

  private static boolean isConstructor(AccessTarget target) {
    return target.getName().equals("<init>");
  }

  private static List<JavaClass> parameters(JavaAccess<?> access) {
    return access.getTarget() instanceof CodeUnitAccessTarget target
        ? target.getRawParameterTypes()
        : List.of();
  }
}
