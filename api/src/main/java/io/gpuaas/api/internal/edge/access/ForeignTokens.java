package io.gpuaas.api.internal.edge.access;

import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.api.internal.service.TokenExchange;
import io.gpuaas.api.internal.service.TokenExchange.Assertion;
import io.gpuaas.api.internal.service.TokenText;
import io.gpuaas.api.internal.store.TrustStore.Identity;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

/// Verifies tokens of issuers that a trust rule names; nobody else's keys are ever fetched. Keys
/// are found by the issuer's discovery document, kept, and fetched anew when a token has an unknown
/// one.
@Component
final class ForeignTokens {
  private static final Duration SKEW = Duration.ofSeconds(30);
  private static final int LONGEST = 16_384;

  private final TokenExchange exchange;
  private final InstantSource clock;
  private final IssuerRequests requests;
  private final Map<String, JwtDecoder> decoders = new ConcurrentHashMap<>();

  ForeignTokens(TokenExchange exchange, InstantSource clock, IssuerRequests requests) {
    this.exchange = exchange;
    this.clock = clock;
    this.requests = requests;
  }

  /// What verification came to.
  sealed interface Finding {
    record Verified(Assertion assertion) implements Finding {}

    /// It is not taken.
    ///
    /// @param issuer empty when no rule names one
    record Refused(String issuer, String why) implements Finding {}

    /// The issuer does not answer: the same token may be brought again.
    record NoKeys(String issuer) implements Finding {}
  }

  Finding verify(String text) {
    Optional<String> issuer = issuer(text);
    if (issuer.isEmpty()) {
      return new Finding.Refused("", "It is no signed JSON Web Token with an issuer.");
    }
    if (exchange.rulesOf(issuer.get()).isEmpty()) {
      return new Finding.Refused("", "No trust rule names its issuer.");
    }
    String fault = requests.fault(issuer.get());
    if (!fault.isEmpty()) {
      return new Finding.Refused(issuer.get(), "The keys of its issuer are not fetched. " + fault);
    }
    try {
      Jwt jwt = decoder(issuer.get()).decode(text);
      return new Finding.Verified(assertion(issuer.get(), jwt));
    } catch (org.springframework.security.oauth2.jwt.BadJwtException e) {
      return new Finding.Refused(issuer.get(), "It is not valid: " + sentence(e));
    } catch (JwtException | IllegalArgumentException | IllegalStateException _) {
      decoders.remove(issuer.get());
      return new Finding.NoKeys(issuer.get());
    }
  }

  private static String sentence(JwtException e) {
    String words = String.valueOf(e.getMessage());
    return words.length() <= 200 ? words : words.substring(0, 200) + "…";
  }

  private static Optional<String> issuer(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(JWTParser.parse(text).getJWTClaimsSet())
          .map(com.nimbusds.jwt.JWTClaimsSet::getIssuer);
    } catch (ParseException _) {
      return Optional.empty();
    }
  }

  private static Assertion assertion(String issuer, Jwt jwt) {
    SortedMap<String, String> claims = new TreeMap<>();
    jwt.getClaims().forEach((name, value) -> claims.put(name, String.valueOf(value)));
    Instant end = jwt.getExpiresAt();
    List<String> audience = jwt.getAudience() == null ? List.of() : jwt.getAudience();
    if (end == null) {
      throw new org.springframework.security.oauth2.jwt.BadJwtException("it never ends.");
    }
    return new Assertion(new Identity(issuer, audience, claims), end, hash(jwt.getTokenValue()));
  }

  /// Of what is signed. The signature itself, and blanks around it, can be written in several ways.
  private static String hash(String text) {
    try {
      byte[] signed = SignedJWT.parse(text).getSigningInput();
      return HexFormat.of()
          .formatHex(TokenText.hash(new String(signed, StandardCharsets.US_ASCII)));
    } catch (ParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private JwtDecoder decoder(String issuer) {
    return decoders.computeIfAbsent(issuer, this::make);
  }

  private JwtDecoder make(String issuer) {
    NimbusJwtDecoder decoder =
        NimbusJwtDecoder.withIssuerLocation(issuer)
            .restOperations(new RestTemplate(requests.requests()))
            .build();
    JwtTimestampValidator times = new JwtTimestampValidator(SKEW);
    times.setClock(clock.withZone(ZoneOffset.UTC));
    decoder.setJwtValidator(
        new DelegatingOAuth2TokenValidator<>(times, new JwtIssuerValidator(issuer)));
    return decoder;
  }
}
