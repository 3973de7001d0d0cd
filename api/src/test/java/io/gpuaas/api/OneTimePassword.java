package io.gpuaas.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What an authenticator app shows: RFC 6238 with six digits and half a minute.
final class OneTimePassword {
  private static final int PERIOD_SECONDS = 30;
  private static final int MODULUS = 1_000_000;

  private OneTimePassword() {}

  static String now(String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), "HmacSHA1"));
      long step = Instant.now().getEpochSecond() / PERIOD_SECONDS;
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int at = hash[hash.length - 1] & 0xf;
      int number = ByteBuffer.wrap(hash).getInt(at) & Integer.MAX_VALUE;
      return String.format(Locale.ROOT, "%06d", number % MODULUS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
