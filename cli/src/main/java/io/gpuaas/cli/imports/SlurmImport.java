package io.gpuaas.cli.imports;

import io.gpuaas.cli.server.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Slurm's accounts and nodes: an account without further accounts becomes a project, one with them
/// a cohort; each type of GPU in `slurm.conf` becomes a flavor.
///
/// Reads what `sacctmgr dump` writes and `slurm.conf`, together or one of them.
///
/// @see <a href="https://slurm.schedmd.com/sacctmgr.html">The dump's format</a>
final class SlurmImport {
  private static final String GPU = "nvidia.com/gpu";
  private static final String LABEL = "slurm/gres-type";
  private static final Pattern DUMPED =
      Pattern.compile("(Cluster|Parent|Account|User) - '?([^':]+)'?(:.*)?");
  private static final Pattern OPTION =
      Pattern.compile("([A-Z][A-Za-z]*)=('[^']*'|.*?)(?=:[A-Z][A-Za-z]*=|$)");
  private static final Pattern GRES = Pattern.compile("gpu(?::([A-Za-z0-9_.-]+))?:([0-9]+)");
  private static final Pattern LIMIT = Pattern.compile("gres/gpu(?::([A-Za-z0-9_.-]+))?=([0-9]+)");

  private final Imported into = new Imported();
  private final String team;
  private final SequencedMap<String, Account> accounts = new LinkedHashMap<>();
  private final SortedMap<String, Long> gpusByType = new TreeMap<>();
  private String parent = "root";
  private int users;

  SlurmImport(String team) {
    this.team = team;
  }

  private record Account(String name, String parent, SortedMap<String, String> options) {}

  Imported read(List<String> texts) {
    for (String text : texts) {
      for (String line : joined(text).lines().map(String::strip).toList()) {
        line(line);
      }
    }
    flavors();
    accounts();
    if (users > 0) {
      into.note(
          "%d users: make accounts for them, and give roles on their projects.".formatted(users));
    }
    return into;
  }

  /// A line that ends in a backslash goes on in the next one.
  private static String joined(String text) {
    return text.replaceAll("\\\\\\R", " ");
  }

  private void line(String line) {
    Matcher dumped = DUMPED.matcher(line);
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    if (dumped.matches()) {
      String rest = dumped.group(3) == null ? "" : dumped.group(3);
      dumped(dumped.group(1), dumped.group(2), options(rest));
    } else if (line.toLowerCase(Locale.ROOT).startsWith("nodename=")) {
      node(line);
    } else if (line.toLowerCase(Locale.ROOT).startsWith("partitionname=")) {
      into.note(
          "Partition %s: jobs choose a GPU model, not a partition; its limits are left out."
              .formatted(line.split("[=\\s]", 3)[1]));
    }
  }

  private static SortedMap<String, String> options(String text) {
    SortedMap<String, String> options = new TreeMap<>();
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
      case "User" -> users++;
      default -> {
        // The cluster's own line has defaults only.
      }
    }
  }

  private void node(String line) {
    String[] words = line.split("\\s+");
    long count = NodeNames.count(words[0].substring("NodeName=".length()));
    for (String word : words) {
      if (word.toLowerCase(Locale.ROOT).startsWith("gres=")) {
        Matcher gres = GRES.matcher(word);
        while (gres.find()) {
          String type = gres.group(1) == null ? "gpu" : gres.group(1);
          gpusByType.merge(type, Long.parseLong(gres.group(2)) * count, Long::sum);
        }
      }
    }
  }

  private void flavors() {
    gpusByType.forEach(
        (type, gpus) -> {
          ObjectNode flavor = into.add("Flavor", into.name("Flavor", type));
          flavor.put("gpuModel", type.toUpperCase(Locale.ROOT));
          flavor.putObject("nodeLabels").put(LABEL, type);
          into.note(
              "Label the nodes with %s GPUs (%d in all) %s=%s.".formatted(type, gpus, LABEL, type));
        });
  }

  private boolean hasChildren(String account) {
    return accounts.values().stream().anyMatch(it -> it.parent().equals(account));
  }

  private void accounts() {
    for (Account account : accounts.values()) {
      if (account.name().equals("root")) {
        continue;
      }
      boolean cohort = hasChildren(account.name());
      ObjectNode ours = cohort ? cohort(account) : project(account);
      String share = account.options().getOrDefault("Fairshare", "");
      if (share.matches("[1-9][0-9]{0,5}")) {
        ours.put("fairWeight", share);
      }
      quotas(account, cohort);
      leftOut(account);
    }
  }

  private ObjectNode cohort(Account account) {
    ObjectNode cohort = into.add("Cohort", into.name("Cohort", account.name()));
    if (!account.parent().equals("root")) {
      cohort.put("parent", into.name("Cohort", account.parent()));
    }
    return cohort;
  }

  private ObjectNode project(Account account) {
    ObjectNode project = into.add("Project", into.name("Project", account.name()));
    String description = account.options().getOrDefault("Description", account.name());
    project.put("displayName", description.isEmpty() ? account.name() : description);
    project.put("team", team);
    if (!account.parent().equals("root")) {
      project.put("cohort", into.name("Cohort", account.parent()));
    }
    ObjectNode group = project.putArray("resourceGroups").addObject();
    group.putArray("resources").add(GPU);
    ArrayNode flavors = group.putArray("flavors");
    gpusByType.keySet().forEach(type -> flavors.add(into.name("Flavor", type)));
    if (gpusByType.isEmpty()) {
      into.note("Project %s has no flavor: give slurm.conf too.".formatted(account.name()));
    }
    return project;
  }

  /// `GrpTRES` is a cap in Slurm; here it becomes the nominal quota, and what is unused is lent.
  private void quotas(Account account, boolean cohort) {
    Map<String, String> byType = new TreeMap<>();
    Matcher limit = LIMIT.matcher(account.options().getOrDefault("GrpTRES", ""));
    while (limit.find()) {
      String first = gpusByType.isEmpty() ? "gpu" : gpusByType.firstKey();
      byType.put(limit.group(1) == null ? first : limit.group(1), limit.group(2));
    }
    if (byType.isEmpty()) {
      if (!cohort) {
        into.note(
            "Account %s has no GrpTRES of GPUs: its nominal quota is 0.".formatted(account.name()));
      }
      return;
    }
    String kind = cohort ? "CohortQuotas" : "ProjectQuotas";
    String name = into.name(cohort ? "Cohort" : "Project", account.name());
    ArrayNode quotas = Json.MAPPER.createArrayNode();
    byType.forEach(
        (type, gpus) ->
            quotas
                .addObject()
                .put("flavor", into.name("Flavor", type))
                .put("resource", GPU)
                .put("nominal", gpus));
    into.add(kind, name).set("quotas", quotas);
  }

  private void leftOut(Account account) {
    for (String option :
        List.of("GrpTRESMins", "GrpJobs", "MaxTRES", "MaxJobs", "MaxWall", "QOS", "DefaultQOS")) {
      if (account.options().containsKey(option)) {
        into.note(
            "Account %s: %s=%s is left out; there is no limit of that kind here."
                .formatted(account.name(), option, account.options().get(option)));
      }
    }
  }
}
