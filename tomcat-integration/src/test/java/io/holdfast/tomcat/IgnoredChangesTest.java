package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ignored requests change in sessions that any Tomcat may serve is late, and not lost. */
@Timeout(120)
class IgnoredChangesTest extends WithOneNode {

  private static final String CREATE = "raise, show mark, add apple";
  private static final String IGNORED = "show count, set mark yes, show mark, add pear&ignored";
  private static final String IGNORED_LATER = "hold, " + IGNORED;
  private static final String RAISE = "raise, show mark, show basket";
  private static final String SHOW = "show count, show mark, show basket";
  private static final String BOTH = "2 yes [apple, pear]";

  @AfterEach
  void stopHooks() {
    Note.onWriting = () -> {};
    Hook.onActivation = () -> {};
  }

  /**
   * Another one comes when the request with the lease has looked at what is left, and saves it, and
   * goes before that instance gives way.
   */
  @Test
  void changeWhenItIsMadeBehindTheLookOfTheHolderOfTheLeaseThenIsLaidOverItsChanges() {
    page.value("note", Note::new);
    PageTomcat tomcat = start("t1", "all");
    assertEquals("1 null [apple]", tomcat.ask(browser, CREATE));
    CompletableFuture<String> holder = held(tomcat, "hold, " + RAISE);
    assertEquals("done", tomcat.ask(browser, "put note&ignored"));
    AtomicInteger writes = new AtomicInteger();
    Note.onWriting =
        () -> {
          if (writes.getAndIncrement() == 0) {
            assertEquals("1 yes [apple, pear]", tomcat.ask(browser.copy(), IGNORED));
          }
        };

    page.gate().open();

    assertEquals("2 null [apple]", holder.join());
    Await.until("both are there", () -> tomcat.ask(browser, SHOW).equals(BOTH));
    assertTrue(writes.get() > 0);
  }

  /** It ends between the look at what is left and the moment at which its instance gives way. */
  @Test
  void changeWhenTheInstanceGivesWayRightBehindTheRequestThenIsLaidOverThat() {
    page.value("hook", Hook::new);
    PageTomcat t1 = start("t1", "none", Granularity.SESSION);
    PageTomcat t2 = start("t2", "none", Granularity.SESSION);
    assertEquals("1 null [apple]", t1.ask(browser, "put hook, " + CREATE));
    CompletableFuture<String> ignored = held(t1, IGNORED_LATER);
    assertEquals("2 null [apple]", t2.ask(browser, RAISE));
    Hook.onActivation =
        () -> {
          page.gate().open();
          assertEquals("1 yes [apple, pear]", ignored.join());
          Await.until("it is over", () -> isAtRest(t1));
        };

    assertEquals("2 null [apple]", t1.ask(browser, SHOW));
    Hook.onActivation = () -> {};

    Await.until("both are there", () -> t2.ask(browser, SHOW).equals(BOTH));
  }

  /** An attribute in which the test acts while it is written. */
  private static final class Note implements Serializable {
    @Serial private static final long serialVersionUID = 1L;
    private static volatile Runnable onWriting = () -> {};

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      onWriting.run();
      out.defaultWriteObject();
    }
  }

  /** An attribute in which the test acts when a new instance is made. */
  private static final class Hook implements HttpSessionActivationListener, Serializable {
    @Serial private static final long serialVersionUID = 1L;
    private static volatile Runnable onActivation = () -> {};

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      onActivation.run();
    }
  }

  /** Returns whether no request uses what that Tomcat has. */
  private static boolean isAtRest(PageTomcat tomcat) {
    return Arrays.stream(tomcat.manager.findSessions())
        .allMatch(
            session ->
                session instanceof SessionInstance shared
                    && !shared.instanceState().use().isInUse());
  }

  private PageTomcat start(String name, String lockingMode) {
    return start(name, lockingMode, Granularity.ATTRIBUTE);
  }

  private PageTomcat start(String name, String lockingMode, Granularity granularity) {
    return start(
        name,
        settings(lockingMode)
            .set(Setting.GRANULARITY, granularity)
            .allowedClasses(Hook.class.getName(), Note.class.getName())
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*ignored"));
  }
}
