package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A user's name and password, sent in the way that a Tomcat asks for. */
record Credentials(Browser browser, int port, String user, String password) {

  /** Gets a path again that was answered with a challenge. */
  Response get(String path, Response challenged) {
    String header = authorization(path, challenges(challenged));
    return browser.send(port, "GET", path, Map.of("Authorization", header), new byte[0]);
  }

  private static List<String> challenges(Response challenged) {
    List<String> challenges = challenged.headers().getOrDefault("www-authenticate", List.of());
    if (challenges.isEmpty()) {
      throw new AssertionError("no challenge in " + challenged);
    }
    return challenges;
  }

  private String authorization(String path, List<String> challenges) {
    if (challenges.get(0).startsWith("Basic")) {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(both);
    }
    String challenge =
        challenges.stream()
            .filter(text -> !text.contains("algorithm") || text.contains("algorithm=MD5"))
            .findFirst()
            .orElseThrow();
    return digest(path, challenge);
  }

  /** RFC 2617 with {@code qop=auth}, as all browsers do it. */
  private String digest(String path, String challenge) {
    String realm = quoted("realm", challenge);
    String nonce = quoted("nonce", challenge);
    String opaque = quoted("opaque", challenge);
    String secret = md5(user + ":" + realm + ":" + password);
    String action = md5("GET:" + path);
    String response = md5(secret + ":" + nonce + ":00000001:abc:auth:" + action);
    return ("Digest username=\"%s\", realm=\"%s\", nonce=\"%s\", uri=\"%s\", opaque=\"%s\","
            + " response=\"%s\", algorithm=MD5, qop=auth, nc=00000001, cnonce=\"abc\"")
        .formatted(user, realm, nonce, path, opaque, response);
  }

  private static String quoted(String name, String challenge) {
    Matcher matcher = Pattern.compile(name + "=\"([^\"]*)\"").matcher(challenge);
    if (!matcher.find()) {
      throw new AssertionError("no " + name + " in " + challenge);
    }
    return matcher.group(1);
  }

  private static String md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
