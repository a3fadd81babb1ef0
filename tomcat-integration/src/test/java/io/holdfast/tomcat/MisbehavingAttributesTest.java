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
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

  private final Gate blocking = new Gate();
  private volatile Misbehaviour bad = Misbehaviour.CANNOT_BE_READ;

  @BeforeEach
  void prepare() {
    page.value("bad", () -> new Bad(bad))
        .value("blocking", () -> new Blocking(blocking))
        .with("stream", (request, response) -> stream(request.getSession(), response))
        .with("good", (request, response) -> goodNames(request.getSession()));
  }

  @AfterEach
  void letGo() {
    blocking.open();
  }

  /** How sessions are served: a locking mode, or "sticky". */
  private record Mode(String name, boolean isAsync) {
    boolean isSticky() {
      return name.equals("sticky");
    }

    /** What a request gets while another one of its session is blocked. */
    int answerBeside() {
      return isSticky() ? 200 : 503; // what becomes of its change is unknown yet
    }
  }

  static List<Mode> modes() {
    return List.of(
        new Mode("sticky", true),
        new Mode("sticky", false),
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
      throws IOException {
    bad = misbehaviour;
    PageTomcat here = start("t1", mode, Duration.ofSeconds(10));
    PageTomcat other = start("t2", mode, Duration.ofSeconds(10));

    assertEquals("done", here.ask(browser, "set good text"));
    assertEquals("done", here.ask(browser, "put bad"));
    assertEquals("done", here.ask(browser, "set after text"));
    assertEquals(BUFFERS * BUFFER, here.ask(browser, "stream").length());

    Await.until(
        "a request shows it to others", () -> shown(here).containsKey("bad") || setsItAgain(here));
    assertListed(here);
    awaitStored(mode, "late");
    Await.until("all else is stored", () -> read(other).equals("after,good,late,streamed"));
    awaitNoLease();
    assertEquals("done", other.ask(browser, "set moved text"));
    here.close();
    assertEquals("after,good,late,moved,streamed", read(other));
  }

  /**
   * No record has it: under a lease, a request that comes before the end of the one before gets an
   * instance without it.
   */
  private boolean setsItAgain(PageTomcat tomcat) {
    assertEquals("done", tomcat.ask(browser, "put bad"));
    return false;
  }

  /** A request that reads the session here does not move it. */
  private String read(PageTomcat tomcat) {
    return tomcat.ask(browser.copy(), "good");
  }

  private void assertListed(PageTomcat tomcat) {
    String id = id(browser);
    assertTrue(tomcat.manager.listSessionIds().contains(id));
    assertEquals("text", shown(tomcat).get("good"));
    assertEquals("(cannot be shown: java.lang.IllegalStateException)", shown(tomcat).get("bad"));
  }

  /** The attributes as JMX shows them. */
  private Map<String, String> shown(PageTomcat tomcat) {
    return tomcat.manager.getSession(id(browser));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void attributeWhenItBlocksThenOtherSessionsGoOnAndItsOwnWhenItIsReleased(Mode mode)
      throws IOException, InterruptedException {
    PageTomcat here = start("t1", mode, Duration.ofSeconds(1));
    PageTomcat other = start("t2", mode, Duration.ofSeconds(1));
    assertEquals("done", here.ask(browser, "set good text"));
    Browser same = browser.copy();
    CompletableFuture<Response> blocked = later(() -> here.get(same, "put blocking"));
    blocking.awaitArrival();
    Browser another = new Browser();
    assertEquals("done", here.ask(another, "set good text"));
    Await.until("another session is stored", () -> isStored(another, "good"));
    int beside = here.get(browser.copy(), "set after text").status();
    blocking.open();

    assertEquals(mode.answerBeside(), beside);
    assertEquals(200, blocked.join().status());
    assertEquals("done", here.ask(browser, "set later text"));
    awaitStored(mode, "later");
    Await.until("the session goes on", () -> read(other).contains("good,later"));
    awaitNoLease();
  }

  /** No other Tomcat may serve a sticky session while this one has not stored it yet. */
  private void awaitStored(Mode mode, String name) {
    if (mode.isSticky()) {
      Await.until("it is stored", () -> isStored(browser, name));
    }
  }

  private boolean isStored(Browser client, String name) {
    byte[] item = record(client);
    return item != null && new String(item, StandardCharsets.ISO_8859_1).contains(name);
  }

  private PageTomcat start(String name, Mode mode, Duration operationTimeout) {
    return start(
        name,
        settings(mode.name)
            .allowedClasses(MisbehavingAttributesTest.class.getName()) // and those nested in it
            .set(Setting.SESSION_BACKUP_ASYNC, mode.isAsync)
            .set(Setting.SESSION_BACKUP_TIMEOUT, operationTimeout)
            .set(Setting.LOCK_EXPIRATION, Duration.ofSeconds(5))
            .set(Setting.OPERATION_TIMEOUT, operationTimeout));
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

    private final transient Gate gate;

    Blocking(Gate gate) {
      this.gate = gate;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      gate.pass();
      out.defaultWriteObject();
    }
  }

  private static String stream(HttpSession session, HttpServletResponse response)
      throws IOException {
    session.setAttribute("streamed", "text");
    for (int i = 0; i < BUFFERS; i++) {
      if (i == BUFFERS / 2) {
        session.setAttribute("late", "text");
      }
      response.getWriter().write(".".repeat(BUFFER));
      response.flushBuffer();
    }
    return "";
  }

  private static String goodNames(HttpSession session) {
    return Collections.list(session.getAttributeNames()).stream()
        .filter(name -> "text".equals(session.getAttribute(name)))
        .sorted()
        .collect(Collectors.joining(","));
  }
}
