package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobInput.PodSetInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SliceInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.TolerationInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.TopologyInput;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.TopologyRequest;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes [PodSet]s of bound bodies.
///
/// @param fields collects what is wrong
/// @param models what the labels of nodes with a wanted GPU model are
record PodSetReader(Fields fields, List<NodeAffinityTerm> models) {
  /// @param at pointer to the pod set in the body
  PodSet read(String at, PodSetInput input) {
    int least = Objects.requireNonNullElse(input.minCount(), input.count());
    if (least > input.count()) {
      fields.add(at + "/minCount", "TOO_LARGE", "Must be at most count.", "" + least);
    }
    DeviceShare device = device(at, input);
    return new PodSet(
        input.name(),
        input.count(),
        Math.min(least, input.count()),
        requests(at, input),
        device,
        Objects.requireNonNullElse(input.nodeSelector(), Collections.emptySortedMap()),
        models,
        Objects.requireNonNullElse(input.tolerations(), List.<TolerationInput>of()).stream()
            .map(PodSetReader::toleration)
            .toList(),
        topology(at + "/topology", input.topology()),
        Objects.requireNonNullElse(input.group(), ""),
        numa(at, input));
  }

  private NumaWish numa(String at, PodSetInput input) {
    NumaWish numa = Objects.requireNonNullElse(input.numa(), NumaWish.NONE);
    if (numa != NumaWish.NONE && input.gpusPerPod() == 0) {
      fields.add(at + "/numa", "CONFLICT", "Only for pods with whole GPUs.", numa.name());
    }
    return numa;
  }

  private ResourceAmounts requests(String at, PodSetInput input) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    if (input.gpusPerPod() > 0) {
      amounts.put(Resources.GPU, (long) input.gpusPerPod());
    }
    if (input.cpuPerPod() != null) {
      String pointer = at + "/cpuPerPod";
      amounts.put(Resources.CPU, fields.quantity(pointer, Resources.CPU, input.cpuPerPod()));
    }
    if (input.memoryPerPod() != null) {
      String pointer = at + "/memoryPerPod";
      amounts.put(
          Resources.MEMORY, fields.quantity(pointer, Resources.MEMORY, input.memoryPerPod()));
    }
    boolean part =
        input.gpuFraction() != null || input.gpuMemory() != null || input.migProfile() != null;
    if (input.gpusPerPod() == 0 && !part && input.cpuPerPod() == null) {
      fields.add(
          at + "/gpusPerPod",
          "TOO_SMALL",
          "Must be 1 or more, unless cpuPerPod makes it a pod without GPUs.",
          "0");
    }
    return new ResourceAmounts(amounts);
  }

  private DeviceShare device(String at, PodSetInput input) {
    DeviceShare wish = DeviceShare.WHOLE;
    if (input.gpuFraction() != null) {
      wish = share(at + "/gpuFraction", input.gpuFraction(), input, wish, fraction(at, input));
    }
    if (input.gpuMemory() != null) {
      wish = share(at + "/gpuMemory", input.gpuMemory(), input, wish, memory(at, input));
    }
    if (input.migProfile() != null) {
      DeviceShare profile = new DeviceShare(0, 0, input.migProfile());
      wish = share(at + "/migProfile", input.migProfile(), input, wish, profile);
    }
    return wish;
  }

  /// A part of a GPU goes neither with whole ones nor with another sort of part.
  private DeviceShare share(
      String pointer, String value, PodSetInput input, DeviceShare before, DeviceShare wish) {
    if (input.gpusPerPod() > 0) {
      fields.add(pointer, "CONFLICT", "Needs gpusPerPod 0.", value);
      return before;
    }
    if (!before.isWhole()) {
      String detail = "Give one of gpuFraction, gpuMemory and migProfile.";
      fields.add(pointer, "CONFLICT", detail, value);
      return before;
    }
    return wish;
  }

  private DeviceShare fraction(String at, PodSetInput input) {
    String text = Objects.requireNonNull(input.gpuFraction());
    long milli = fields.milli(at + "/gpuFraction", text, "1");
    if (milli == 0) {
      fields.add(at + "/gpuFraction", "TOO_SMALL", "Must be 0.001 or more.", text);
      return DeviceShare.WHOLE;
    }
    return new DeviceShare(Math.toIntExact(milli), 0, "");
  }

  private DeviceShare memory(String at, PodSetInput input) {
    String text = Objects.requireNonNull(input.gpuMemory());
    long bytes = fields.quantity(at + "/gpuMemory", Resources.MEMORY, text);
    if (bytes == 0) {
      fields.add(at + "/gpuMemory", "TOO_SMALL", "Must be more than 0.", text);
      return DeviceShare.WHOLE;
    }
    return new DeviceShare(0, bytes, "");
  }

  private static Toleration toleration(TolerationInput input) {
    String key = Objects.requireNonNullElse(input.key(), "");
    String value = input.value();
    String operator = value == null ? "Exists" : "Equal";
    return new Toleration(
        key, operator, value == null ? "" : value, Objects.requireNonNullElse(input.effect(), ""));
  }

  private @Nullable TopologyRequest topology(String at, @Nullable TopologyInput input) {
    if (input == null) {
      return null;
    }
    String level = Objects.requireNonNullElse(input.level(), "");
    boolean unconstrained = input.mode() == TopologyRequest.Mode.UNCONSTRAINED;
    if (unconstrained != level.isEmpty()) {
      String detail = unconstrained ? "Not with mode UNCONSTRAINED." : "The mode needs a level.";
      fields.add(at + "/level", unconstrained ? "CONFLICT" : "REQUIRED", detail, level);
    }
    List<TopologyRequest.Slice> slices =
        Objects.requireNonNullElse(input.slices(), List.<SliceInput>of()).stream()
            .map(slice -> new TopologyRequest.Slice(slice.level(), Math.max(1, slice.size())))
            .toList();
    return new TopologyRequest(input.mode(), level, slices, patience(at, input));
  }

  private long patience(String at, TopologyInput input) {
    long millis = fields.millis(at + "/patience", input.patience(), 0);
    boolean hasChoice =
        input.mode() == TopologyRequest.Mode.PREFERRED
            || input.mode() == TopologyRequest.Mode.BALANCED;
    if (millis > 0 && !hasChoice) {
      String detail = "Only with mode PREFERRED or BALANCED.";
      fields.add(at + "/patience", "CONFLICT", detail, input.patience());
      return 0;
    }
    return millis;
  }
}
