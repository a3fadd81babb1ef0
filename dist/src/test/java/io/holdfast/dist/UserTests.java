package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What other ways of logging in than FORM leave in the session, seen from the other Tomcat. */
abstract class UserTests extends ClusterTests {

  private static final Path CERTIFICATE = Path.of("src/test/tomcat/login/ann.pem");

  static Stream<Arguments> authTypes() {
    return Mode.with("SPNEGO", "CLIENT_CERT", "Corporate login, v2 (tickets)");
  }

  @ParameterizedTest
  @MethodSource("authTypes")
  void authTypeWhenItIsFreeTextThenIsTheSameElsewhere(Mode mode, String authType) {
    Visitor visitor = mode.visitor("header");
    send(mode, visitor, t1(), "header/echo/", Map.of("X-User", "ann", "X-Auth-Type", authType));

    Map<String, String> user = who(mode, visitor, t2(), "header");

    assertEquals("ann", user.get("user"));
    assertEquals(authType, user.get("authType"));
    assertEquals("true", user.get("member"));
  }

  @InEachMode
  void userWhenLoggedInByCertificateThenIsLoggedInElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("cert");
    Map<String, String> headers = Map.of("ssl_client_cert", certificate());
    visitor.browser.send(t1().port(), "GET", path(mode, "cert/probe/info"), headers, new byte[0]);

    Response asked = send(mode, visitor, t1(), "cert/echo/", headers);
    Map<String, String> user = who(mode, visitor, t2(), "cert");

    assertEquals(200, asked.status(), asked::body);
    assertEquals("CN=ann", user.get("user"));
    assertEquals("CLIENT_CERT", user.get("authType"));
    assertEquals("true", user.get("member"));
  }

  @InEachMode
  void userWhenLoggedInByTheApplicationsModuleThenItsOwnPrincipalIsBack(Mode mode) {
    Visitor visitor = mode.visitor("jaspic");
    Map<String, String> headers = Map.of("X-House-Key", "bea");
    Map<String, String> here = Visitor.lines(send(mode, visitor, t1(), "jaspic/user/who", headers));

    Map<String, String> there = who(mode, visitor, t2(), "jaspic");

    assertEquals("House key (v2)", here.get("authType"));
    assertEquals("House key (v2)", there.get("authType"));
    assertEquals("bea", there.get("user"));
    assertEquals("true", there.get("member"));
    assertEquals("probe.Account", there.get("class"));
    assertEquals("account of bea", there.get("principal"));
  }

  @InEachMode
  void userWhenThePrincipalIsTheApplicationsThenItIsBack(Mode mode) {
    Visitor visitor = mode.visitor("header");
    send(mode, visitor, t1(), "header/echo/", user("bea", "probe.Account"));

    Map<String, String> there = who(mode, visitor, t2(), "header");

    assertEquals("bea", there.get("user"));
    assertEquals("probe.Account", there.get("class"));
  }

  @InEachMode
  void sessionWhenThePrincipalCannotBeSerializedThenIsStoredWithoutWithOneWarning(Mode mode) {
    Visitor visitor = loggedInAsStranger(mode);
    Visitor another = loggedInAsStranger(mode);

    String here = who(mode, visitor, t1(), "header").get("user");
    String there = who(mode, another, t2(), "header").get("user");
    int stored = cluster().record(visitor).snapshot().principal().length();

    assertEquals("cid", here);
    assertEquals("null", there);
    assertEquals(0, stored);
    assertEquals(Mode.values().length, warningsSoFar(mode), t1().logs());
  }

  private Visitor loggedInAsStranger(Mode mode) {
    Visitor visitor = mode.visitor("header");
    Response answer = send(mode, visitor, t1(), "header/echo/", user("cid", "probe.Stranger"));
    assertEquals(200, answer.status(), answer::body);
    return visitor;
  }

  /** One in each mode: counts that of the other mode as there if it is still to come. */
  private long warningsSoFar(Mode mode) {
    long warnings =
        t1().logs().lines().filter(line -> line.contains("principal is not backed up")).count();
    return mode == Mode.STICKY ? warnings + 1 : warnings;
  }

  @InEachMode
  void idWhenTheApplicationLogsInThenChangesAndIsStored(Mode mode) {
    Visitor visitor = mode.visitor("form");
    who(mode, visitor, t1(), "form", "session");
    String before = visitor.id();

    Response answer = login(mode, visitor);
    Map<String, String> there = who(mode, visitor, t2(), "form");

    assertEquals(200, answer.status(), answer::body);
    assertNotEquals(Cluster.key(before), Cluster.key(visitor.id()));
    Await.until("the former record is gone", () -> !cluster().isStored(before));
    assertEquals("ann", there.get("user"));
    assertEquals("FORM", there.get("authType"));
  }

  @InEachMode
  void idWhenTheApplicationChangesItThenTheUserStaysLoggedIn(Mode mode) {
    Visitor visitor = mode.visitor("form");
    login(mode, visitor);
    String before = visitor.id();

    String changed = visitor.value(t1(), "changeid");
    Map<String, String> there = who(mode, visitor, t2(), "form");

    assertNotEquals(Cluster.key(before), Cluster.key(changed));
    assertEquals(mode.idAt("t2", changed), visitor.id());
    Await.until("the former record is gone", () -> !cluster().isStored(before));
    assertEquals("ann", there.get("user"));
  }

  @InEachMode
  void userWhenLoggedOutThenIsLoggedOutElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("form");
    login(mode, visitor);
    who(mode, visitor, t2(), "form");

    send(mode, visitor, t1(), "form/user/logout", Map.of());
    Map<String, String> there = who(mode, visitor, t2(), "form");

    assertEquals("null", there.get("user"));
    assertEquals("null", there.get("authType"));
  }

  @InEachMode
  void recordsWhenUsersHaveLoggedInThenHoldNoPassword(Mode mode) {
    Visitor visitor = mode.visitor("form");
    login(mode, visitor);
    Visitor basic = mode.visitor("basic");
    String path = path(mode, "basic/probe/set?name=fruit&value=apple");
    Credentials credentials = new Credentials(basic.browser, t1().port(), "ann", Secrets.PASSWORD);
    credentials.get(path, basic.browser.get(t1().port(), path));

    List<String> values = cluster().nodes().stream().flatMap(UserTests::values).toList();

    assertFalse(values.isEmpty());
    assertFalse(values.stream().anyMatch(value -> value.contains(Secrets.PASSWORD)));
    assertFalse(values.stream().anyMatch(value -> value.contains(Secrets.BASIC)));
    assertFalse(t1().logs().contains(Secrets.PASSWORD));
    assertFalse(t1().logs().contains(Secrets.BASIC));
  }

  private static Stream<String> values(MemcachedNode node) {
    return node.probe().keys().stream()
        .map(key -> node.probe().stored(key))
        .filter(Objects::nonNull)
        .map(item -> new String(item.value(), StandardCharsets.ISO_8859_1));
  }

  private Response login(Mode mode, Visitor visitor) {
    return send(
        mode, visitor, t1(), "form/user/login?name=ann&password=" + Secrets.PASSWORD, Map.of());
  }

  private static Map<String, String> user(String name, String type) {
    return Map.of("X-User", name, "X-Class", type, "X-Auth-Type", "HEADER");
  }

  private static Map<String, String> who(
      Mode mode, Visitor visitor, TomcatProcess tomcat, String purpose) {
    return who(mode, visitor, tomcat, purpose, "who");
  }

  private static Map<String, String> who(
      Mode mode, Visitor visitor, TomcatProcess tomcat, String purpose, String command) {
    return Visitor.lines(send(mode, visitor, tomcat, purpose + "/user/" + command, Map.of()));
  }

  private static Response send(
      Mode mode, Visitor visitor, TomcatProcess tomcat, String path, Map<String, String> headers) {
    return visitor.browser.send(tomcat.port(), "GET", path(mode, path), headers, new byte[0]);
  }

  private static String path(Mode mode, String path) {
    return "/" + mode.context(path);
  }

  /** In one line, as a proxy sends it. */
  private static String certificate() {
    try {
      return Files.readString(CERTIFICATE).strip().replace('\n', ' ');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
