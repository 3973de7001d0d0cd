package io.gpuaas.placement;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A [JobSpec] in the making: what is not said is as in a spec that asks for nothing more than its
/// pods. Without a limit of run time and without checkpoints, one attempt, priority `normal`,
/// preemptible, 30 seconds of grace.
public final class JobDraft {
  private JobSpec.Type type = JobSpec.Type.BATCH;
  private String image;
  private List<String> command = List.of();
  private List<String> args = List.of();
  private SortedMap<String, String> env = Collections.emptySortedMap();
  private List<PodSet> podSets;
  private String priorityClass = "normal";
  private boolean preemptible = true;
  private boolean spanClusters;
  private @Nullable PlacementStrategy placement;
  private List<String> flavorOrder = List.of();
  private long maxRuntimeMillis;
  private long checkpointEveryMillis;
  private int maxAttempts = 1;
  private long graceSeconds = 30;
  private String backend = "";
  private JobSpec.@Nullable Simulation simulation;
  private JobSpec.@Nullable Companions companions;
  private @Nullable JobTemplate template;

  public JobDraft(String image, List<PodSet> podSets) {
    this.image = image;
    this.podSets = podSets;
  }

  public JobDraft(String image, PodSet podSet) {
    this(image, List.of(podSet));
  }

  JobDraft(JobSpec of) {
    type = of.type();
    image = of.image();
    command = of.command();
    args = of.args();
    env = of.env();
    podSets = of.podSets();
    priorityClass = of.priorityClass();
    preemptible = of.preemptible();
    spanClusters = of.spanClusters();
    placement = of.placement();
    flavorOrder = of.flavorOrder();
    maxRuntimeMillis = of.maxRuntimeMillis();
    checkpointEveryMillis = of.checkpointEveryMillis();
    maxAttempts = of.maxAttempts();
    graceSeconds = of.graceSeconds();
    backend = of.backend();
    simulation = of.simulation();
    companions = of.companions();
    template = of.template();
  }

  public JobSpec spec() {
    return new JobSpec(
        type,
        image,
        command,
        args,
        env,
        podSets,
        priorityClass,
        preemptible,
        spanClusters,
        placement,
        flavorOrder,
        maxRuntimeMillis,
        checkpointEveryMillis,
        maxAttempts,
        graceSeconds,
        backend,
        simulation,
        companions,
        template);
  }

  public JobDraft type(JobSpec.Type value) {
    type = value;
    return this;
  }

  public JobDraft image(String value) {
    image = value;
    return this;
  }

  public JobDraft command(List<String> value) {
    command = value;
    return this;
  }

  public JobDraft args(List<String> value) {
    args = value;
    return this;
  }

  public JobDraft env(SortedMap<String, String> value) {
    env = value;
    return this;
  }

  public JobDraft podSets(List<PodSet> value) {
    podSets = value;
    return this;
  }

  public JobDraft priorityClass(String value) {
    priorityClass = value;
    return this;
  }

  public JobDraft preemptible(boolean value) {
    preemptible = value;
    return this;
  }

  public JobDraft spanClusters(boolean value) {
    spanClusters = value;
    return this;
  }

  public JobDraft placement(@Nullable PlacementStrategy value) {
    placement = value;
    return this;
  }

  public JobDraft flavorOrder(List<String> value) {
    flavorOrder = value;
    return this;
  }

  public JobDraft maxRuntimeMillis(long value) {
    maxRuntimeMillis = value;
    return this;
  }

  public JobDraft checkpointEveryMillis(long value) {
    checkpointEveryMillis = value;
    return this;
  }

  public JobDraft maxAttempts(int value) {
    maxAttempts = value;
    return this;
  }

  public JobDraft graceSeconds(long value) {
    graceSeconds = value;
    return this;
  }

  public JobDraft backend(String value) {
    backend = value;
    return this;
  }

  public JobDraft simulation(JobSpec.@Nullable Simulation value) {
    simulation = value;
    return this;
  }

  public JobDraft companions(JobSpec.@Nullable Companions value) {
    companions = value;
    return this;
  }

  public JobDraft template(@Nullable JobTemplate value) {
    template = value;
    return this;
  }
}
