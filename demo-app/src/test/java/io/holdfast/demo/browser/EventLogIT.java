package io.holdfast.demo.browser;

import static io.holdfast.demo.browser.CannedDemo.look;
import static io.holdfast.demo.browser.CannedDemo.record;
import static io.holdfast.demo.browser.CannedDemo.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The page's log when looks are late, incomplete or contradict each other. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class EventLogIT {

  private static final String ON_N1 = look("running", session(true, record("n1", 3), ""));
  private static final String NOWHERE = look("running", session(true, "", ""));

  private CannedDemo demo;
  private BrowserPage page;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    demo = CannedDemo.serving(ON_N1);
    page = BrowserPage.open(demo.address());
    awaitLog("the record is on n1");
    awaitLog("t1 serves your session");
  }

  @AfterEach
  void close() {
    page.close();
    demo.close();
  }

  @Test
  void logWhenOneLookSeesNoRecordThenDoesNotSayThatItIsGone() {
    demo.then(NOWHERE, look("running", session(true, record("n1", 4), "")));

    page.await("document.getElementById('record-version').textContent === '4'");

    assertFalse(page.text("log").contains("no node"), page.text("log"));
    assertEquals("Memcached n1", page.text("record-node"));
  }

  @Test
  void logWhenTwoLooksSeeNoRecordThenSaysSo() {
    demo.then(NOWHERE, NOWHERE);

    awaitLog("no node holds the record; t1 still has the session in memory");
    assertEquals("no node", page.text("record-node"));
  }

  @Test
  void logWhenItsTomcatIsAnotherProcessThenDoesNotSayThatItHasTheSession() {
    String restarted = NOWHERE.replace("\"pid\":7", "\"pid\":8");
    demo.then(restarted, restarted);

    awaitLog("no node holds the record");
    assertFalse(page.text("log").contains("still has"), page.text("log"));
  }

  @Test
  void logWhenANodeDidNotAnswerThenDoesNotSayThatTheRecordIsGone() {
    String partly = look("running", session(false, "", ""));
    demo.then(partly, partly, partly, look("running", session(true, record("n1", 4), "")));

    page.await("document.getElementById('record-version').textContent === '4'");

    assertFalse(page.text("log").contains("no node"), page.text("log"));
  }

  @Test
  void logWhenTheRecordIsATombstoneThenSaysThatTheSessionHasEnded() {
    demo.then(look("running", session(true, "", "\"n1\"")));

    awaitLog("the session has ended: n1 holds a tombstone in place of the record");
    assertFalse(page.text("log").contains("no node"), page.text("log"));
    assertEquals("none: ended", page.text("record-node"));
  }

  @Test
  void logWhenALookFromBeforeTheKillIsLateThenDropsIt() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    demo.thenLate(asked, open, sent, look("running", session(true, record("n2", 9), "")));
    asked.await();
    demo.then(look("down", session(true, record("n1", 5), "")));

    page.click("kill-t1");
    page.await("document.getElementById('record-version').textContent === '5'");
    open.countDown();
    sent.await();
    demo.then(look("down", session(true, record("n1", 6), "")));
    page.await("document.getElementById('record-version').textContent === '6'");

    assertFalse(page.text("log").contains("t1 runs"), page.text("log"));
    assertFalse(page.text("log").contains("n2"), page.text("log"));
  }

  @Test
  void logWhenTheSessionIsNewThenSaysThatTheCartIsLost() {
    demo.answer("t2", true, CannedDemo.EMPTY_CART);
    page.click("reload-cart");

    awaitLog("t2 began a new session: the cart is lost");
  }

  @Test
  void logWhenAnotherTabChangedTheCartThenDoesNotSayThatItIsLost() {
    demo.answer("t2", false, CannedDemo.EMPTY_CART);
    page.click("reload-cart");

    awaitLog("t2 took your session over from t1: another cart");
  }

  private void awaitLog(String text) {
    page.await("document.getElementById('log').textContent.includes('" + text + "')");
  }
}
