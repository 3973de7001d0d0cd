package io.gpuaas.api.internal.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/// The form of a service token: `gaas_st_`, 40 random letters and digits, 6 of checksum.
///
/// The prefix and the checksum let scanners find leaked tokens, and let the server refuse invented
/// ones without a look into the database.
public final class TokenText {
  public static final String PREFIX = "gaas_st_";
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int RANDOM = 40;
  private static final int CHECK = 6;
  private static final int LENGTH = PREFIX.length() + RANDOM + CHECK;

  private TokenText() {}

  public static String make(SecureRandom random) {
    StringBuilder text = new StringBuilder(PREFIX);
    for (int i = 0; i < RANDOM; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.append(checksum(text.toString())).toString();
  }

  public static boolean isWellFormed(String text) {
    if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
      return false;
    }
    String body = text.substring(0, LENGTH - CHECK);
    return text.substring(LENGTH - CHECK).equals(checksum(body));
  }

  public static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Each Java platform has SHA-256.", e);
    }
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    long rest = crc.getValue();
    char[] digits = new char[CHECK];
    for (int i = CHECK - 1; i >= 0; i--) {
      digits[i] = ALPHABET.charAt((int) (rest % ALPHABET.length()));
      rest /= ALPHABET.length();
    }
    return new String(digits);
  }
}
