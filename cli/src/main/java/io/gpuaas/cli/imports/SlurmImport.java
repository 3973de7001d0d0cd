package io.gpuaas.cli.imports;

import io.gpuaas.cli.imports.QueueTree.Queue;
import io.gpuaas.cli.imports.QueueTree.Share;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Slurm's accounts, nodes and QOS: an account without further accounts becomes a project, one with
/// them a cohort; each type of GPU in `slurm.conf` a flavor, each QOS a priority class.
///
/// Reads what `sacctmgr dump` and `sacctmgr show qos --parsable2` write and `slurm.conf`, in any
/// order, together or some of them.
///
/// @see <a href="https://slurm.schedmd.com/sacctmgr.html">The dump's format</a>
final class SlurmImport {
  private static final String LABEL = "slurm/gres-type";
  private static final String ROOT = "root";
  private static final Pattern DUMPED =
      Pattern.compile("(Cluster|Parent|Account|User) - '?([^':]+)'?(:.*)?");

  /// A type of GPU stands behind a colon, too.
  private static final Pattern OPTION =
      Pattern.compile(
          "(?<!gres/gpu:)\\b([A-Z][A-Za-z]*)=('[^']*'|.*?)(?=(?<!gres/gpu):[A-Z][A-Za-z]*=|$)");

  private static final Pattern GRES = Pattern.compile("gpu(?::([A-Za-z0-9_.-]+))?:([0-9]{1,9})");
  private static final Pattern LIMIT =
      Pattern.compile("gres/gpu(?::([A-Za-z0-9_.-]+))?=([0-9]{1,9})");
  private static final Set<String> CARRIED =
      Set.of("Description", "Organization", "Fairshare", "GrpTRES");
  private static final Set<String> OF_NODES =
      Set.of("PartitionName", "Nodes", "Default", "State", "DefaultTime");
  private static final Set<String> BUILT_IN = Set.of("low", "normal", "high", "urgent");

  private final Imported into = new Imported();
  private final QueueTree tree;
  private final SequencedMap<String, Account> accounts = new LinkedHashMap<>();
  private final SortedMap<String, Long> gpusByType = new TreeMap<>();
  private final SortedMap<String, Integer> usersOf = new TreeMap<>();
  private String parent = ROOT;
  private String defaultGres = "";
  private List<String> qosColumns = List.of();

  SlurmImport(String team) {
    this.tree = new QueueTree(into, team, "all-of-slurm");
  }

  private record Account(String name, String parent, SortedMap<String, String> options) {}

  Imported read(Collection<String> texts) {
    for (String text : texts) {
      qosColumns = List.of();
      parent = ROOT;
      joined(text).lines().map(String::strip).filter(it -> !it.startsWith("#")).forEach(this::line);
    }
    accounts.values().forEach(this::account);
    flavors();
    tree.carryOver();
    usersOf.remove(ROOT);
    usersOf.forEach(this::users);
    return into;
  }

  private void users(String account, int users) {
    String where =
        holdsOthers(account)
            ? "it became a cohort, and jobs are submitted to projects: give them roles on one in it"
            : "make accounts for them, and give them roles on it";
    into.note("Users of account %s (%d): %s.".formatted(account, users, where));
  }

  private boolean holdsOthers(String account) {
    return accounts.values().stream().anyMatch(it -> it.parent().equals(account));
  }

  /// A line that ends in a backslash goes on in the next one.
  private static String joined(String text) {
    return text.replaceAll("\\\\\\R", " ");
  }

  private void line(String line) {
    Matcher dumped = DUMPED.matcher(line);
    String small = line.toLowerCase(Locale.ROOT);
    if (dumped.matches()) {
      String rest = dumped.group(3) == null ? "" : dumped.group(3);
      dumped(dumped.group(1), dumped.group(2), options(rest));
    } else if (small.startsWith("nodename=")) {
      node(line.replaceAll("\\s#.*", ""));
    } else if (small.startsWith("partitionname=")) {
      partition(line.replaceAll("\\s#.*", ""));
    } else if (small.startsWith("include ")) {
      into.note("%s: give that file, too.".formatted(line));
    } else if (line.startsWith("Name|")) {
      qosColumns = List.of(line.split("\\|", -1));
    } else if (!qosColumns.isEmpty() && line.contains("|")) {
      qos(line.split("\\|", -1));
    }
  }

  private static SortedMap<String, String> options(String text) {
    SortedMap<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Matcher matcher = OPTION.matcher(text);
    while (matcher.find()) {
      options.put(matcher.group(1), matcher.group(2).replace("'", ""));
    }
    return options;
  }

  private void dumped(String kind, String name, SortedMap<String, String> options) {
    switch (kind) {
      case "Parent" -> parent = name;
      case "Account" -> accounts.put(name, new Account(name, parent, options));
      case "User" -> usersOf.merge(parent, 1, Integer::sum);
      default -> parent = ROOT;
    }
  }

  /// Of nodes; those named DEFAULT say what the next ones have unless they say it themselves.
  private void node(String line) {
    String[] words = line.split("\\s+");
    String names = words[0].substring("NodeName=".length());
    String gres = defaultGres;
    for (String word : words) {
      gres = word.toLowerCase(Locale.ROOT).startsWith("gres=") ? word : gres;
    }
    if (names.equalsIgnoreCase("DEFAULT")) {
      defaultGres = gres;
      return;
    }
    long count = NodeNames.count(names);
    Matcher gpus = GRES.matcher(gres);
    while (gpus.find()) {
      String type = gpus.group(1) == null ? "gpu" : gpus.group(1);
      gpusByType.merge(type, Long.parseLong(gpus.group(2)) * count, Long::sum);
    }
  }

  private void partition(String line) {
    String name = line.split("[=\\s]", 3)[1];
    if (name.equalsIgnoreCase("DEFAULT")) {
      return;
    }
    SortedMap<String, String> left = new TreeMap<>();
    for (String word : line.split("\\s+")) {
      String[] parts = word.split("=", 2);
      if (parts.length == 2 && !OF_NODES.contains(parts[0])) {
        left.put(parts[0], parts[1]);
      }
    }
    into.note(
        "Partition %s: jobs choose a GPU model, not a partition%s."
            .formatted(name, left.isEmpty() ? "" : "; left out: " + shown(left)));
  }

  private static String shown(SortedMap<String, String> options) {
    return String.join(
        ", ", options.entrySet().stream().map(it -> it.getKey() + "=" + it.getValue()).toList());
  }

  /// Its priority is carried over; the numbers of the built-in classes stay as they are.
  private void qos(String[] cells) {
    SortedMap<String, String> row = new TreeMap<>();
    for (int i = 0; i < Math.min(cells.length, qosColumns.size()); i++) {
      if (!cells[i].isEmpty()) {
        row.put(qosColumns.get(i), cells[i]);
      }
    }
    String theirs = row.getOrDefault("Name", "");
    String priority = row.getOrDefault("Priority", "0");
    row.keySet().removeAll(Set.of("Name", "Priority"));
    String name = into.name("PriorityClass", theirs);
    if (BUILT_IN.contains(name)) {
      into.note("QOS %s (%s): %s has a value of its own here.".formatted(theirs, priority, name));
    } else if (priority.matches("[0-9]{1,9}")) {
      into.add("PriorityClass", name).put("value", Integer.parseInt(priority));
    }
    if (!row.isEmpty()) {
      into.note("QOS %s: only its priority is carried over, not %s.".formatted(theirs, shown(row)));
    }
  }

  private void flavors() {
    gpusByType.forEach(
        (type, gpus) -> {
          var flavor = into.add("Flavor", into.name("Flavor", type));
          flavor.put("gpuModel", type.toUpperCase(Locale.ROOT));
          flavor.putObject("nodeLabels").put(LABEL, type);
          into.note(
              "Label the nodes with %s GPUs (%d in all) %s=%s.".formatted(type, gpus, LABEL, type));
        });
  }

  /// `GrpTRES` is a cap in Slurm; here it becomes the nominal quota, and what is unused is lent.
  private void account(Account account) {
    if (account.name().equals(ROOT)) {
      return;
    }
    Map<String, String> options = account.options();
    SortedMap<String, Share> shares = shares(account);
    String share = options.getOrDefault("Fairshare", "");
    String description = options.getOrDefault("Description", "");
    String above = account.parent().equals(ROOT) ? "" : account.parent();
    tree.add(
        new Queue(
            account.name(),
            description.isEmpty() ? account.name() : description,
            above,
            share.matches("[1-9][0-9]{0,5}") ? share : "",
            shares));
    SortedMap<String, String> left = new TreeMap<>(options);
    left.keySet().removeAll(CARRIED);
    if (!left.isEmpty()) {
      into.note(
          "Account %s: %s is left out; there is no limit of that kind here."
              .formatted(account.name(), shown(left)));
    }
  }

  private SortedMap<String, Share> shares(Account account) {
    SortedMap<String, Share> shares = new TreeMap<>();
    Matcher limit = LIMIT.matcher(account.options().getOrDefault("GrpTRES", ""));
    while (limit.find()) {
      String type = limit.group(1) == null ? anyType(account.name()) : limit.group(1);
      if (!gpusByType.containsKey(type)) {
        gpusByType.put(type, 0L);
        into.note("No node with %s GPUs was found: give slurm.conf, too.".formatted(type));
      }
      shares.put(type, new Share(new BigDecimal(limit.group(2)), null, BigDecimal.ZERO));
    }
    if (holdsOthers(account.name())) {
      return shares;
    }
    if (shares.isEmpty()) {
      into.note(
          "Account %s has no GrpTRES of GPUs: its nominal quota is 0.".formatted(account.name()));
    }
    for (String type : gpusByType.keySet()) {
      shares.putIfAbsent(type, new Share(BigDecimal.ZERO, null, BigDecimal.ZERO));
    }
    return shares;
  }

  /// The type that a limit on GPUs of all types is put on.
  private String anyType(String account) {
    if (gpusByType.size() > 1) {
      into.note(
          "Account %s has a limit on GPUs of all types: it is the nominal quota of %s alone here."
              .formatted(account, gpusByType.firstKey()));
    }
    return gpusByType.isEmpty() ? "gpu" : gpusByType.firstKey();
  }
}
