package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.api.internal.service.ServerKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/// Makes and reads cursors: the place in a list, signed together with the list's filter, so that a
/// cursor can neither be invented nor be used with another filter.
@Component
public final class Cursors {
  private static final int SIGNATURE_BYTES = 16;
  private static final int LONGEST = 1000;

  private final SecretKeySpec key;

  Cursors(ServerKeys keys) {
    this.key = new SecretKeySpec(keys.key("cursor"), "HmacSHA256");
  }

  /// A cursor for the items behind `place`.
  ///
  /// @param filter all that the list depends on, in one text
  public String make(String filter, List<String> place) {
    byte[] content = ApiJson.WRITER.writeValueAsBytes(place);
    byte[] signature = sign(filter, content);
    byte[] all = Arrays.copyOf(signature, SIGNATURE_BYTES + content.length);
    System.arraycopy(content, 0, all, SIGNATURE_BYTES, content.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /// The place in `cursor`; empty when there is none.
  ///
  /// @throws ProblemException when it was not made here for this filter
  public Optional<List<String>> read(String filter, @Nullable String cursor) {
    if (cursor == null || cursor.isEmpty()) {
      return Optional.empty();
    }
    byte[] all = decoded(cursor);
    byte[] content = Arrays.copyOfRange(all, SIGNATURE_BYTES, all.length);
    byte[] given = Arrays.copyOf(all, SIGNATURE_BYTES);
    if (!MessageDigest.isEqual(given, sign(filter, content))) {
      throw invalid();
    }
    List<String> place = new ArrayList<>();
    for (JsonNode part : ApiJson.READER.readTree(content)) {
      place.add(part.asString());
    }
    return Optional.of(place);
  }

  private static byte[] decoded(String cursor) {
    if (cursor.length() > LONGEST) {
      throw invalid();
    }
    try {
      byte[] all = Base64.getUrlDecoder().decode(cursor);
      if (all.length <= SIGNATURE_BYTES) {
        throw invalid();
      }
      return all;
    } catch (IllegalArgumentException _) {
      throw invalid();
    }
  }

  private byte[] sign(String filter, byte[] content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(filter.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return Arrays.copyOf(mac.doFinal(content), SIGNATURE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Each Java platform has HmacSHA256.", e);
    }
  }

  private static ProblemException invalid() {
    return new ProblemException(ProblemCode.INVALID_CURSOR, ProblemCode.INVALID_CURSOR.remedy());
  }
}
