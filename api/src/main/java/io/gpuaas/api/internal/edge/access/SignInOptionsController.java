package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.SignInSettings;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// How strangers can become known.
@RestController
@RequestMapping("/api/v1/sign-in-options")
@Tag(name = "Session")
final class SignInOptionsController {
  private final SignInSettings settings;

  SignInOptionsController(SignInSettings settings) {
    this.settings = settings;
  }

  /// What the sign-in page offers.
  ///
  /// @param localAccounts whether a login and a password of our own are taken
  @Schema(name = "SignInOptions")
  record OptionsDocument(boolean localAccounts, List<ProviderDocument> providers) {}

  /// A provider of identities.
  ///
  /// @param href where a browser goes to sign in there
  @Schema(name = "SignInProvider")
  record ProviderDocument(
      String name,
      String displayName,
      @Schema(example = "/oauth2/authorization/corporate") String href) {}

  @GetMapping
  @SecurityRequirements
  @Operation(
      operationId = "getSignInOptions",
      summary = "How to sign in",
      description =
          "Open to strangers: whether passwords are taken, and which providers there are.")
  OptionsDocument get() {
    return new OptionsDocument(
        settings.localAccounts(),
        settings.issuers().stream()
            .map(it -> new ProviderDocument(it.name(), it.displayName(), ProviderRequests.href(it)))
            .toList());
  }
}
