package io.gpuaas.api.internal.service;

import io.gpuaas.quota.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How people sign in.
///
/// @param localAccounts whether logins and passwords of our own are taken
/// @param issuers OpenID Connect providers, in the order in which they are offered
@ConfigurationProperties("gpuaas.sign-in")
public record SignInSettings(
    @DefaultValue("true") boolean localAccounts, @DefaultValue List<Issuer> issuers) {
  public SignInSettings {
    issuers = List.copyOf(issuers);
  }

  /// One provider.
  ///
  /// @param name part of the redirect address `/login/oauth2/code/NAME`
  /// @param address of the provider, as `iss` has it
  /// @param loginClaim whose value is the login of a new account
  /// @param groupsClaim whose values are the groups
  /// @param groupRoles what members of groups may do
  /// @param stepUpLevel that a change of prices or rights needs, as `acr` names it; none when empty
  public record Issuer(
      String name,
      String displayName,
      String address,
      String clientId,
      @DefaultValue("") String clientSecret,
      @DefaultValue("preferred_username") String loginClaim,
      @DefaultValue("groups") String groupsClaim,
      @DefaultValue List<GroupRole> groupRoles,
      @DefaultValue("") String stepUpLevel) {
    public Issuer {
      groupRoles = List.copyOf(groupRoles);
    }

    /// The secret is not shown.
    @Override
    public String toString() {
      return "Issuer[" + name + ", " + address + "]";
    }
  }

  /// Members of a group have a role on a scope.
  ///
  /// @param scope `ORG`, or kind and name: `PROJECT/vision`
  public record GroupRole(String group, String role, @DefaultValue("ORG") String scope) {
    Scope where() {
      if (scope.equals("ORG")) {
        return Scope.ORG;
      }
      String[] parts = scope.split("/", 2);
      return new Scope(Scope.Kind.valueOf(parts[0]), parts.length == 2 ? parts[1] : "");
    }

    Role what() {
      return Role.ofWord(role)
          .orElseThrow(() -> new IllegalArgumentException("There is no role " + role + "."));
    }
  }

  /// The provider of a name; null when there is none.
  public @Nullable Issuer issuer(String name) {
    return issuers.stream().filter(it -> it.name().equals(name)).findFirst().orElse(null);
  }
}
