package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of requests that still have the id which a session had before. */
@Timeout(120)
class ChangedIdsTest extends WithOneNode {

  private static final String NEW = "set user nobody";
  private static final String LOGIN = "rename, changed, set user ann";
  private static final String SHOW = "show user";

  private volatile String newId = "";
  private volatile Consumer<String> afterChange = id -> {};

  @BeforeEach
  void prepare() {
    page.with(
        "changed",
        (request, response) -> {
          newId = request.getSession().getId();
          afterChange.accept(newId);
          return null;
        });
  }

  /**
   * A backup that had begun before the change may write the record after its deletion was noted.
   */
  @Test
  void stickyWhenTheFormerRecordIsWrittenOnceMoreThenTheFormerIdLeadsToNoSession() {
    PageTomcat tomcat = start("t1", settings("sticky").set(Setting.SESSION_BACKUP_ASYNC, true));
    assertEquals("done", tomcat.ask(browser, NEW));
    Browser former = browser.copy();
    byte[] record = Await.value("the record", () -> record(former), Objects::nonNull);

    assertEquals("done", tomcat.ask(browser, LOGIN));
    Await.until("over", () -> !Arrays.equals(record, record(former)));
    node.probe().set(key(former), record);

    assertEquals("no session", tomcat.ask(former, SHOW));
    assertEquals("ann", tomcat.ask(browser, SHOW));
    node.probe().delete(key(former));
  }

  /** Else two requests would have the session to themselves, under one id each. */
  @Test
  void leasedWhenAnotherRequestChangesTheIdThenThatWaitsForTheLease() {
    PageTomcat t1 = start("t1", settings("uriPattern:.*hold.*"));
    PageTomcat t2 = start("t2", settings("uriPattern:.*hold.*"));
    assertEquals("done", t1.ask(browser, NEW));
    CompletableFuture<String> holding = held(t1, "hold, raise");

    CompletableFuture<String> login = later(() -> t2.ask(browser, LOGIN));
    Await.until(
        "the login waits for the lease, or is over",
        () -> isAnyIn(".RequestLeases", "ofChangingId") || login.isDone());
    assertFalse(login.isDone(), "the login went on beside the holder of the lease");
    page.gate().open();

    assertEquals("1", holding.join());
    assertEquals("done", login.join());
    assertEquals("1", t2.ask(browser, "show count"));
    assertEquals("1", t1.ask(browser, "show count"));
    awaitNoLease();
  }

  /** A request that learns the new id early would be the second with the session to itself. */
  @Test
  void leasedWhenTheRequestChangesTheIdThenItKeepsTheSessionUnderTheNewOne() {
    PageTomcat t1 = start("t1", settings("all"));
    PageTomcat t2 = start("t2", settings("all"));
    assertEquals("done", t1.ask(browser, NEW));
    CompletableFuture<String> login = held(t1, "rename, changed, hold, raise");

    Browser told = new Browser();
    told.setCookie("JSESSIONID", newId);
    CompletableFuture<String> other = later(() -> t2.ask(told, "raise"));
    Await.until(
        "the other request waits for the lease, or is over",
        () -> isAnyAskingForALease() || other.isDone());
    assertFalse(other.isDone(), "two requests had the session to themselves");
    page.gate().open();

    assertEquals("1", login.join());
    assertEquals("2", other.join());
    awaitNoLease();
  }

  /** The client could never find its session again. */
  @Test
  void changeWhenTheRequestIsRefusedBehindItThenTheClientLearnsTheNewId() {
    PageTomcat tomcat = start("t1", settings("none"));
    afterChange =
        id ->
            Arrays.stream(tomcat.manager.findSessions())
                .forEach(
                    session ->
                        ((SessionInstance) session).instanceState().use().leased(() -> true));
    assertEquals("done", tomcat.ask(browser, NEW));
    String former = key(browser);

    Response refused = tomcat.get(browser, LOGIN);

    assertEquals(503, refused.status());
    assertNotEquals(former, key(browser));
    assertEquals("nobody", tomcat.ask(browser, SHOW));
  }

  /**
   * What changes in place asks nothing of the session, so no exception tells the application that
   * its instance was given up. In recorded histories such a change was lost, and answered 200.
   */
  @Test
  void changeInPlaceWhenTheIdChangesElsewhereAndThatIsFoundThenIsRefused() {
    assertEquals(503, answerBesideALogin("add pear slowly").status());
  }

  /** It has changed nothing, whatever becomes of the session. */
  @Test
  void lookAtAnObjectWhenTheIdChangesElsewhereAndThatIsFoundThenIsAnswered() {
    assertEquals("[]", answerBesideALogin("show basket, hold").body());
  }

  /** What a request gets that holds while its session gets another id at another Tomcat. */
  private Response answerBesideALogin(String way) {
    PageTomcat t1 = start("t1", settings("none"));
    PageTomcat t2 = start("t2", settings("none"));
    assertEquals("done", t1.ask(browser, NEW));
    assertEquals("[]", t1.ask(browser, "basket"));
    Browser former = browser.copy();
    CompletableFuture<Response> answer = later(() -> t1.get(former.copy(), way));
    page.gate().awaitArrival();
    assertEquals("done", t2.ask(browser, LOGIN));
    assertEquals("no session", t1.ask(former.copy(), SHOW));

    page.gate().open();

    Response response = answer.join();
    assertEquals("[]", t1.ask(browser, "show basket"));
    assertEquals("[]", t2.ask(browser, "show basket"));
    return response;
  }

  /** An application that chooses ids itself must not lose two sessions when it errs. */
  @Test
  void changeWhenAnotherSessionHasThatIdThenIsRefusedAndBothGoOn() {
    PageTomcat t1 = start("t1", settings("none"));
    PageTomcat t2 = start("t2", settings("none"));
    Browser taken = new Browser();
    assertEquals("done", t2.ask(taken, NEW));
    assertEquals("done", t2.ask(taken, LOGIN));
    assertEquals("done", t1.ask(browser, NEW));
    afterChange = id -> t1.manager.changeSessionId(t1.session(browser), key(taken));

    Response refused = t1.get(browser, "show user, changed");

    assertEquals(503, refused.status());
    for (PageTomcat tomcat : List.of(t1, t2)) {
      assertEquals("nobody", tomcat.ask(browser, SHOW));
      assertEquals("ann", tomcat.ask(taken, SHOW));
    }
  }
}
