package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.SignInSettings;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriComponentsBuilder;

/// The OpenID Connect providers as Spring Security wants them. A provider is asked for its
/// addresses when somebody first signs in there, so that one that is away keeps nobody from
/// starting the product.
@Component
public final class SignInIssuers implements ClientRegistrationRepository {
  private final SignInSettings settings;
  private final Map<String, ClientRegistration> known = new ConcurrentHashMap<>();

  SignInIssuers(SignInSettings settings) {
    this.settings = settings;
  }

  public boolean isEmpty() {
    return settings.issuers().isEmpty();
  }

  @Override
  public @Nullable ClientRegistration findByRegistrationId(String name) {
    Issuer issuer = settings.issuer(name);
    return issuer == null ? null : known.computeIfAbsent(name, _ -> registration(issuer));
  }

  /// Where a browser signs out of a provider and comes back to our sign-in page; null when the
  /// provider has no such place.
  @Nullable String signOut(Issuer issuer, UriComponentsBuilder here) {
    ClientRegistration registration = findByRegistrationId(issuer.name());
    Object place =
        registration == null
            ? null
            : registration
                .getProviderDetails()
                .getConfigurationMetadata()
                .get("end_session_endpoint");
    return place == null
        ? null
        : UriComponentsBuilder.fromUriString(place.toString())
            .queryParam("client_id", "{client}")
            .queryParam("post_logout_redirect_uri", "{page}")
            .encode()
            .buildAndExpand(issuer.clientId(), here.path("/sign-in").toUriString())
            .toUriString();
  }

  private static ClientRegistration registration(Issuer issuer) {
    boolean secret = !issuer.clientSecret().isEmpty();
    return ClientRegistrations.fromIssuerLocation(issuer.address())
        .registrationId(issuer.name())
        .clientId(issuer.clientId())
        .clientSecret(issuer.clientSecret())
        .clientAuthenticationMethod(
            secret
                ? ClientAuthenticationMethod.CLIENT_SECRET_BASIC
                : ClientAuthenticationMethod.NONE)
        .clientSettings(ClientRegistration.ClientSettings.builder().requireProofKey(true).build())
        .scope("openid", "profile", "email")
        .build();
  }
}
