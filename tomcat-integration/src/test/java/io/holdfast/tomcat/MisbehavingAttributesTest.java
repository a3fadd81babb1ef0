package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attributes that misbehave while they are written, in two Tomcats and every mode: at the end of a
 * request, while a response flows, at the other Tomcat, in lists for operators and at a stop. Each
 * costs itself; the other attributes, other sessions and leases go on. The serializer is {@code
 * java}; {@code dist} tries all of them.
 */
@Timeout(120)
class MisbehavingAttributesTest extends WithOneNode {

  private static final int BUFFER = 8_192;
  private static final int BUFFERS = 20;

  private final Page page = new Page();
  private final Browser browser = new Browser();
  private @Nullable PageTomcat one;
  private @Nullable PageTomcat two;

  @AfterEach
  void stopAll() throws LifecycleException {
    page.released.countDown();
    if (one != null) {
      one.close();
    }
    if (two != null) {
      two.close();
    }
  }

  /** How sessions are served; without a locking mode they are sticky. */
  private record Mode(@Nullable String locking, boolean isAsync) {

    boolean isSticky() {
      return locking == null;
    }

    /** What a request gets while another one of its session is blocked. */
    int answerBeside() {
      return isSticky() ? 200 : 503; // what becomes of its change is unknown yet
    }
  }

  static List<Mode> modes() {
    return List.of(
        new Mode(null, true),
        new Mode(null, false),
        new Mode("none", false),
        new Mode("optimistic", false),
        new Mode("auto", false),
        new Mode("all", false),
        new Mode("uriPattern:.*", false));
  }

  static Stream<Arguments> misbehavioursInEachMode() {
    return modes().stream()
        .flatMap(
            mode ->
                Arrays.stream(Misbehaviour.values())
                    .map(misbehaviour -> Arguments.of(mode, misbehaviour)));
  }

  @ParameterizedTest
  @MethodSource("misbehavioursInEachMode")
  void attributeWhenItMisbehavesThenCostsItself(Mode mode, Misbehaviour misbehaviour)
      throws LifecycleException, IOException {
    page.bad = misbehaviour;
    PageTomcat here = start("t1", mode, Duration.ofSeconds(10));
    one = here;
    PageTomcat other = start("t2", mode, Duration.ofSeconds(10));
    two = other;

    assertEquals("done", here.ask(browser, "good"));
    assertEquals("done", here.ask(browser, "bad"));
    assertEquals("done", here.ask(browser, "after"));
    assertEquals(BUFFERS * BUFFER, here.ask(browser, "stream").length());

    Await.until(
        "a request shows it to others", () -> shown(here).containsKey("bad") || setsItAgain(here));
    assertListed(here);
    awaitStored(mode, "late");
    Await.until("all else is stored", () -> read(other).equals("after,good,late,streamed"));
    Await.until("no lease is left", this::isNoLeaseLeft);
    assertEquals("done", other.ask(browser, "moved"));
    here.close();
    one = null;
    assertEquals("after,good,late,moved,streamed", read(other));
  }

  /**
   * No record has it: under a lease, a request that comes before the end of the one before gets an
   * instance without it.
   */
  private boolean setsItAgain(PageTomcat tomcat) {
    assertEquals("done", tomcat.ask(browser, "bad"));
    return false;
  }

  /** A request that reads the session here does not move it. */
  private String read(PageTomcat tomcat) {
    return tomcat.ask(browser.copy(), "read");
  }

  private void assertListed(PageTomcat tomcat) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    assertTrue(tomcat.manager.listSessionIds().contains(id));
    assertEquals("text", shown(tomcat).get("good"));
    assertEquals("(cannot be shown: java.lang.IllegalStateException)", shown(tomcat).get("bad"));
  }

  /** The attributes as JMX shows them. */
  private Map<String, String> shown(PageTomcat tomcat) {
    return tomcat.manager.getSession(Objects.requireNonNull(browser.cookie("JSESSIONID")));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void attributeWhenItBlocksThenOtherSessionsGoOnAndItsOwnWhenItIsReleased(Mode mode)
      throws LifecycleException, IOException, InterruptedException {
    PageTomcat here = start("t1", mode, Duration.ofSeconds(1));
    one = here;
    PageTomcat other = start("t2", mode, Duration.ofSeconds(1));
    two = other;
    assertEquals("done", here.ask(browser, "good"));
    CompletableFuture<Response> blocked = new CompletableFuture<>();
    Browser same = browser.copy();
    Thread thread = new Thread(() -> blocked.complete(same.get(here.port(), "/page?way=block")));
    thread.start();
    assertTrue(page.isBlocked.await(60, TimeUnit.SECONDS));

    Browser another = new Browser();
    assertEquals("done", here.ask(another, "good"));
    Await.until("another session is stored", () -> isStored(another, "good"));
    int beside = browser.copy().get(here.port(), "/page?way=after").status();
    page.released.countDown();

    assertEquals(mode.answerBeside(), beside);
    assertEquals(200, blocked.join().status());
    thread.join();
    assertEquals("done", here.ask(browser, "later"));
    awaitStored(mode, "later");
    Await.until("the session goes on", () -> read(other).contains("good,later"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  /** No other Tomcat may serve a sticky session while this one has not stored it yet. */
  private void awaitStored(Mode mode, String name) {
    if (mode.isSticky()) {
      Await.until("it is stored", () -> isStored(browser, name));
    }
  }

  private boolean isStored(Browser client, String name) {
    String id = Objects.requireNonNull(client.cookie("JSESSIONID")).replaceFirst("[.].*", "");
    byte[] item = node.probe().get(id);
    return item != null && new String(item, StandardCharsets.ISO_8859_1).contains(name);
  }

  private boolean isNoLeaseLeft() {
    return node.probe().keys().stream().noneMatch(key -> key.endsWith(":l"));
  }

  private PageTomcat start(String name, Mode mode, Duration operationTimeout)
      throws LifecycleException, IOException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(mode.isSticky())
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .allowedClasses(MisbehavingAttributesTest.class.getName()) // and those nested in it
            .set(Setting.OPERATION_TIMEOUT, operationTimeout);
    if (mode.locking == null) {
      builder
          .set(Setting.SESSION_BACKUP_ASYNC, mode.isAsync)
          .set(Setting.SESSION_BACKUP_TIMEOUT, operationTimeout);
    } else {
      builder.lockingMode(mode.locking).set(Setting.LOCK_EXPIRATION, Duration.ofSeconds(5));
    }
    return new PageTomcat(
        Files.createDirectories(base.resolve(name)),
        name,
        mode.isSticky() ? name : null,
        builder,
        page);
  }

  private enum Misbehaviour {
    THROWS_AN_EXCEPTION,
    THROWS_AN_ERROR,
    OVERFLOWS_THE_STACK,
    RUNS_OUT_OF_MEMORY,
    CHANGES_ALL_THE_TIME,
    INTERRUPTS_ITS_THREAD,
    CANNOT_BE_READ;

    void write() {
      switch (this) {
        case THROWS_AN_EXCEPTION -> throw new IllegalStateException("told to fail");
        case THROWS_AN_ERROR -> throw new NoClassDefFoundError("com/acme/Missing");
        case OVERFLOWS_THE_STACK -> throw new StackOverflowError();
        case RUNS_OUT_OF_MEMORY -> throw new OutOfMemoryError("thrown by a test");
        case CHANGES_ALL_THE_TIME -> throw new ConcurrentModificationException("told to change");
        case INTERRUPTS_ITS_THREAD -> Thread.currentThread().interrupt();
        case CANNOT_BE_READ -> {}
      }
    }
  }

  private static final class Bad implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private final Misbehaviour misbehaviour;

    Bad(Misbehaviour misbehaviour) {
      this.misbehaviour = misbehaviour;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      misbehaviour.write();
      out.defaultWriteObject();
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      if (misbehaviour == Misbehaviour.CANNOT_BE_READ) {
        throw new IllegalStateException("told to fail when it is read");
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new IllegalStateException("no attribute is to be compared");
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException("no attribute is to be hashed");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no attribute is to be shown");
    }
  }

  private static final class Blocking implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private final transient Page page;

    Blocking(Page page) {
      this.page = page;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      page.block();
      out.defaultWriteObject();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isBlocked = new CountDownLatch(1);
    private final transient CountDownLatch released = new CountDownLatch(1);
    private Misbehaviour bad = Misbehaviour.CANNOT_BE_READ;

    void block() {
      isBlocked.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      if (way.equals("read")) {
        response.getWriter().print(goodNames(session));
        return;
      }
      switch (way) {
        case "bad" -> session.setAttribute("bad", new Bad(bad));
        case "block" -> session.setAttribute("blocking", new Blocking(this));
        case "stream" -> stream(session, response);
        default -> session.setAttribute(way, "text");
      }
      if (!way.equals("stream")) {
        response.getWriter().print("done");
      }
    }

    private static void stream(HttpSession session, HttpServletResponse response)
        throws IOException {
      byte[] buffer = new byte[BUFFER];
      Arrays.fill(buffer, (byte) '.');
      session.setAttribute("streamed", "text");
      for (int i = 0; i < BUFFERS; i++) {
        if (i == BUFFERS / 2) {
          session.setAttribute("late", "text");
        }
        response.getOutputStream().write(buffer);
        response.getOutputStream().flush();
      }
    }

    private static String goodNames(HttpSession session) {
      List<String> good = new ArrayList<>();
      for (String name : new TreeSet<>(Collections.list(session.getAttributeNames()))) {
        if ("text".equals(session.getAttribute(name))) {
          good.add(name);
        }
      }
      return String.join(",", good);
    }
  }
}
