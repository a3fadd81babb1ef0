package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.nio.file.Path;
import org.apache.catalina.authenticator.FormAuthenticator;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a synchronous response leaves. */
class ResponseGateTest {

  private static GatedTomcat tomcat;

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat =
        GatedTomcat.start(
            base, ResponseGateTest::configure, "asked", "changing", "harmless", "secured", "login");
    tomcat.answer("harmless", "print x").answer("changing", "change; print changed");
  }

  private static void configure(StandardContext context) {
    for (int status : new int[] {404, 503}) {
      ErrorPage page = new ErrorPage();
      page.setErrorCode(status);
      page.setLocation("/changing");
      context.addErrorPage(page);
    }
    SecurityCollection secured = new SecurityCollection();
    secured.addPattern("/secured");
    SecurityConstraint constraint = new SecurityConstraint();
    constraint.addCollection(secured);
    constraint.addAuthRole("user");
    context.addConstraint(constraint);
    context.setLoginConfig(new LoginConfig("FORM", null, "/login", "/login"));
    context.getPipeline().addValve(new FormAuthenticator());
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  // ---- saved before the first byte ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "change",
        "change; out small",
        "change; print small",
        "change; bytes x*200000",
        "change; print x*200000",
        "change; length 5; out whole",
        "change; flush",
        "change; flushStream",
        "change; closeStream",
        "change; close",
        "change; redirect /elsewhere",
        "change; error 403",
        "error 404", // its page makes the change
        "change; fail state",
        "include /changing; flush",
        "forward /changing",
        "forward /harmless; change",
        "forwardToName harmless; change"
      })
  void changeWhenTheResponseLeavesThenWasSavedBefore(String steps) {
    tomcat.ask(steps);

    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  @Test
  void changeWhenTheRedirectHasABodyThenWasSavedBefore() {
    tomcat.context().setSendRedirectBody(true);
    Response answer = tomcat.ask("change; redirect /elsewhere; checkLeft");
    tomcat.context().setSendRedirectBody(false);

    assertEquals(302, answer.status());
    assertFalse(answer.body().isEmpty());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  /** Tomcat forwards to the page itself, before any filter was asked for the request. */
  @Test
  void changeWhenALoginPageLeavesThenWasSavedBefore() {
    tomcat.answer("login", "change; bytes x*200000; checkLeft");

    assertEquals(200, tomcat.get("secured").status());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  /** Tomcat closes the response behind its forward. */
  @ParameterizedTest
  @ValueSource(strings = {"change; print small", "change; out small"})
  void changeWhenASmallLoginPageLeavesThenWasSavedBefore(String steps) {
    tomcat.answer("login", steps);

    assertEquals("small", tomcat.get("secured").body());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  // ---- and again ----

  @Test
  void changesWhenMadeBetweenFlushesThenEachWasSavedBeforeTheNextBytes() {
    Response answer = tomcat.ask("times 5 change, print x, flushWriter, checkLeft");

    assertEquals("xxxxx", answer.body());
    assertEquals(5, tomcat.exchange().saved());
  }

  @Test
  void changeWhenMadeAfterTheLastByteThenIsSavedWhenTheApplicationIsDone() {
    tomcat.ask("close; change");

    Await.until("saved", () -> tomcat.exchange().saved() == 1);
  }

  // ---- what the client gets ----

  @Test
  void responseWhenItsStreamIsClosedThenHasLeft() {
    Response answer = tomcat.ask("out all; closeStream; header X-Late: yes; out late");

    assertEquals(200, answer.status());
    assertEquals("all", answer.body());
    assertTrue(answer.header("X-Late") == null);
  }

  @ParameterizedTest
  @CsvSource({
    "print dropped by the forward; forward /changing; print late; flush; print later, changed",
    "print wrong; resetBuffer; print right, right",
    "print wrong; reset; out right, right"
  })
  void responseWhenForwardedOrResetThenForgetsWhatWasWritten(String steps, String body) {
    assertEquals(body, tomcat.ask(steps).body());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404})
  void responseWhenAnErrorIsSentThenForgetsWhatWasWritten(int status) {
    Response answer = tomcat.ask("print wrong; error " + status);

    assertEquals(status, answer.status());
    assertFalse(answer.body().contains("wrong"), answer.body());
    assertEquals(status == 404, answer.body().equals("changed"));
  }

  @Test
  void responseWhenRefusedWhileTheApplicationIsAtWorkThenIsItsErrorPage() {
    Response answer = tomcat.ask("refuse; flush");

    assertEquals(503, answer.status());
    assertEquals("changed", answer.body());
  }

  @Test
  void changeWhenTheConnectionIsUpgradedThenWasSavedBefore() {
    Response answer =
        tomcat.ask("header Upgrade: asked; upgrade; change"); // Tomcat 9.0.124 needs it

    assertEquals(101, answer.status());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  // ---- no more than needed ----

  @Test
  void gateWhenTheResponseFitsTheBufferThenIsOpenedOnce() {
    tomcat.ask("times 800 print small text");

    assertEquals(1, tomcat.exchange().count());
  }

  @Test
  void gateWhenALargeResponseIsPrintedInPiecesThenIsOpenedOncePerBuffer() {
    tomcat.ask("times 10000 print 0123456789");

    int lastInTomcatsBuffers = 1;
    assertEquals(100_000 / 8192 - lastInTomcatsBuffers + 1, tomcat.exchange().count());
  }

  @Test
  void gateWhenTextIsFlushedThenIsOpenedOnceForIt() {
    tomcat.ask("times 3 print some text, flush");

    int flushesAndTheEnd = 4;
    assertEquals(flushesAndTheEnd, tomcat.exchange().countUnflowing());
  }
}
