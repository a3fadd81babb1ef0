package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Listeners and serializers run on threads of requests, of Tomcat and of backups, in every mode:
 * never on the timer's thread, which renews leases, nor on one that reads a node's answers.
 */
@Timeout(120)
class ListenerThreadsTest extends WithOneNode {

  private static final Set<String> HEARD = new ConcurrentSkipListSet<>();
  private static final Set<String> INTRUSIONS = new ConcurrentSkipListSet<>();

  private final Page page = new Page();

  @BeforeEach
  void prepare() {
    HEARD.clear();
    INTRUSIONS.clear();
  }

  private record Way(boolean isSticky, String lockingMode, boolean async, Granularity granularity) {

    static Way sticky(boolean async) {
      return new Way(true, "none", async, Granularity.ATTRIBUTE);
    }

    static Stream<Way> nonSticky(String lockingMode) {
      return Stream.of(Granularity.values())
          .map(granularity -> new Way(false, lockingMode, true, granularity));
    }
  }

  static Stream<Way> ways() {
    return Stream.concat(
        Stream.of(Way.sticky(true), Way.sticky(false)),
        Stream.of("none", "optimistic", "auto", "all", "uriPattern:.*alone.*")
            .flatMap(Way::nonSticky));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void sessionWhenItLivesMovesAndEndsThenNoSharedThreadCallsTheApplication(Way way)
      throws LifecycleException, IOException, InterruptedException {
    PageTomcat one = start("t1", way);
    PageTomcat two = start("t2", way);
    try {
      Browser browser = new Browser();
      assertEquals("new", one.ask(browser, "new"));
      assertEquals("set", one.ask(browser, "set"));
      Await.until("it is stored", () -> isStored(browser));
      assertEquals("there", two.ask(browser, "read"));
      changeOnBoth(way, one, two, browser);
      assertEquals("later", one.ask(browser, "later"));
      assertEquals("alone", one.ask(browser, "alone"));
      assertEquals("renamed", two.ask(browser, "rename"));
      assertEquals("removed", two.ask(browser, "remove"));
      assertEquals("set", one.ask(browser, "set"));
      assertEquals("ended", two.ask(browser, "end"));
      expire(one);
      assertEquals("new", two.ask(new Browser(), "new")); // is passivated at the stop
    } finally {
      page.mayGoOn.countDown();
      one.close();
      two.close();
    }

    assertEquals(Set.of(), INTRUSIONS);
    assertEquals(
        new TreeSet<>(
            List.of(
                "added",
                "bound",
                "created",
                "decoded",
                "destroyed",
                "did activate",
                "encoded",
                "id changed",
                "removed",
                "replaced",
                "unbound",
                "will passivate")),
        new TreeSet<>(HEARD));
  }

  private boolean isStored(Browser browser) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    return node.probe().get(id.replaceFirst("[.].*", "")) != null;
  }

  /** While a request is at work on one Tomcat, the other changes the session: a conflict. */
  private void changeOnBoth(Way way, PageTomcat one, PageTomcat two, Browser browser)
      throws InterruptedException {
    if (way.isSticky || way.lockingMode.equals("all") || way.lockingMode.equals("auto")) {
      return; // the other one waits for it
    }
    CompletableFuture<Response> slow = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> slow.complete(browser.copy().get(one.port(), "/page?way=slow")));
    thread.start();
    page.isThere.await(60, TimeUnit.SECONDS);
    assertEquals("set", two.ask(browser, "set"));
    page.mayGoOn.countDown();
    assertEquals("slow", slow.join().body());
    thread.join();
  }

  private static void expire(PageTomcat tomcat) {
    int before = tomcat.manager.getActiveSessions();
    assertEquals("short", tomcat.ask(new Browser(), "short"));
    Await.until(
        "its time is up",
        () -> {
          tomcat.manager.processExpires();
          return tomcat.manager.getActiveSessions() <= before;
        });
  }

  private PageTomcat start(String name, Way way) throws LifecycleException, IOException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(way.isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, way.async)
            .set(Setting.GRANULARITY, way.granularity)
            .set(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(1))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .allowedClasses(Value.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    if (!way.isSticky) {
      builder.lockingMode(way.lockingMode);
    }
    return new PageTomcat(
        Files.createDirectories(base.resolve(name)),
        name,
        way.isSticky ? name : null,
        builder,
        page,
        ListenerThreadsTest::addListeners);
  }

  private static void addListeners(StandardContext context) {
    context.addApplicationLifecycleListener(new Listener());
    context.addApplicationEventListener(new Listener());
  }

  private static void note(String what) {
    HEARD.add(what);
    String thread = Thread.currentThread().getName();
    boolean isForApplication = thread.contains("-backup-") || thread.contains("-stop-");
    if (thread.startsWith("holdfast-") && !isForApplication) {
      INTRUSIONS.add(what + " on " + thread);
    }
  }

  private static final class Listener
      implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener {

    @Override
    public void sessionCreated(HttpSessionEvent event) {
      note("created");
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      note("destroyed");
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
      note("added");
    }

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
      note("replaced");
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
      note("removed");
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldId) {
      note("id changed");
    }
  }

  private static final class Value
      implements HttpSessionBindingListener, HttpSessionActivationListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private static final AtomicInteger made = new AtomicInteger();

    @SuppressWarnings("UnusedVariable") // so that no two have the same bytes
    private final int number = made.incrementAndGet();

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      note("bound");
    }

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {
      note("unbound");
    }

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      note("will passivate");
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      note("did activate");
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      note("encoded");
      out.defaultWriteObject();
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      note("decoded");
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      switch (way) {
        case "new", "set" -> session.setAttribute("value", new Value());
        case "read" -> way = session.getAttribute("value") == null ? "nothing" : "there";
        case "slow" -> {
          session.setAttribute("another", new Value());
          isThere.countDown();
          awaitQuietly();
        }
        case "alone" -> session.setAttribute("alone", new Value());
        case "rename" -> {
          request.changeSessionId();
          way = "renamed";
        }
        case "remove" -> {
          session.removeAttribute("value");
          way = "removed";
        }
        case "short" -> {
          session.setAttribute("value", new Value());
          session.setMaxInactiveInterval(1);
        }
        case "end" -> {
          session.invalidate();
          way = "ended";
        }
        default -> {
          AsyncContext async = request.startAsync();
          String answer = way;
          async.start(
              () -> {
                session.setAttribute("later", new Value());
                write(async, answer);
                async.complete();
              });
          return;
        }
      }
      response.getWriter().print(way);
    }

    private static void write(AsyncContext async, String text) {
      try {
        async.getResponse().getWriter().print(text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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
