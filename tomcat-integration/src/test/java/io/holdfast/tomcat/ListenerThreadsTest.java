package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import javax.servlet.http.HttpSessionListener;
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

  @BeforeEach
  void prepare() {
    HEARD.clear();
    INTRUSIONS.clear();
  }

  private record Way(String mode, boolean async, Granularity granularity) {}

  static Stream<Way> ways() {
    return Stream.concat(
        Stream.of(true, false).map(async -> new Way("sticky", async, Granularity.ATTRIBUTE)),
        Stream.of("none", "optimistic", "auto", "all", "uriPattern:.*alone.*")
            .flatMap(
                mode ->
                    Stream.of(Granularity.values())
                        .map(granularity -> new Way(mode, true, granularity))));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void sessionWhenItLivesMovesAndEndsThenNoSharedThreadCallsTheApplication(Way way) {
    page.value("value", Value::new).value("another", Value::new);
    PageTomcat one = start("t1", way);
    PageTomcat two = start("t2", way);

    assertEquals("done", one.ask(browser, "put value"));
    assertEquals("done", one.ask(browser, "put value&again"));
    Await.until("it is stored", () -> record(browser) != null);
    assertEquals("a value", two.ask(browser, "show value"));
    changeOnBoth(way, one, two);
    assertEquals("done", one.ask(browser, "new, async, put another"));
    assertEquals("done", one.ask(browser, "put another&alone"));
    assertEquals("done", two.ask(browser, "rename"));
    assertEquals("done", two.ask(browser, "unset value"));
    assertEquals("done", one.ask(browser, "put value"));
    assertEquals("done", two.ask(browser, "end"));
    int before = one.manager.getActiveSessions();
    assertEquals("done", one.ask(new Browser(), "put value, lasts 1"));
    one.expireUntil("its time is up", () -> one.manager.getActiveSessions() <= before);
    assertEquals("done", two.ask(new Browser(), "put value")); // is passivated at the stop
    one.close();
    two.close();

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

  /** While a request is at work on one Tomcat, the other changes the session: a conflict. */
  private void changeOnBoth(Way way, PageTomcat one, PageTomcat two) {
    if (List.of("sticky", "all", "auto").contains(way.mode)) {
      return; // the other one waits for it
    }
    CompletableFuture<String> slow = held(one, "put another, hold");
    assertEquals("done", two.ask(browser, "put value"));
    page.gate().open();
    assertEquals("done", slow.join());
  }

  private PageTomcat start(String name, Way way) {
    return start(
        name,
        settings(way.mode)
            .set(Setting.SESSION_BACKUP_ASYNC, way.async)
            .set(Setting.GRANULARITY, way.granularity)
            .set(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(1))
            .allowedClasses(Value.class.getName()),
        eachTime(ListenerThreadsTest::addListeners));
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

    @Override
    public String toString() {
      return "a value";
    }
  }
}
