package io.gpuaas.api;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// What a pipeline system does for its runners, and an OpenID Connect provider for people: signs
/// tokens about them, and publishes its keys.
final class TestIssuer implements AutoCloseable {
  /// What a runner of GitHub must know to get an identity.
  static final String RUNNER = "runner-secret";

  private final HttpServer server;
  private final Map<String, Map<String, String>> codes = new TreeMap<>();
  private Map<String, Object> person = Map.of();
  private RSAKey key = newKey();

  TestIssuer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2048).keyID(UUID.randomUUID().toString()).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /// From now on tokens are signed by another key; the old one is gone.
  synchronized void rotate() {
    key = newKey();
  }

  /// What the person who signs in next is said to be.
  synchronized void person(String subject, String login, List<String> groups) {
    person =
        Map.of(
            "sub", subject, "preferred_username", login, "groups", groups, "sid", "sid-" + subject);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestURI().getPath()) {
      case "/keys" -> json(exchange, 200, new JWKSet(key).toString(true));
      case "/authorize" -> authorize(exchange, fields(exchange.getRequestURI().getQuery()));
      case "/token" -> token(exchange);
      case "/runner" -> runner(exchange, fields(exchange.getRequestURI().getQuery()));
      default -> json(exchange, 200, discovery());
    }
  }

  private String discovery() {
    return """
    {"issuer":"%1$s","jwks_uri":"%1$s/keys","authorization_endpoint":"%1$s/authorize",
     "token_endpoint":"%1$s/token","subject_types_supported":["public"],
     "response_types_supported":["code"],"id_token_signing_alg_values_supported":["RS256"]}\
    """
        .formatted(url());
  }

  /// An identity for the step that asks, for the audience that it names.
  private void runner(HttpExchange exchange, Map<String, String> asked) throws IOException {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (!("Bearer " + RUNNER).equals(given)) {
      json(exchange, 401, "{}");
      return;
    }
    String audience = asked.getOrDefault("audience", "https://github.com/acme");
    String identity = token(it -> it.audience(audience));
    json(exchange, 200, "{\"value\":\"%s\"}".formatted(identity));
  }

  /// A person who agrees at once.
  private void authorize(HttpExchange exchange, Map<String, String> asked) throws IOException {
    String code = UUID.randomUUID().toString();
    codes.put(code, asked);
    String target =
        "%s?code=%s&state=%s"
            .formatted(
                asked.get("redirect_uri"),
                code,
                URLEncoder.encode(asked.getOrDefault("state", ""), StandardCharsets.UTF_8));
    exchange.getResponseHeaders().set("Location", target);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  /// Gives an identity for a code, once, to whoever knows the proof key's secret.
  private void token(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> form = fields(body);
    Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
    if (asked == null || !challenge(form).equals(asked.get("code_challenge"))) {
      json(exchange, 400, "{\"error\":\"invalid_grant\"}");
      return;
    }
    String identity =
        token(
            claims -> {
              person.forEach(claims::claim);
              return claims.audience("portal").claim("nonce", asked.get("nonce"));
            });
    String answer =
        """
        {"access_token":"theirs","token_type":"Bearer","expires_in":60,"id_token":"%s"}\
        """
            .formatted(identity);
    json(exchange, 200, answer);
  }

  private static String challenge(Map<String, String> form) {
    try {
      byte[] verifier = form.getOrDefault("code_verifier", "").getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : text.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static void json(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /// A token of one step of one repository, good for five minutes, unless changed.
  synchronized String token(UnaryOperator<JWTClaimsSet.Builder> change) {
    Instant now = Instant.now();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(url())
            .audience("https://gpu.example")
            .subject("repo:acme/models:ref:refs/heads/main")
            .jwtID(UUID.randomUUID().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(300)))
            .claim("repository_id", "4711")
            .claim("ref", "refs/heads/main");
    try {
      SignedJWT jwt =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
              change.apply(claims).build());
      jwt.sign(new RSASSASigner(key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
