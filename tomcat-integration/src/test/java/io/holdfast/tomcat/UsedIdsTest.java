package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.NodeProbe;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two applications whose cookies have the path "/": a session that ends in one of them leaves its
 * id to the next session of the browser there, while the other application has the id yet.
 */
@Timeout(120)
class UsedIdsTest extends WithOneNode {

  private boolean listsUsers;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItHasTheIdOfAnEndedOneThenEachTomcatServesIt(boolean sticky) {
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);
    String id = id(browser);

    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");

    assertEquals(id, id(browser));
    assertEquals("bob", t1.ask(browser, "/two", "show user"));
    assertEquals("bob", t2.ask(browser, "/two", "show user"));
    assertEquals("bob", t1.ask(browser, "/two", "show user"));
    assertEquals("portal", t1.ask(browser, "/one", "show user"));
  }

  /** No Tomcat that has a copy of a session before the last one takes that for one of this id. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItEndsAsWellThenNoTomcatServesTheFormerUser(boolean sticky) {
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);

    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");
    assertEquals("done", t1.ask(browser, "/two", "end"));

    assertEquals("no session", t2.ask(browser, "/two", "show user"));
    assertEquals("no session", t1.ask(browser, "/two", "show user"));
    assertEquals("portal", t2.ask(browser, "/one", "show user"));
  }

  /** Within one millisecond, or by a clock that is behind. */
  @Test
  void newSessionWhenNotStickyThenItCountsAsCreatedLaterThanTheFormer() throws Exception {
    PageTomcat t1 = start("t1", false);
    t1.ask(browser, "/one", "set user portal, set io.holdfast.user portal");
    for (int i = 0; i < 20; i++) {
      t1.ask(browser, "/two", "new, end, set user ann");
      long former = t1.session(1, browser).getCreationTime();
      t1.ask(browser, "/two", "new, end, set user bob");

      assertTrue(t1.session(1, browser).getCreationTime() > former);
      assertEquals("bob", t1.ask(browser, "/two", "show user"));
    }
  }

  /** As applications do at a login that are not to keep the session before it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenTheRequestThatCreatesItEndedTheFormerThenEachTomcatServesIt(boolean sticky) {
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);

    t1.ask(browser, "/two", "new, end, set user bob");
    assertEquals("bob", t1.ask(browser, "/two", "show user"));
    assertEquals("bob", t2.ask(browser, "/two", "show user"));
    t2.ask(browser, "/two", "new, end, set user carl");

    assertEquals("carl", t1.ask(browser, "/two", "show user"));
    assertEquals("carl", t2.ask(browser, "/two", "show user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItsTomcatStopsThenTheOtherDoesNotServeTheFormerUser(boolean sticky) {
    PageTomcat t2 = start("t2", sticky);
    PageTomcat t1 = start("t1", sticky);
    annAtT1WithACopyAtT2(t1, t2);
    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");

    t1.close();

    assertEquals("bob", t2.ask(browser, "/two", "show user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenTheFormerHasTimedOutThenNoTomcatServesTheFormerUser(boolean sticky)
      throws Exception {
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);

    t1.session(1, browser).expire(); // as Tomcat does when the time is up
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");

    assertEquals("bob", t1.ask(browser, "/two", "show user"));
    assertEquals("bob", t2.ask(browser, "/two", "show user"));
    assertEquals("bob", t1.ask(browser, "/two", "show user"));
  }

  /** The time of creation tells which of two sessions is the later one. */
  @Test
  void newSessionWhenTheFormerWasCreatedByAClockThatIsAheadThenItCountsAsCreatedLaterAllTheSame()
      throws Exception {
    PageTomcat t1 = start("t1", true);
    PageTomcat t2 = start("t2", true);
    t1.ask(browser, "/two", "set user nobody, set io.holdfast.user nobody");
    long ahead = System.currentTimeMillis() + Duration.ofMinutes(1).toMillis();
    t1.session(1, browser).setCreationTime(ahead);
    annAtT1WithACopyAtT2(t1, t2);
    assertEquals(ahead, t1.session(1, browser).getCreationTime());

    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");

    assertTrue(t1.session(1, browser).getCreationTime() > ahead);
    assertEquals("bob", t2.ask(browser, "/two", "show user"));
  }

  /** The list that still has the former session is that of a node which was away when it ended. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionsWhenTheFormerIsStillListedThenTheNewOneGoesOn(boolean sticky) throws Exception {
    listsUsers = true;
    NodeProbe probe = node.probe();
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);
    String list = "/two_#u" + sha256("ann");
    byte[] old = Objects.requireNonNull(probe.get(list));
    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");
    probe.set(list, old);

    for (PageTomcat each : List.of(t2, t1)) {
      var unused = each.manager(1).sessionsByUser().end("ann");
      assertNull(probe.get("/two_#n"), "other Tomcats are told to end it");
      assertEquals("bob", t1.ask(browser, "/two", "show user"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionsWhenTheTomcatHasACopyOfTheFormerThenTheNewOneEnds(boolean sticky)
      throws Exception {
    listsUsers = true;
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    annAtT1WithACopyAtT2(t1, t2);
    assertEquals("done", t1.ask(browser, "/two", "end"));
    t1.ask(browser, "/two", "set user bob, set io.holdfast.user bob");

    assertEquals(1, t2.manager(1).sessionsByUser().end("bob"));

    Await.until(
        "it is over", () -> "no session".equals(t1.ask(browser.copy(), "/two", "show user")));
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  private void annAtT1WithACopyAtT2(PageTomcat t1, PageTomcat t2) {
    t1.ask(browser, "/one", "set user portal, set io.holdfast.user portal");
    t1.ask(browser, "/two", "set user ann, set io.holdfast.user ann");
    assertEquals("ann", t2.ask(browser, "/two", "show user"));
    assertEquals("ann", t1.ask(browser, "/two", "show user")); // and back
    t1.ask(browser, "/two", "set user ann.later, set io.holdfast.user ann.later");
    t1.ask(browser, "/two", "set user ann, set io.holdfast.user ann");
  }

  private PageTomcat start(String name, boolean sticky) {
    return start(
        name,
        List.of("/one", "/two"),
        settings(sticky).set(Setting.SESSIONS_BY_USER, listsUsers),
        page,
        context -> context.setSessionCookiePath("/"));
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
