package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How one Kubernetes cluster wants its objects: the settings of a cluster, read and checked.
///
/// @param instance whose objects these are, when several products share a cluster
/// @param namespacePrefix before the project's name
/// @param backends that jobs may ask for instead of the cluster's own
/// @param schedulerName empty for the cluster's default
/// @param queue of backends that have queues; `{project}` stands for the project
/// @param admission who decides which job is next, where the backend leaves a choice
/// @param lostAfter so long out of reach its runs are taken to run on; null for ever
/// @param priorityClasses PriorityClass by our priority; what is missing gets none
/// @param sharedMemory size of `/dev/shm`
public record Site(
    String instance,
    String namespacePrefix,
    boolean createsNamespaces,
    List<String> backends,
    String schedulerName,
    String queue,
    Admission admission,
    @Nullable Duration lostAfter,
    SortedMap<String, String> priorityClasses,
    String sharedMemory,
    Isolation isolation,
    Fabrics fabrics,
    Storage storage,
    Devices devices,
    Extras extras,
    SiteTopology topology,
    ForeignAccounts accounts,
    SickSigns sickSigns) {

  private static final List<String> OWN_KEYS =
      List.of(
          "instance",
          "gpuModels",
          "backends",
          "namespacePrefix",
          "createNamespaces",
          "schedulerName",
          "queue",
          "admission",
          "lostAfter",
          "priorityClasses",
          "sharedMemory");

  /// Settings that mean something to every Kubernetes backend.
  public static final List<String> KEYS =
      Stream.of(
              OWN_KEYS,
              Isolation.KEYS,
              Fabrics.KEYS,
              Storage.KEYS,
              Devices.KEYS,
              Extras.KEYS,
              SiteTopology.KEYS,
              ForeignAccounts.KEYS,
              SickSigns.KEYS)
          .flatMap(List::stream)
          .toList();

  private static final String SIZE = "[1-9][0-9]{0,5}(Mi|Gi|Ti)";
  private static final int PREFIX_MAX = 20;
  private static final Duration LOST_AFTER_LEAST = Duration.ofMinutes(2);

  public Site {
    backends = List.copyOf(backends);
    priorityClasses = Collections.unmodifiableSortedMap(new TreeMap<>(priorityClasses));
  }

  /// Reads settings in which [#faults] finds nothing.
  public static Site of(SortedMap<String, String> settings) {
    return new Site(
        settings.getOrDefault("instance", "gpuaas"),
        settings.getOrDefault("namespacePrefix", "gpuaas-"),
        !settings.getOrDefault("createNamespaces", "true").equals("false"),
        Texts.words(settings.getOrDefault("backends", "")),
        settings.getOrDefault("schedulerName", ""),
        settings.getOrDefault("queue", "{project}"),
        Admission.of(settings.getOrDefault("admission", Admission.OURS.word())),
        Durations.parse(settings.getOrDefault("lostAfter", "")).orElse(null),
        pairs(settings.getOrDefault("priorityClasses", "")),
        settings.getOrDefault("sharedMemory", "64Gi"),
        Isolation.of(settings),
        Fabrics.of(settings),
        Storage.of(settings),
        Devices.of(settings),
        Extras.of(settings),
        SiteTopology.of(settings),
        ForeignAccounts.of(settings),
        SickSigns.of(settings));
  }

  /// All that is wrong with them, besides keys that [#KEYS] does not know.
  public static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector collector = new FaultCollector();
    settings.forEach(
        (key, text) -> {
          String pointer = Fault.at(at, key);
          check(pointer, key, text, collector);
          Isolation.check(pointer, key, text, collector);
          Fabrics.check(pointer, key, text, collector);
          Storage.check(pointer, key, text, collector);
          Devices.check(pointer, key, text, collector);
          Extras.check(pointer, key, text, collector);
          SiteTopology.check(pointer, key, text, collector);
          ForeignAccounts.check(pointer, key, text, collector);
          SickSigns.check(pointer, key, text, collector);
        });
    List<Fault> faults = new ArrayList<>(collector.faults());
    if (faults.isEmpty()) {
      faults.addAll(Storage.conflicts(at, settings));
      faults.addAll(Fabrics.conflicts(at, settings));
    }
    return faults;
  }

  private static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "instance", "schedulerName" -> faults.dnsName(pointer, text);
      case "namespacePrefix" -> {
        faults.dnsLabel(pointer, text + "x");
        faults.range(pointer, text.length(), 0, PREFIX_MAX);
      }
      case "lostAfter" -> {
        boolean isLong =
            Durations.parse(text).filter(it -> it.compareTo(LOST_AFTER_LEAST) >= 0).isPresent();
        Texts.allow(pointer, text, isLong, "times like 15m, of 2m at least", faults);
      }
      case "createNamespaces" -> Texts.checkFlag(pointer, text, faults);
      case "admission" -> Texts.checkOneOf(pointer, text, Admission.words(), faults);
      case "backends" ->
          Texts.allow(
              pointer,
              text,
              Backend.names().containsAll(Texts.words(text)),
              "the backends %s, by comma".formatted(String.join(", ", Backend.names())),
              faults);
      case "queue" -> faults.dnsName(pointer, text.replace("{project}", "p"));
      case "priorityClasses", "gpuModels" -> Texts.checkPairs(pointer, text, faults);
      case "sharedMemory" ->
          Texts.allow(pointer, text, text.matches(SIZE), "sizes like 64Gi", faults);
      default -> {}
    }
  }

  /// Reads `a=b,c=d`.
  public static SortedMap<String, String> pairs(String text) {
    return Texts.pairs(text);
  }

  public String namespace(String project) {
    return namespacePrefix + project;
  }

  /// Labels of what belongs to no run.
  public Tree ownLabels() {
    return Tree.of("app.kubernetes.io/managed-by", "gpuaas", RunShape.INSTANCE, instance);
  }

  /// Of the namespace that a project's runs are in.
  public Tree namespaceMetadata(String project) {
    Tree labels =
        ownLabels().with(RunShape.PREFIX + "project", project).merge(isolation.namespaceLabels());
    return Tree.of("name", namespace(project), "labels", labels);
  }

  /// Who pays for what others run in a namespace, through a LocalQueue or through none (empty).
  public String foreignProject(String inNamespace, String throughQueue) {
    return accounts.project(inNamespace, throughQueue, namespacePrefix);
  }

  public String queueOf(String project) {
    return queue.replace("{project}", project);
  }

  /// Whether GPUs of its nodes are given by claims, so that nodes do not list them.
  public boolean givesDevicesByClaims() {
    return devices.usesClaims();
  }
}
