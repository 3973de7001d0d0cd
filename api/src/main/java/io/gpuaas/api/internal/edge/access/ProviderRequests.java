package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.SignInSettings;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.stereotype.Component;

/// What a browser asks a provider for: `/oauth2/authorization/NAME`. With `?step-up` the person has
/// to prove again who they are, at the level that the provider is set up for; `?next=/path` is
/// where the browser goes afterwards.
@Component
public final class ProviderRequests implements OAuth2AuthorizationRequestResolver {
  static final String STEP_UP = "step-up";
  private static final String BASE = "/oauth2/authorization";
  private static final String NEXT = "gpuaas.next";

  private final OAuth2AuthorizationRequestResolver plain;
  private final SignInSettings settings;

  ProviderRequests(SignInIssuers issuers, SignInSettings settings) {
    this.plain = new DefaultOAuth2AuthorizationRequestResolver(issuers, BASE);
    this.settings = settings;
  }

  static String href(Issuer issuer) {
    return BASE + "/" + issuer.name();
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
    return finished(request, plain.resolve(request));
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest resolve(
      HttpServletRequest request, String registration) {
    return finished(request, plain.resolve(request, registration));
  }

  private @Nullable OAuth2AuthorizationRequest finished(
      HttpServletRequest request, @Nullable OAuth2AuthorizationRequest asked) {
    if (asked == null) {
      return null;
    }
    request.getSession().setAttribute(NEXT, pathOf(request.getParameter("next")));
    if (request.getParameter(STEP_UP) == null) {
      return asked;
    }
    String name = asked.getAttribute("registration_id");
    Issuer issuer = settings.issuer(Objects.requireNonNullElse(name, ""));
    String level = issuer == null ? "" : issuer.stepUpLevel();
    return OAuth2AuthorizationRequest.from(asked)
        .additionalParameters(
            more -> {
              more.put("max_age", "0");
              if (!level.isEmpty()) {
                more.put("acr_values", level);
              }
            })
        .build();
  }

  /// A path of ours; the start page for everything else.
  private static String pathOf(@Nullable String next) {
    return next != null && next.matches("/(?![/\\\\])[^\\\\\\p{Cntrl}]{0,500}") ? next : "/";
  }

  /// Where the browser wanted to go, once.
  static String next(HttpServletRequest request) {
    Object next = request.getSession().getAttribute(NEXT);
    request.getSession().removeAttribute(NEXT);
    return next instanceof String path ? path : "/";
  }
}
