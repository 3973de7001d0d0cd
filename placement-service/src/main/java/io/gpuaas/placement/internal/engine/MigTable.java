package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which MIG profiles the devices of a GPU model have, and where on a device each may lie.
///
/// A device has a row of memory slices; an instance covers `size` of them from one of a few starts.
/// Instances that do not overlap go together. Compute never runs short before the slices do.
///
/// @see <a href="https://docs.nvidia.com/datacenter/tesla/mig-user-guide/">MIG user guide,
///   supported profiles and placements</a>
public final class MigTable {
  private static final Pattern GIGABYTES = Pattern.compile("(\\d+)\\s?GI?B");
  private static final String MEDIA = "+me";
  private static final long GIGABYTE = 1L << 30;

  /// By model family, the smallest device first: names of `1g`, `1g` with twice the memory, `2g`,
  /// `3g`, `4g` and the whole device.
  private static final List<MigTable> TABLES =
      List.of(
          sevenths("GB200", 186, "1g.23gb", "1g.47gb", "2g.47gb", "3g.93gb", "4g.93gb", "7g.186gb"),
          sevenths("B200", 180, "1g.23gb", "1g.45gb", "2g.45gb", "3g.90gb", "4g.90gb", "7g.180gb"),
          sevenths("GH200", 96, "1g.12gb", "1g.24gb", "2g.24gb", "3g.48gb", "4g.48gb", "7g.96gb"),
          sevenths("GH200", 144, "1g.18gb", "1g.36gb", "2g.36gb", "3g.72gb", "4g.72gb", "7g.144gb"),
          sevenths("H200", 141, "1g.18gb", "1g.35gb", "2g.35gb", "3g.71gb", "4g.71gb", "7g.141gb"),
          sevenths("H100", 80, "1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"),
          sevenths("H100", 94, "1g.12gb", "1g.24gb", "2g.24gb", "3g.47gb", "4g.47gb", "7g.94gb"),
          sevenths("H100", 96, "1g.12gb", "1g.24gb", "2g.24gb", "3g.48gb", "4g.48gb", "7g.96gb"),
          sevenths("A100", 40, "1g.5gb", "1g.10gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb"),
          sevenths("A100", 80, "1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"),
          quarters("A30", 24, "1g.6gb", "2g.12gb", "4g.24gb"));

  private final String family;
  private final int gigabytes;

  /// Compute slices of a whole device, which quota is counted in.
  final int compute;

  private final List<Profile> profiles;

  private MigTable(String family, int gigabytes, int compute, List<Profile> profiles) {
    this.family = family;
    this.gigabytes = gigabytes;
    this.compute = compute;
    this.profiles = profiles;
  }

  /// An instance's kind.
  ///
  /// @param compute compute slices, the digit before the `g`
  /// @param size memory slices
  /// @param starts first memory slices it may have
  /// @param media it has the device's one set of media engines
  record Profile(String name, int compute, int size, List<Integer> starts, boolean media) {
    Profile {
      starts = List.copyOf(starts);
    }

    /// The slices that an instance covers, as bits; the media engines are one more.
    int mask(int start) {
      return ((1 << size) - 1) << start | (media ? MEDIA_ENGINES : 0);
    }
  }

  private static final int MEDIA_ENGINES = 1 << 30;

  private static MigTable sevenths(String family, int gigabytes, String... names) {
    List<Integer> anywhere = List.of(0, 1, 2, 3, 4, 5, 6);
    return new MigTable(
        family,
        gigabytes,
        7,
        List.of(
            new Profile(names[0], 1, 1, anywhere, false),
            new Profile(names[0] + MEDIA, 1, 1, anywhere, true),
            new Profile(names[1], 1, 2, List.of(0, 2, 4, 6), false),
            new Profile(names[2], 2, 2, List.of(0, 2, 4), false),
            new Profile(names[3], 3, 4, List.of(0, 4), false),
            new Profile(names[4], 4, 4, List.of(0), false),
            new Profile(names[5], 7, 8, List.of(0), false)));
  }

  private static MigTable quarters(
      String family, int gigabytes, String one, String two, String four) {
    return new MigTable(
        family,
        gigabytes,
        4,
        List.of(
            new Profile(one, 1, 1, List.of(0, 1, 2, 3), false),
            new Profile(one + MEDIA, 1, 1, List.of(0, 1, 2, 3), true),
            new Profile(two, 2, 2, List.of(0, 2), false),
            new Profile(two + MEDIA, 2, 2, List.of(0, 2), true),
            new Profile(four, 4, 4, List.of(0), false)));
  }

  /// The table for the node's devices; null when they may not be partitioned or the model is not
  /// known. Of several sizes of a model the one nearest in memory counts.
  static @Nullable MigTable of(Node node) {
    if (!node.mig()) {
      return null;
    }
    String model = node.gpuModel().toUpperCase(Locale.ROOT);
    Matcher named = GIGABYTES.matcher(model);
    long memory = named.find() ? Long.parseLong(named.group(1)) : node.gpuMemoryBytes() / GIGABYTE;
    MigTable best = null;
    for (MigTable table : TABLES) {
      boolean known =
          model.contains(table.family) && (best == null || best.family.equals(table.family));
      if (known && (best == null || table.distance(memory) < best.distance(memory))) {
        best = table;
      }
    }
    return best;
  }

  private long distance(long memory) {
    return memory == 0 ? 0 : Math.abs(memory - gigabytes);
  }

  /// Thousandths of a device of the node that an instance computes with, rounded up.
  public static long milliGpus(String profileName, Node node) {
    MigTable table = of(node);
    Profile profile = table == null ? null : table.profile(profileName);
    return table == null || profile == null
        ? Devices.MILLI
        : Math.ceilDiv(profile.compute * Devices.MILLI, table.compute);
  }

  /// Fewest devices that these instances can have been cut of.
  public static long devices(SortedMap<String, Long> instances, Node node) {
    MigTable table = of(node);
    if (table == null) {
      return 0;
    }
    long computing = 0;
    long slices = 0;
    for (Map.Entry<String, Long> entry : instances.entrySet()) {
      Profile profile = table.profile(entry.getKey());
      if (profile != null) {
        computing = Math.addExact(computing, profile.compute * entry.getValue());
        slices = Math.addExact(slices, profile.size * entry.getValue());
      }
    }
    return Math.max(
        Math.ceilDiv(computing, (long) table.compute),
        Math.ceilDiv(slices, (long) table.profiles.getLast().size));
  }

  /// Null when the model has no such profile.
  @Nullable Profile profile(String name) {
    for (Profile profile : profiles) {
      if (profile.name.equals(name)) {
        return profile;
      }
    }
    return null;
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    profiles.forEach(it -> names.add(it.name));
    return names;
  }

  /// The best start for one more instance on a device with the `taken` slices: the one that leaves
  /// the most legal places for further instances, the last of equals; -1 when there is none.
  int start(Profile profile, int taken) {
    int best = -1;
    int bestLeft = -1;
    for (int start : profile.starts) {
      int mask = profile.mask(start);
      if ((mask & taken) == 0) {
        int left = placesLeft(taken | mask);
        if (left >= bestLeft) {
          best = start;
          bestLeft = left;
        }
      }
    }
    return best;
  }

  private int placesLeft(int taken) {
    int places = 0;
    for (Profile profile : profiles) {
      for (int start : profile.starts) {
        places += (profile.mask(start) & taken) == 0 ? 1 : 0;
      }
    }
    return places;
  }
}
