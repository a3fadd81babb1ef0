package io.holdfast.serializer.tests.frameworks;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A provider of OpenID Connect by HTTP, on the loopback interface, at which Ann is logged in. */
final class OpenIdProvider implements AutoCloseable {

  private static final String TOKENS =
      """
      {"access_token": "opaque", "token_type": "Bearer", "expires_in": 300,
       "refresh_token": "again", "scope": "openid profile"%s}
      """;
  private static final String USER =
      """
      {"sub": "ann", "login": "ann", "id": 7, "name": "Ann", "email_verified": true,
       "address": {"locality": "Ulm"}, "groups": ["staff", {"name": "shop"}]}
      """;

  /** One for all: it takes a second to be found. */
  private static final RSAKey KEY = key();

  private final HttpServer server;
  private volatile @Nullable String nonce;

  OpenIdProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", exchange -> answer(exchange, TOKENS.formatted(idToken())));
    server.createContext("/keys", exchange -> answer(exchange, new JWKSet(KEY).toString()));
    server.createContext("/user", exchange -> answer(exchange, USER));
    server.start();
  }

  private static RSAKey key() {
    try {
      return new RSAKeyGenerator(2048).keyID("k1").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The provider's address, which is its name too. */
  String issuer() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Sends the browser back with a code. */
  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = query(exchange.getRequestURI());
    nonce = query.get("nonce");
    exchange
        .getResponseHeaders()
        .set("Location", query.get("redirect_uri") + "?code=c0de&state=" + query.get("state"));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private static Map<String, String> query(URI uri) {
    return Arrays.stream(uri.getRawQuery().split("&"))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Only who asks for a login, by a nonce, gets one. */
  @SuppressWarnings("JavaUtilDate") // the library has no other
  private String idToken() {
    String asked = nonce;
    if (asked == null) {
      return "";
    }
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer())
            .subject("ann")
            .audience(List.of("shop", "account"))
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(300)))
            .claim("azp", "shop")
            .claim("nonce", decoded(asked))
            .claim("auth_time", now.getEpochSecond())
            .claim("realm_access", Map.of("roles", List.of("user", "admin")))
            .claim("address", Map.of("locality", "Ulm", "lines", List.of("High Street 1")))
            .build();
    SignedJWT token =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims);
    try {
      token.sign(new RSASSASigner(KEY));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return ", \"id_token\": \"%s\"".formatted(token.serialize());
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
