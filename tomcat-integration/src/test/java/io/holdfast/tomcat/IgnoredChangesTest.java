package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ignored requests change in sessions that any Tomcat may serve is late, and not lost. */
@Timeout(120)
class IgnoredChangesTest extends WithOneNode {

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /** The instance with the change gave way to what the other Tomcat had stored. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all"})
  void changeWhenAnotherTomcatSavesNextThenIsLaidOverThat(String lockingMode)
      throws LifecycleException {
    try (PageTomcat t1 = start("t1", lockingMode);
        PageTomcat t2 = start("t2", lockingMode)) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", t1.ask(browser, "create"));
      t1.awaitNoRequest(); // its end would save the change
      assertEquals("1 yes [apple, pear]", t1.ask(browser, "ignored"));
      assertEquals("2 null [apple]", t2.ask(browser, "raise"));

      // the first request may still have its instance: it has answered before it gives that up
      Await.until("both are there", () -> t1.ask(browser, "show").equals("2 yes [apple, pear]"));
      assertEquals("2 yes [apple, pear]", t2.ask(browser, "show"));
    }
  }

  /** The instance with the change gave way to that of the request with the lease. */
  @Test
  void changeWhenItIsMadeBesideTheHolderOfTheLeaseThenIsLaidOverItsChanges()
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1", "all")) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", tomcat.ask(browser, "create"));
      CompletableFuture<String> holder =
          CompletableFuture.supplyAsync(
              () -> tomcat.ask(browser.copy(), "hold"), command -> new Thread(command).start());
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("1 yes [apple, pear]", tomcat.ask(browser, "ignored"));
      page.mayGoOn.countDown();
      assertEquals("2 null [apple]", holder.join());

      Await.until(
          "both are there", () -> tomcat.ask(browser, "show").equals("2 yes [apple, pear]"));
    }
  }

  /**
   * Another one comes when the request with the lease has looked at what is left, and saves it, and
   * goes before that instance gives way.
   */
  @Test
  void changeWhenItIsMadeBehindTheLookOfTheHolderOfTheLeaseThenIsLaidOverItsChanges()
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1", "all")) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", tomcat.ask(browser, "create"));
      CompletableFuture<String> holder = later(tomcat, browser, "hold");
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("1 null [apple]", tomcat.ask(browser, "note-ignored"));
      AtomicInteger writes = new AtomicInteger();
      Note.onWriting =
          () -> {
            if (writes.getAndIncrement() == 0) {
              assertEquals("1 yes [apple, pear]", tomcat.ask(browser.copy(), "ignored"));
            }
          };
      try {
        page.mayGoOn.countDown();
        assertEquals("2 null [apple]", holder.join());

        Await.until(
            "both are there", () -> tomcat.ask(browser, "show").equals("2 yes [apple, pear]"));
      } finally {
        Note.onWriting = () -> {};
      }
      assertTrue(writes.get() > 0);
    }
  }

  /** The ignored request changes the session when its instance has given way. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all"})
  void changeWhenItIsMadeAfterTheInstanceGaveWayThenIsLaidOverThat(String lockingMode)
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", lockingMode);
        PageTomcat t2 = start("t2", lockingMode)) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", t1.ask(browser, "create"));
      CompletableFuture<String> ignored = later(t1, browser, "hold-ignored");
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("2 null [apple]", t2.ask(browser, "raise"));
      assertEquals("2 null [apple]", t1.ask(browser, "show"));

      page.mayGoOn.countDown();
      assertEquals("1 yes [apple, pear]", ignored.join());

      Await.until("both are there", () -> t2.ask(browser, "show").equals("2 yes [apple, pear]"));
    }
  }

  /** It ends between the look at what is left and the moment at which its instance gives way. */
  @Test
  void changeWhenTheInstanceGivesWayRightBehindTheRequestThenIsLaidOverThat()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", "none", Granularity.SESSION);
        PageTomcat t2 = start("t2", "none", Granularity.SESSION)) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", t1.ask(browser, "create-with-hook"));
      CompletableFuture<String> ignored = later(t1, browser, "hold-ignored");
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("2 null [apple]", t2.ask(browser, "raise"));

      Hook.onActivation =
          () -> {
            page.mayGoOn.countDown();
            assertEquals("1 yes [apple, pear]", ignored.join());
            Await.until("it is over", () -> Hook.isOver(t1));
          };
      try {
        assertEquals("2 null [apple]", t1.ask(browser, "show"));
      } finally {
        Hook.onActivation = () -> {};
      }

      Await.until("both are there", () -> t2.ask(browser, "show").equals("2 yes [apple, pear]"));
    }
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

    /** Whether no request uses what that Tomcat has. */
    static boolean isOver(PageTomcat tomcat) {
      return Arrays.stream(tomcat.manager.findSessions())
          .allMatch(
              session ->
                  session instanceof SessionInstance shared
                      && !shared.instanceState().use().isInUse());
    }
  }

  private static CompletableFuture<String> later(PageTomcat tomcat, Browser browser, String way) {
    return CompletableFuture.supplyAsync(
        () -> tomcat.ask(browser.copy(), way), command -> new Thread(command).start());
  }

  private PageTomcat start(String name, String lockingMode) throws LifecycleException {
    return start(name, lockingMode, Granularity.ATTRIBUTE);
  }

  private PageTomcat start(String name, String lockingMode, Granularity granularity)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.GRANULARITY, granularity)
            .allowedClasses(Hook.class.getName(), Note.class.getName())
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*ignored")
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "create", "create-with-hook" -> {
          if (request.getParameter("way").endsWith("hook")) {
            session.setAttribute("hook", new Hook());
          }
          session.setAttribute("count", 1);
          session.setAttribute("basket", new ArrayList<>(List.of("apple")));
        }
        case "ignored" -> {
          session.setAttribute("mark", "yes");
          basket(session).add("pear"); // in place
        }
        case "hold-ignored" -> {
          isThere.countDown();
          awaitQuietly();
          session.setAttribute("mark", "yes");
          basket(session).add("pear"); // in place
        }
        case "note-ignored" -> session.setAttribute("note", new Note());
        case "raise" -> session.setAttribute("count", 2);
        case "hold" -> {
          isThere.countDown();
          awaitQuietly();
          session.setAttribute("count", 2);
        }
        default -> {} // shows it
      }
      response
          .getWriter()
          .print(
              session.getAttribute("count")
                  + " "
                  + session.getAttribute("mark")
                  + " "
                  + basket(session));
    }

    @SuppressWarnings("unchecked") // nothing else has that name
    private static List<String> basket(HttpSession session) {
      return (List<String>) session.getAttribute("basket");
    }

    private void awaitQuietly() {
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
