package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JMX, and so the console, says of one session: its size and its user. */
@Timeout(60)
final class SessionFiguresTest extends WithOneNode {

  private static final int LENGTH = 10_000;

  /** Of names, types and header. */
  private static final int BESIDE = 200;

  /** Sticky sessions give up the bytes of their record: the size stays known. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sizeWhenASessionIsStoredThenIsThatOfItsAttributes(boolean isSticky) {
    PageTomcat t1 = start("t1", isSticky);
    assertEquals("done", t1.ask(browser, "put one"));
    awaitSize(t1, LENGTH);
    assertEquals("done", t1.ask(browser, "put two"));
    awaitSize(t1, 2 * LENGTH);

    var unused = t1.ask(browser, "show one");

    assertEquals(2 * LENGTH, size(t1), (double) BESIDE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sizeWhenAnotherTomcatTakesTheSessionOverThenIsKnownThere(boolean isSticky) {
    PageTomcat t1 = start("t1", isSticky);
    PageTomcat t2 = start("t2", isSticky);
    assertEquals("done", t1.ask(browser, "put one"));
    awaitSize(t1, LENGTH);

    var unused = t2.ask(browser, "show one");

    assertEquals(LENGTH, size(t2), (double) BESIDE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void userWhenTheApplicationNamesOneThenIsShown(boolean isSticky) {
    PageTomcat t1 = start("t1", isSticky);
    assertEquals("done", t1.ask(browser, "put one"));
    assertNull(t1.manager.getSessionUser(id(browser)));

    assertEquals("done", t1.ask(browser, "set " + SessionsByUser.USER_ATTRIBUTE + " ann"));

    assertEquals("ann", t1.manager.getSessionUser(id(browser)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void figuresWhenThereIsNoSuchSessionThenAreNone(boolean isSticky) {
    PageTomcat t1 = start("t1", isSticky);
    assertEquals(-1, t1.manager.getSessionSize("0123456789ABCDEF.t1"));
    assertNull(t1.manager.getSessionUser("0123456789ABCDEF.t1"));
  }

  private void awaitSize(PageTomcat tomcat, int length) {
    Await.until("the size is known", () -> size(tomcat) >= length);
    assertTrue(size(tomcat) < length + BESIDE, () -> "size: " + size(tomcat));
  }

  private int size(PageTomcat tomcat) {
    return tomcat.manager.getSessionSize(id(browser));
  }

  private PageTomcat start(String name, boolean isSticky) {
    page.value("one", () -> "x".repeat(LENGTH)).value("two", () -> "x".repeat(LENGTH));
    return start(
        name,
        settings(isSticky)
            .memcachedNodes("n1:" + node.address())
            .set(Setting.SESSION_BACKUP_ASYNC, true));
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
