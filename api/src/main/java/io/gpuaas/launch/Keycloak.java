package io.gpuaas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// A real OpenID Connect provider on loopback, started by `up` and ended with it: two realms with
/// people of the sample organisation, whose groups give them roles. Changes of prices and rights
/// need a second factor there.
public final class Keycloak implements AutoCloseable {
  private static final String SCRIPT = "api/keycloak/keycloak.sh";
  private static final String READY = "KEYCLOAK=";
  private static final int NOT_TO_BE_HAD = 3;
  private static final int SECRET_BYTES = 12;

  /// Group, role, scope.
  private static final List<List<String>> STAFF =
      List.of(
          List.of("gpu-admins", "org-admin", "ORG"),
          List.of("gpu-finance", "finance-admin", "ORG"),
          List.of("protein-folding", "data-scientist", "PROJECT/protein-folding"));

  private static final List<List<String>> PARTNERS =
      List.of(List.of("guests", "viewer", "PROJECT/protein-folding"));

  private final Companion companion;
  private final String url;
  private final String password;
  private final String secret;
  private boolean ready;

  private Keycloak(Companion companion, String url, String password, String secret) {
    this.companion = companion;
    this.url = url;
    this.password = password;
    this.secret = secret;
  }

  /// Content of `keycloak-users.json`; all of them have the same password.
  record People(String url, List<String> users, String password) {}

  /// Fetches and prepares it where that was not done before; false when it cannot be had.
  public static boolean prepare() {
    try (Companion build = Companion.start(SCRIPT, List.of("build"), Map.of())) {
      return isHad(build.end());
    }
  }

  private static boolean isHad(int status) {
    if (status != 0 && status != NOT_TO_BE_HAD) {
      throw new LaunchFault("Keycloak could not be prepared: see the lines above.");
    }
    return status == 0;
  }

  /// Starts it, without waiting; it needs longer than the product.
  ///
  /// @param folder for its state, which does not outlive it
  /// @param product where browsers reach the product
  public static Keycloak start(Path folder, int port, String product) {
    Progress.say("starting Keycloak in " + folder);
    String password = drawn();
    String secret = drawn();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new LaunchFault("The folder %s cannot be made.".formatted(folder), e);
    }
    List<String> options =
        List.of("up", "--dir", folder.toString(), "--port", "" + port, "--product", product);
    Map<String, String> secrets =
        Map.of("GPUAAS_REALM_PASSWORD", password, "GPUAAS_CLIENT_SECRET", secret);
    Companion companion = Companion.start(SCRIPT, options, secrets);
    return new Keycloak(companion, "http://127.0.0.1:" + port, password, secret);
  }

  private static String drawn() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// Returns when it answers.
  public synchronized void await() {
    if (ready) {
      return;
    }
    try {
      companion.await(READY);
      ready = true;
    } catch (Companion.Ended e) {
      throw new LaunchFault(
          e.status() == NOT_TO_BE_HAD
              ? "Keycloak cannot be fetched here: leave out --with-keycloak."
              : "Keycloak did not start: see the lines above.",
          e);
    }
  }

  /// Waits for it and tells who can sign in.
  void greet(DataFolder folder) {
    await();
    List<String> users = List.of("ada.operator", "fay.finance", "sam.scientist");
    People people = new People(url, users, password);
    PrivateFile.write(folder.keycloakUsers(), JsonMapper.shared().writeValueAsString(people));
    Progress.say(
        "Keycloak is at %s; sign in at Corporate as %s, password in %s"
            .formatted(url, String.join(", ", users), folder.keycloakUsers()));
  }

  /// The same for all people of its realms.
  public String password() {
    return password;
  }

  /// Arguments of the application by which it takes both realms as providers.
  public List<String> signInArguments() {
    List<String> all = new ArrayList<>();
    String staff = issuer(all, 0, "staff", "Corporate");
    all.add(staff + "client-secret=" + secret);
    all.add(staff + "step-up-level=second-factor");
    roles(all, staff, STAFF);
    roles(all, issuer(all, 1, "partners", "Partners"), PARTNERS);
    return all;
  }

  private String issuer(List<String> all, int index, String name, String shown) {
    String at = "--gpuaas.sign-in.issuers[%d].".formatted(index);
    all.add(at + "name=" + name);
    all.add(at + "display-name=" + shown);
    all.add(at + "address=" + url + "/realms/" + name);
    all.add(at + "client-id=gpuaas");
    return at;
  }

  private static void roles(List<String> all, String issuer, List<List<String>> groups) {
    for (int i = 0; i < groups.size(); i++) {
      String at = "%sgroup-roles[%d].".formatted(issuer, i);
      all.add(at + "group=" + groups.get(i).get(0));
      all.add(at + "role=" + groups.get(i).get(1));
      all.add(at + "scope=" + groups.get(i).get(2));
    }
  }

  @Override
  public void close() {
    companion.close();
  }
}
