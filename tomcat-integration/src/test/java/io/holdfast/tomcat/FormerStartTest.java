package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.Session;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an earlier start of an application has left, when the application was started again. */
@Timeout(120)
class FormerStartTest extends WithOneNode {

  private static final String KEEP = "set fruit apple, keep, show fruit";

  private final Queue<String> ends = new ConcurrentLinkedQueue<>();

  /** As a thread does that the application has forgotten to end. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartIsInvalidatedThenGoesOn(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, false);
    assertEquals("apple", tomcat.ask(browser, KEEP));
    tomcat.restart();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));

    page.kept().invalidate();

    assertEquals(1, tomcat.manager.getActiveSessions());
    assertEquals("apple", tomcat.ask(browser, "show fruit"));
    tomcat.restart();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItEndsItsSessionAfterTheStopThenIsRefusedAndTheSessionGoesOn(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, false);
    assertEquals("apple", tomcat.ask(browser, KEEP));
    Browser copy = browser.copy();
    CompletableFuture<Response> late = later(() -> tomcat.get(copy, "hold, end"));
    page.gate().awaitArrival();
    tomcat.stop();

    page.gate().open();

    assertEquals(503, late.join().status());
    tomcat.start();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));
    assertEquals(List.of(), List.copyOf(ends));
  }

  /** The session has not ended, and the listeners are those of the present start. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listenersWhenAnObjectOfTheFormerStartIsInvalidatedThenHearNothing(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, false);
    assertEquals("apple", tomcat.ask(browser, KEEP));
    tomcat.restart();

    page.kept().invalidate();

    assertEquals(List.of(), List.copyOf(ends));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartGetsAnotherIdThenIsStillHere(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, false);
    assertEquals("apple", tomcat.ask(browser, KEEP));
    Session former = tomcat.session(browser);
    tomcat.restart();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));

    former.setId("another", false);

    assertEquals(1, tomcat.manager.getActiveSessions());
  }

  /** Who ends the sessions of that user would end the session of another one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartNamesAUserThenIsNotListedForHim(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, true);
    assertEquals("apple", tomcat.ask(browser, KEEP));
    tomcat.restart();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));

    page.kept().setAttribute(SessionsByUser.USER_ATTRIBUTE, "eve");

    assertEquals(0, tomcat.manager.endSessionsOf("eve"));
    assertEquals("apple", tomcat.ask(browser, "show fruit"));
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void loaderWhenItsApplicationHasStoppedThenIsCollected(boolean isSticky, boolean isListed) {
    PageTomcat tomcat = start(isSticky, isListed);
    assertEquals("done", tomcat.ask(browser, "set fruit apple"));
    WeakReference<ClassLoader> loader = new WeakReference<>(tomcat.loader());

    tomcat.stop();

    awaitCollected(loader);
  }

  private PageTomcat start(boolean isSticky, boolean isListed) {
    return start(
        "t1",
        settings(isSticky).set(Setting.SESSIONS_BY_USER, isListed),
        eachTime(
            context -> {
              context.setUnloadDelay(100);
              context.addApplicationLifecycleListener(new Ends());
            }));
  }

  private final class Ends implements HttpSessionListener {
    @Override
    public void sessionCreated(HttpSessionEvent event) {}

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      ends.add(event.getSession().getId());
    }
  }
}
