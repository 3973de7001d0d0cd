package io.gpuaas.core;

/// A pod's wish for part of one device. At most one of the three is set.
///
/// @param milliGpu share of one device in thousandths, 0 when not asked for
/// @param memoryBytes device memory, 0 when not asked for; never rounded down
/// @param migProfile for example `3g.40gb`; empty when not asked for
public record DeviceShare(int milliGpu, long memoryBytes, String migProfile) {
  public static final DeviceShare WHOLE = new DeviceShare(0, 0, "");

  public DeviceShare {
    int set = (milliGpu > 0 ? 1 : 0) + (memoryBytes > 0 ? 1 : 0) + (migProfile.isEmpty() ? 0 : 1);
    if (set > 1 || milliGpu < 0 || milliGpu > 1000 || memoryBytes < 0) {
      throw new IllegalArgumentException(
          "Only one of milliGpu (%d, 0 to 1000), memoryBytes (%d) and migProfile (%s) may be set."
              .formatted(milliGpu, memoryBytes, migProfile));
    }
  }

  public boolean isWhole() {
    return equals(WHOLE);
  }
}
