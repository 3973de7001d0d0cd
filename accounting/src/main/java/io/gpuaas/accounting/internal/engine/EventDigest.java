package io.gpuaas.accounting.internal.engine;

import io.gpuaas.core.UsageEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Tells whether two deliveries of an event say the same.
public final class EventDigest {
  private EventDigest() {}

  /// The first 64 bits of SHA-256 of everything the event says.
  public static long of(UsageEvent event) {
    try {
      byte[] text = event.toString().getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text)).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
