package io.gpuaas.core;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What became of a change to configuration. Anything but [Accepted] and [Removed] changed nothing.
public sealed interface ChangeOutcome<T> {

  /// The value stands as given. A change that changes nothing keeps the version.
  ///
  /// @param warnings what is allowed but probably not meant
  record Accepted<T>(T value, long version, List<Fault> warnings) implements ChangeOutcome<T> {
    public Accepted {
      warnings = List.copyOf(warnings);
    }
  }

  /// The value is gone.
  record Removed<T>() implements ChangeOutcome<T> {}

  /// The value is not allowed; `faults` has all that is wrong with it and is never empty.
  record Invalid<T>(List<Fault> faults) implements ChangeOutcome<T> {
    public Invalid {
      faults = List.copyOf(faults);
    }
  }

  /// It cannot be removed, since the things named in `uses` need it.
  record InUse<T>(List<Fault> uses) implements ChangeOutcome<T> {
    public InUse {
      uses = List.copyOf(uses);
    }
  }

  /// The change was made from a version that is not the newest any more.
  record Stale<T>(long currentVersion) implements ChangeOutcome<T> {}

  /// It was to be created, and there is one of that name.
  record Exists<T>(long currentVersion) implements ChangeOutcome<T> {}

  /// It was to be changed or removed, and there is none of that name.
  record Missing<T>() implements ChangeOutcome<T> {}

  /// Creates by `change`, unless something of the name is `standing`.
  static <T> ChangeOutcome<T> ifAbsent(
      @Nullable Versioned<T> standing, Supplier<ChangeOutcome<T>> change) {
    return standing == null ? change.get() : new Exists<>(standing.version());
  }

  /// Does `change` to what is `standing`, if it is there and at the version that the change was
  /// made from.
  static <T> ChangeOutcome<T> ifCurrent(
      @Nullable Versioned<T> standing, long version, Function<T, ChangeOutcome<T>> change) {
    if (standing == null) {
      return new Missing<>();
    }
    return standing.version() == version
        ? change.apply(standing.value())
        : new Stale<>(standing.version());
  }
}
