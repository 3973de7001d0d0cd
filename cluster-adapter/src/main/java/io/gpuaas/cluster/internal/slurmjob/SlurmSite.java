package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.RunId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// How one Slurm cluster wants its jobs: the settings of a cluster whose backend is `slurm`.
///
/// @param instance whose jobs these are, when several products share a cluster
/// @param partition, account `{project}` stands for the project; empty for Slurm's default
/// @param qos quality of service by our priority; what is missing gets none
/// @param pinning how a job is told its nodes
/// @param workingDirectory of the batch script
/// @param logFolder that nodes and the product have in common, for what jobs write; empty for none
public record SlurmSite(
    String instance,
    String partition,
    String account,
    SortedMap<String, String> qos,
    Images images,
    Pinning pinning,
    String workingDirectory,
    String logFolder) {
  public static final List<String> KEYS =
      List.of(
          "url",
          "user",
          "tokenFile",
          "instance",
          "partition",
          "account",
          "qos",
          "images",
          "pinning",
          "workingDirectory",
          "logFolder");

  private static final Pattern URL = Pattern.compile("https?://[^\\s@]+");

  /// What becomes of a job's image.
  public enum Images {
    /// `srun --container-image`, by the Pyxis plug-in.
    PYXIS,
    /// Nodes run the command as it is; the site said that it knows.
    IGNORED
  }

  /// How a job is told its nodes.
  public enum Pinning {
    /// The field for it, which slurmrestd has since v0.0.39.
    NODES,
    /// Each node has a feature that is its name; for older slurmrestd.
    FEATURES
  }

  public SlurmSite {
    qos = Collections.unmodifiableSortedMap(new TreeMap<>(qos));
  }

  public static SlurmSite of(SortedMap<String, String> settings) {
    TreeMap<String, String> qos = new TreeMap<>();
    Pattern.compile(",")
        .splitAsStream(settings.getOrDefault("qos", ""))
        .filter(pair -> pair.indexOf('=') > 0)
        .forEach(
            pair ->
                qos.put(
                    pair.substring(0, pair.indexOf('=')).strip(),
                    pair.substring(pair.indexOf('=') + 1).strip()));
    return new SlurmSite(
        settings.getOrDefault("instance", "gpuaas"),
        settings.getOrDefault("partition", ""),
        settings.getOrDefault("account", ""),
        qos,
        "ignored".equals(settings.get("images")) ? Images.IGNORED : Images.PYXIS,
        "features".equals(settings.get("pinning")) ? Pinning.FEATURES : Pinning.NODES,
        settings.getOrDefault("workingDirectory", "/tmp"),
        settings.getOrDefault("logFolder", "").replaceAll("/+$", ""));
  }

  /// What a run writes goes there; empty where nobody reads it.
  public String logFile(RunId run) {
    return logFolder.isEmpty() ? "" : logFolder + "/" + RunShape.nameOf(run) + ".log";
  }

  public static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    for (String needed : List.of("url", "user", "tokenFile")) {
      if (!settings.containsKey(needed)) {
        faults.add(Fault.at(at, needed), "REQUIRED", "A Slurm cluster needs this setting.");
      }
    }
    settings.forEach((key, text) -> check(Fault.at(at, key), key, text, faults));
    List<Fault> all = new ArrayList<>(faults.faults());
    all.addAll(GpuMetrics.faults(at, settings));
    return all;
  }

  private static void check(String pointer, String key, String text, FaultCollector faults) {
    String allowed =
        switch (key) {
          case "url" -> URL.matcher(text).matches() ? "" : "addresses like http://slurm:6820";
          case "images" -> List.of("pyxis", "ignored").contains(text) ? "" : "pyxis, ignored";
          case "pinning" -> List.of("nodes", "features").contains(text) ? "" : "nodes, features";
          case "workingDirectory" -> text.startsWith("/") ? "" : "absolute paths";
          // Slurm replaces what follows a percent sign in names of files.
          case "logFolder" ->
              text.matches("/[^%\\\\]+") ? "" : "absolute paths without % and backslashes";
          case "qos" ->
              Pattern.compile(",").splitAsStream(text).allMatch(pair -> pair.indexOf('=') > 0)
                  ? ""
                  : "pairs like high=urgent,normal=standard";
          default -> "";
        };
    if (!allowed.isEmpty()) {
      faults.add(pointer, "INVALID_VALUE", "Allowed are %s.".formatted(allowed), text, null);
    }
    if (!KEYS.contains(key) && !GpuMetrics.KEYS.contains(key)) {
      faults.add(
          pointer,
          "UNKNOWN_SETTING",
          "A Slurm cluster has the settings %s, %s."
              .formatted(String.join(", ", KEYS), String.join(", ", GpuMetrics.KEYS)),
          key,
          null);
    }
  }
}
