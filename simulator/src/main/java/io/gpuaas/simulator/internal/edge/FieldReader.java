package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Durations;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the fields of one object of a document, strictly: a value of the wrong type is a fault,
/// and [#finish()] makes a fault of every field that nobody asked for. A method returns its default
/// (which for required fields is a harmless stand-in) when it has reported a fault.
final class FieldReader {
  private static final String NUMBERS = "a list of whole numbers of 0 or more";

  private static final Pattern TEXT = Pattern.compile("[^\\p{Cntrl}]{1,253}");

  private final Tree.Fields fields;
  private final String path;
  private final Faults faults;
  private final SequencedSet<String> asked = new LinkedHashSet<>();

  FieldReader(Tree tree, String path, Faults faults) {
    this.path = path;
    this.faults = faults;
    if (tree instanceof Tree.Fields object) {
      this.fields = object;
    } else {
      faults.wrongType(path, tree, "an object with named fields");
      this.fields = Tree.Fields.none();
    }
  }

  String path() {
    return path;
  }

  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  Faults faults() {
    return faults;
  }

  /// Whether the field is given and not null.
  boolean has(String name) {
    return value(name) != null;
  }

  /// Whether the field is written at all, null included.
  boolean isWritten(String name) {
    asked.add(name);
    return fields.byName().containsKey(name);
  }

  private @Nullable Tree value(String name) {
    asked.add(name);
    Tree tree = fields.byName().get(name);
    boolean absent = tree instanceof Tree.Scalar(_, Tree.Kind kind) && kind == Tree.Kind.NULL;
    return absent ? null : tree;
  }

  private Tree.@Nullable Scalar scalar(String name, String allowed, Tree.Kind... kinds) {
    Tree tree = value(name);
    if (tree == null) {
      return null;
    }
    if (tree instanceof Tree.Scalar scalar && List.of(kinds).contains(scalar.kind())) {
      return scalar;
    }
    faults.wrongType(path(name), tree, allowed);
    return null;
  }

  private void outOfRange(String name, String value, String allowed) {
    faults.add(path(name), "NOT_ALLOWED", value, allowed);
  }

  /// A name or other short text; `fallback` when left out.
  String text(String name, String fallback) {
    String allowed = "a text of 1 to 253 characters, in quotes if it looks like a number";
    Tree.Scalar scalar = scalar(name, allowed, Tree.Kind.TEXT);
    if (scalar == null) {
      return fallback;
    }
    if (!TEXT.matcher(scalar.text()).matches() || scalar.text().isBlank()) {
      outOfRange(name, scalar.shown(), allowed);
      return fallback;
    }
    return scalar.text();
  }

  String requiredText(String name) {
    if (!has(name)) {
      faults.missing(path(name), "a text of 1 to 253 characters");
    }
    return text(name, "?");
  }

  @Nullable String optionalText(String name) {
    String text = text(name, "");
    return text.isEmpty() ? null : text;
  }

  /// Any text, the empty one too; empty when left out.
  String anyText(String name) {
    Tree.Scalar scalar = scalar(name, "a text, in quotes", Tree.Kind.TEXT);
    return scalar == null ? "" : scalar.text();
  }

  boolean flag(String name, boolean fallback) {
    Tree.Scalar scalar = scalar(name, "true or false", Tree.Kind.BOOLEAN);
    return scalar == null ? fallback : scalar.text().equalsIgnoreCase("true");
  }

  @Nullable Boolean optionalFlag(String name) {
    return has(name) ? (Boolean) flag(name, false) : null;
  }

  int integer(String name, int min, int max, int fallback) {
    String allowed = "a whole number from %d to %d".formatted(min, max);
    Tree.Scalar scalar = scalar(name, allowed, Tree.Kind.NUMBER);
    if (scalar == null) {
      return fallback;
    }
    BigDecimal value = new BigDecimal(scalar.text());
    boolean whole = value.stripTrailingZeros().scale() <= 0 && value.precision() < 100;
    if (!whole
        || value.compareTo(BigDecimal.valueOf(min)) < 0
        || value.compareTo(BigDecimal.valueOf(max)) > 0) {
      outOfRange(name, scalar.shown(), allowed);
      return fallback;
    }
    return value.intValueExact();
  }

  int requiredInteger(String name, int min, int max) {
    if (!has(name)) {
      faults.missing(path(name), "a whole number from %d to %d".formatted(min, max));
    }
    return integer(name, min, max, min);
  }

  /// An amount of `resource` in base units.
  OptionalLong quantity(String name, String resource) {
    return quantity(name, value(name), resource);
  }

  private OptionalLong quantity(String name, @Nullable Tree tree, String resource) {
    if (tree == null) {
      return OptionalLong.empty();
    }
    String allowed =
        "a quantity such as 500m, 8 or 80Gi: 0 or more, whole in "
            + (resource.equals("cpu") ? "thousandths" : "units")
            + ", below 2^63";
    boolean written =
        tree instanceof Tree.Scalar(_, Tree.Kind kind)
            && (kind == Tree.Kind.NUMBER || kind == Tree.Kind.TEXT);
    if (!written) {
      faults.wrongType(path(name), tree, allowed);
      return OptionalLong.empty();
    }
    OptionalLong amount = Quantity.parse(resource, ((Tree.Scalar) tree).text());
    if (amount.isEmpty()) {
      outOfRange(name, tree.shown(), allowed);
    }
    return amount;
  }

  /// A decimal of at most three places, in thousandths.
  long milli(String name, long min, long max, long fallback) {
    Tree tree = value(name);
    if (tree == null) {
      return fallback;
    }
    String allowed =
        "a number from %s to %s with at most 3 decimals"
            .formatted(
                BigDecimal.valueOf(min, 3).stripTrailingZeros().toPlainString(),
                BigDecimal.valueOf(max, 3).stripTrailingZeros().toPlainString());
    boolean written =
        tree instanceof Tree.Scalar(_, Tree.Kind kind)
            && (kind == Tree.Kind.NUMBER || kind == Tree.Kind.TEXT);
    OptionalLong amount =
        written ? Quantity.parse("cpu", ((Tree.Scalar) tree).text()) : OptionalLong.empty();
    if (amount.isEmpty() || amount.getAsLong() < min || amount.getAsLong() > max) {
      faults.add(path(name), written ? "NOT_ALLOWED" : "WRONG_TYPE", tree.shown(), allowed);
      return fallback;
    }
    return amount.getAsLong();
  }

  /// Amounts by resource name.
  ResourceAmounts amounts(String name) {
    SortedMap<String, Long> amounts = new TreeMap<>();
    for (Map.Entry<String, Tree> entry : object(name).entrySet()) {
      String field = name + "." + entry.getKey();
      OptionalLong amount = quantity(field, entry.getValue(), entry.getKey());
      amounts.put(entry.getKey(), amount.orElse(0));
    }
    return new ResourceAmounts(amounts);
  }

  private SequencedMap<String, Tree> object(String name) {
    Tree tree = value(name);
    if (tree == null) {
      return Tree.Fields.none().byName();
    }
    if (tree instanceof Tree.Fields object) {
      return object.byName();
    }
    faults.wrongType(path(name), tree, "an object with named fields");
    return Tree.Fields.none().byName();
  }

  /// Text by name, as labels are.
  SortedMap<String, String> texts(String name) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, Tree> entry : object(name).entrySet()) {
      if (entry.getValue() instanceof Tree.Scalar(String text, Tree.Kind kind)
          && kind == Tree.Kind.TEXT) {
        texts.put(entry.getKey(), text);
      } else {
        String allowed = "a text, in quotes if it looks like a number";
        faults.wrongType(path(name) + "." + entry.getKey(), entry.getValue(), allowed);
      }
    }
    return texts;
  }

  /// Whole numbers of at least 1 by name, in the order written.
  SequencedMap<String, Integer> counts(String name) {
    SequencedMap<String, Integer> counts = new java.util.LinkedHashMap<>();
    FieldReader reader = new FieldReader(new Tree.Fields(object(name)), path(name), faults);
    for (String key : object(name).keySet()) {
      counts.put(key, reader.requiredInteger(key, 1, 1_000_000));
    }
    return counts;
  }

  /// Lists of whole numbers of 0 or more by name.
  SequencedMap<String, List<Integer>> numbers(String name) {
    SequencedMap<String, List<Integer>> lists = new java.util.LinkedHashMap<>();
    for (Map.Entry<String, Tree> entry : object(name).entrySet()) {
      List<Integer> numbers = new ArrayList<>();
      if (entry.getValue() instanceof Tree.Items(var items)) {
        for (Tree item : items) {
          if (item instanceof Tree.Scalar(String text, _) && text.matches("\\d{1,6}")) {
            numbers.add(Integer.valueOf(text));
          }
        }
        if (numbers.size() < items.size()) {
          faults.wrongType(path(name) + "." + entry.getKey(), entry.getValue(), NUMBERS);
        }
      } else {
        faults.wrongType(path(name) + "." + entry.getKey(), entry.getValue(), NUMBERS);
      }
      lists.put(entry.getKey(), numbers);
    }
    return lists;
  }

  @Nullable Duration duration(String name) {
    String allowed = "a duration such as 90s, 15m, 2h or 3d, at most 100 years";
    Tree.Scalar scalar = scalar(name, allowed, Tree.Kind.TEXT);
    if (scalar == null) {
      return null;
    }
    Duration duration = Durations.parse(scalar.text()).orElse(null);
    if (duration == null) {
      outOfRange(name, scalar.shown(), allowed);
    }
    return duration;
  }

  @Nullable Instant time(String name, Clock clock) {
    Tree.Scalar scalar = scalar(name, Clock.TIME, Tree.Kind.TEXT);
    if (scalar == null) {
      return null;
    }
    Instant time = clock.time(scalar.text()).orElse(null);
    if (time == null) {
      outOfRange(name, scalar.shown(), Clock.TIME);
    }
    return time;
  }

  /// One of the values of an enum, spelled as in `spellings`.
  <E> E choice(String name, SequencedMap<String, E> spellings, E fallback) {
    E value = choice(name, spellings);
    return value == null ? fallback : value;
  }

  /// The same; null when left out or unknown.
  <E> @Nullable E choice(String name, SequencedMap<String, E> spellings) {
    String allowed = "one of " + String.join(", ", spellings.keySet());
    Tree.Scalar scalar = scalar(name, allowed, Tree.Kind.TEXT);
    if (scalar == null) {
      return null;
    }
    E value = spellings.get(scalar.text());
    if (value == null) {
      outOfRange(name, scalar.shown(), allowed);
    }
    return value;
  }

  /// The objects of a list; empty when left out.
  List<FieldReader> objects(String name) {
    List<FieldReader> readers = new ArrayList<>();
    List<Tree> items = items(name);
    for (int i = 0; i < items.size(); i++) {
      readers.add(new FieldReader(items.get(i), path(name) + "[" + i + "]", faults));
    }
    return readers;
  }

  private List<Tree> items(String name) {
    Tree tree = value(name);
    if (tree == null) {
      return List.of();
    }
    if (tree instanceof Tree.Items(List<Tree> items)) {
      return items;
    }
    faults.wrongType(path(name), tree, "a list");
    return List.of();
  }

  /// A list of short texts.
  List<String> names(String name) {
    List<String> names = new ArrayList<>();
    List<Tree> items = items(name);
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Tree.Scalar(String text, Tree.Kind kind)
          && kind == Tree.Kind.TEXT
          && TEXT.matcher(text).matches()) {
        names.add(text);
      } else {
        String allowed = "a text of 1 to 253 characters, in quotes if it looks like a number";
        faults.wrongType(path(name) + "[" + i + "]", items.get(i), allowed);
      }
    }
    return names;
  }

  /// A nested object, null when left out.
  @Nullable FieldReader child(String name) {
    Tree tree = value(name);
    return tree == null ? null : new FieldReader(tree, path(name), faults);
  }

  /// Reports each field that was not asked for.
  void finish() {
    for (String name : fields.byName().keySet()) {
      if (!asked.contains(name)) {
        String allowed = "the fields here are " + String.join(", ", asked);
        faults.add(path(name), "UNKNOWN_FIELD", name, allowed);
      }
    }
  }
}
