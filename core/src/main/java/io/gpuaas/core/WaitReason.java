package io.gpuaas.core;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Why a job waits: a stable code, a sentence with its numbers, and the numbers again for programs.
///
/// @param code one of the codes of the scenario format, for example `WaitingForQuota`
/// @param message one sentence that a user understands without the manual
/// @param detail numbers by name (`asked`, `free`, `limit`, `largestGang`, …) as text
/// @param nextStep what the user can do, empty when there is nothing but waiting
public record WaitReason(
    String code, String message, SortedMap<String, String> detail, String nextStep) {
  public WaitReason {
    detail = Collections.unmodifiableSortedMap(new TreeMap<>(detail));
  }
}
