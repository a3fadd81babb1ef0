package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A login by FORM whose steps hit different Tomcats. */
abstract class FormLoginTests extends ClusterTests {

  private static final int USERS = 10;
  private static final int BODY = 64 * 1024;

  @InEachMode
  void loginWhenEachStepHitsAnotherTomcatThenAllUsersSucceed(Mode mode) {
    long successes =
        IntStream.range(0, USERS)
            .filter(
                user -> {
                  Visitor visitor = mode.visitor("form");
                  ask(visitor);
                  Response sent = sendPassword(mode, visitor, t2());
                  return "ann".equals(Visitor.lines(follow(visitor, t1(), sent)).get("user"));
                })
            .count();

    assertEquals(USERS, successes);
  }

  @Test
  @ComesLast
  void loginWhenItsTomcatDiesBetweenTheStepsThenTheRequestIsGoneOnWith() {
    Map<Mode, Visitor> visitors = Mode.visitors("form");
    for (Visitor visitor : visitors.values()) {
      visitor.at(t1(), "set?name=fruit&value=apple");
      awaitRequest(visitor);
    }

    t1().kill();
    visitors.forEach(
        (mode, visitor) -> {
          Response sent = sendPassword(mode, visitor, t2());
          Response answer = follow(visitor, t2(), sent);

          assertTrue(answer.body().contains("attributes=fruit"), answer.body());
        });
  }

  @InEachMode
  void loginWhenThePasswordIsWrongAtFirstThenTheRequestIsGoneOnWith(Mode mode) {
    Visitor visitor = mode.visitor("form");
    ask(visitor);

    Response refused = sendPassword(mode, visitor, t2(), "wrong");
    Response sent = sendPassword(mode, visitor, t1());
    Response answer = follow(visitor, t2(), sent);

    assertTrue(refused.body().contains("j_security_check"), refused.body());
    assertEquals("ann", Visitor.lines(answer).get("user"), answer.body());
  }

  @InEachMode
  void loginWhenItInterruptsALargePostThenTheOtherTomcatGetsAllOfIt(Mode mode) {
    Visitor visitor = mode.visitor("form");
    visitor.browser.setCookie("colour", "red");
    byte[] body = body(BODY);

    Response asked = post(mode, visitor, body);
    Response sent = sendPassword(mode, visitor, t2());
    Map<String, String> answer = Visitor.lines(follow(visitor, t1(), sent));

    assertTrue(asked.body().contains("j_security_check"), asked.body());
    assertEquals("POST", answer.get("method"));
    assertEquals("x=1", answer.get("query"));
    assertEquals("application/x-probe", answer.get("type"));
    assertEquals("kept", answer.get("header"));
    assertEquals("fr-CA", answer.get("locale"));
    assertEquals("red", answer.get("colour"));
    assertEquals(String.valueOf(BODY), answer.get("length"));
    assertEquals(sum(body), answer.get("sum"));
    assertEquals("ann", answer.get("user"));
  }

  /** Tomcat (since 9.0.121, 10.1.58 and 11.0.25) checks the constraints for the request itself. */
  @InEachMode
  void loginWhenTheUserMayNotDoWhatItInterruptsThenTheOtherTomcatRefusesIt(Mode mode) {
    Visitor visitor = mode.visitor("form");
    post(mode, visitor, body(1));

    Response sent = sendPassword(mode, "form", visitor, t2(), "bob", "secret");
    Response refused = follow(visitor, t1(), sent);

    assertEquals(403, refused.status(), refused::body);
    assertFalse(refused.body().contains("method="), refused.body());
  }

  @InEachMode
  void loginWhenItIsDoneThenTheRecordHasForgottenTheRequest(Mode mode) {
    Visitor visitor = mode.visitor("form");
    post(mode, visitor, body(BODY));
    int before = cluster().record(visitor).snapshot().notes().length();

    Response sent = sendPassword(mode, visitor, t2());
    follow(visitor, t1(), sent);

    assertTrue(before > BODY, () -> before + " bytes");
    assertTrue(cluster().record(visitor).snapshot().notes().isEmpty());
  }

  @InEachMode
  void loginWhenItIsDoneThenTheSessionLivesAsLongAsOthers(Mode mode) {
    Visitor visitor = mode.visitor("form");
    post(mode, visitor, body(1));
    int during = cluster().record(visitor).times().maxInactiveInterval();

    Response sent = sendPassword(mode, visitor, t2());
    Map<String, String> answer = Visitor.lines(follow(visitor, t1(), sent));

    assertEquals(120, during);
    assertEquals("1800", answer.get("interval"));
  }

  @InEachMode
  void loginWhenTheClientTakesAnotherSessionsIdThenIsRefused(Mode mode) {
    Visitor visitor = mode.visitor("form");
    ask(visitor);
    String fixed = visitor.id();
    ask(visitor);
    Await.until("its record is gone", () -> !cluster().isStored(fixed));
    visitor.browser.setCookie("JSESSIONID", fixed);

    Response sent = sendPassword(mode, visitor, t2());

    assertEquals(408, sent.status(), sent::body);
  }

  @InEachMode
  void loginWhenPersistAuthenticationIsOffThenEachTomcatAsks(Mode mode) {
    Visitor visitor = mode.visitor("forgetful");
    visitor.at(t1(), "user");
    Response sent = sendPassword(mode, "forgetful", visitor, t1(), "secret");
    Response answer = follow(visitor, t1(), "forgetful", sent);
    String authType = cluster().record(visitor).snapshot().authType();
    boolean hasUser = !cluster().record(visitor).snapshot().principal().isEmpty();

    Response elsewhere = visitor.at(t2(), "user");

    assertEquals("ann", Visitor.lines(answer).get("user"), answer.body());
    assertEquals(null, authType);
    assertFalse(hasUser);
    assertTrue(elsewhere.body().contains("j_security_check"), elsewhere.body());
  }

  private Response post(Mode mode, Visitor visitor, byte[] body) {
    Map<String, String> headers =
        Map.of(
            "Content-Type", "application/x-probe",
            "X-Probe", "kept",
            "Accept-Language", "fr-CA",
            "Authorization", "Basic " + Secrets.BASIC);
    Response asked =
        visitor.browser.send(
            t1().port(), "POST", "/" + mode.context("form") + "/echo/all?x=1", headers, body);
    awaitRequest(visitor);
    return asked;
  }

  private void ask(Visitor visitor) {
    Response asked = visitor.at(t1(), "user");
    assertTrue(asked.body().contains("j_security_check"), asked.body());
    awaitRequest(visitor);
  }

  /**
   * Tomcat sends its login page while a sticky session's backup is still to come: that with the id
   * from which it expects the password is the last.
   */
  private void awaitRequest(Visitor visitor) {
    Await.until(
        "the interrupted request is stored",
        () -> {
          StoredSession stored = cluster().stored(visitor.id());
          return stored != null && text(stored.snapshot().notes()).contains("expectedId");
        });
  }

  private static String text(Bytes bytes) {
    return new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
  }

  private static Response sendPassword(Mode mode, Visitor visitor, TomcatProcess tomcat) {
    return sendPassword(mode, visitor, tomcat, "secret");
  }

  private static Response sendPassword(
      Mode mode, Visitor visitor, TomcatProcess tomcat, String password) {
    return sendPassword(mode, "form", visitor, tomcat, password);
  }

  private static Response sendPassword(
      Mode mode, String purpose, Visitor visitor, TomcatProcess tomcat, String password) {
    return sendPassword(mode, purpose, visitor, tomcat, "ann", password);
  }

  private static Response sendPassword(
      Mode mode,
      String purpose,
      Visitor visitor,
      TomcatProcess tomcat,
      String user,
      String password) {
    String path = "/" + mode.context(purpose) + "/j_security_check";
    return visitor.browser.post(
        tomcat.port(), path, Map.of("j_username", user, "j_password", password));
  }

  private static Response follow(Visitor visitor, TomcatProcess tomcat, Response sent) {
    return follow(visitor, tomcat, "form", sent);
  }

  private static Response follow(
      Visitor visitor, TomcatProcess tomcat, String context, Response sent) {
    assertEquals(303, sent.status(), sent::body);
    assertTrue(Objects.requireNonNull(sent.header("location")).contains(context));
    return visitor.browser.follow(tomcat.port(), "/", sent);
  }

  private static byte[] body(int length) {
    byte[] body = new byte[length];
    for (int i = 0; i < length; i++) {
      body[i] = (byte) (i * 31 + i / 7);
    }
    return body;
  }

  private static String sum(byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(body);
    return String.valueOf(sum.getValue());
  }
}
