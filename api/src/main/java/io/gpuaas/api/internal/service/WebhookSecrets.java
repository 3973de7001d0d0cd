package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor.CipherAlgorithm;
import org.springframework.security.crypto.encrypt.BytesEncryptor;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.stereotype.Service;

/// What receivers check a message by, as the Standard Webhooks say: `webhook-signature` over id,
/// time and body. Secrets are derived, not stored; what a receiver wants to see of us is sealed.
///
/// @see <a href="https://www.standardwebhooks.com">Standard Webhooks</a>
@Service
public class WebhookSecrets {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "whsec_";
  private static final int NONCE_BYTES = 16;

  private final SecretKeySpec key;
  private final BytesEncryptor seal;

  WebhookSecrets(ServerKeys keys) {
    this.key = new SecretKeySpec(keys.key("webhook"), ALGORITHM);
    this.seal =
        new AesBytesEncryptor(
            new SecretKeySpec(keys.key("webhook-credential"), "AES"),
            KeyGenerators.secureRandom(NONCE_BYTES),
            CipherAlgorithm.GCM);
  }

  /// The newest secret of the webhook, as its receiver is told it.
  public String secret(String salt, int generation) {
    return PREFIX + Base64.getEncoder().encodeToString(derived(salt, generation));
  }

  private byte[] derived(String salt, int generation) {
    return mac(key, "%s\n%d".formatted(salt, generation).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] mac(SecretKeySpec key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Each Java platform has " + ALGORITHM, e);
    }
  }

  /// By each secret that is good now, the newest first.
  public String signatures(Webhook hook, String id, Instant at, String body) {
    byte[] content =
        "%s.%d.%s".formatted(id, at.getEpochSecond(), body).getBytes(StandardCharsets.UTF_8);
    List<String> signatures = new ArrayList<>();
    signatures.add(signature(hook.salt(), hook.generation(), content));
    Instant until = hook.previousUntil();
    if (until != null && until.isAfter(at)) {
      signatures.add(signature(hook.salt(), hook.generation() - 1, content));
    }
    return String.join(" ", signatures);
  }

  private String signature(String salt, int generation, byte[] content) {
    SecretKeySpec secret = new SecretKeySpec(derived(salt, generation), ALGORITHM);
    return "v1," + Base64.getEncoder().encodeToString(mac(secret, content));
  }

  String sealed(String credential) {
    byte[] sealed = seal.encrypt(credential.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(sealed);
  }

  public String opened(String credential) {
    byte[] sealed = Base64.getDecoder().decode(credential);
    return new String(seal.decrypt(sealed), StandardCharsets.UTF_8);
  }
}
