package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.CommandTap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that needs the lease creates its session, tells its client the id, and goes on. Others
 * would have to wait a minute before they are refused.
 */
@Timeout(120)
class CreatedSessionsUnderLeaseTest extends WithOneNode {

  private static final Set<Thread.State> WAITING =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /** Both raised the same count, and both were answered. */
  @ParameterizedTest
  @CsvSource({
    "create, all",
    "create, uriPattern:.*page.*",
    "createAnother, all",
    "createAsynchronously, all"
  })
  void creatorWhenItTellsItsClientTheIdThenARequestToAnotherTomcatWaits(
      String way, String lockingMode) throws LifecycleException, InterruptedException {
    try (CommandTap tap = CommandTap.before(node);
        PageTomcat t1 = start("t1", lockingMode);
        PageTomcat t2 = start("t2", builder(lockingMode).memcachedNodes(tap.address()))) {
      assertTheOtherWaits(t1, t2, way, () -> hasAskedAgain(tap));
      Await.until("no lease is left", this::isNoLeaseLeft);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "createAnother", "createAsynchronously"})
  void creatorWhenItTellsItsClientTheIdThenAnotherRequestOfItsTomcatWaits(String way)
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", "all")) {
      assertTheOtherWaits(t1, t1, way, CreatedSessionsUnderLeaseTest::isSomebodyWaitingForALease);
      Await.until("no lease is left", this::isNoLeaseLeft);
    }
  }

  /** As any request that needs the lease while no node answers. */
  @Test
  void creatorWhenNoNodeAnswersThenAnotherRequestOfItsTomcatWaits()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", "all")) {
      node.kill();
      assertTheOtherWaits(
          t1, t1, "create", CreatedSessionsUnderLeaseTest::isSomebodyWaitingForALease);
    }
  }

  private void assertTheOtherWaits(
      PageTomcat creating, PageTomcat other, String way, BooleanSupplier waits)
      throws InterruptedException {
    Browser known = new Browser();
    if (way.equals("createAnother")) {
      assertEquals("1", creating.ask(known, "raise"));
    }
    CompletableFuture<String> first = later(() -> creating.ask(known, way));
    assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
    Browser told = new Browser();
    told.setCookie("JSESSIONID", page.newId);

    CompletableFuture<String> second = later(() -> other.ask(told.copy(), "raise"));
    Await.until(
        "the other request waits for the lease, or is over",
        () -> waits.getAsBoolean() || second.isDone());
    assertFalse(second.isDone(), "two requests had the session to themselves");
    page.mayGoOn.countDown();

    assertEquals("1 2", first.join());
    assertEquals("3", second.join());
    assertEquals(1, count(other, Metric.LEASE_WAITS));
  }

  /** The lease would cost a round trip, and no other request can ask for it. */
  @ParameterizedTest
  @ValueSource(strings = {"raise", "raiseAsynchronously"})
  void creatorWhenItTellsNothingBeforeItsEndThenTakesNoLease(String way) throws LifecycleException {
    try (PageTomcat tomcat = start("t1", "all")) {
      assertEquals("1", tomcat.ask(new Browser(), way));

      assertEquals(0, count(tomcat, Metric.LEASES_TAKEN));
    }
  }

  /** Of each node; what the creator changes afterwards is one more save. */
  @Test
  void creatorWhenItTellsItsClientTheIdThenTheLeaseCostsTwoCommands() throws LifecycleException {
    page.mayGoOn.countDown();
    try (CommandTap tap = CommandTap.before(node);
        PageTomcat tomcat = start("t1", builder("all").memcachedNodes(tap.address()))) {
      assertEquals("1 2", tomcat.ask(new Browser(), "create"));
      Await.until("no lease is left", this::isNoLeaseLeft);

      List<String> commands =
          tap.commands().stream()
              .filter(command -> command.contains(page.newId + ":l"))
              .map(command -> command.replaceFirst(" .*", ""))
              .sorted()
              .toList();
      assertEquals(List.of("add", "cas"), commands);
    }
  }

  private boolean isNoLeaseLeft() {
    return node.probe().keys().stream().noneMatch(each -> each.endsWith(":l"));
  }

  private static long count(PageTomcat tomcat, Metric metric) {
    return Objects.requireNonNull(tomcat.manager.observed()).metrics().get(metric);
  }

  /** Returns whether the Tomcat behind the tap has heard that another one has the lease. */
  private static boolean hasAskedAgain(CommandTap tap) {
    return tap.commands().stream()
            .filter(command -> command.startsWith("add ") && command.contains(":l"))
            .count()
        > 1;
  }

  /** Returns whether a thread has asked for a lease, and waits. */
  private static boolean isSomebodyWaitingForALease() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> WAITING.contains(thread.getKey().getState()))
        .anyMatch(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(
                        frame ->
                            frame.getMethodName().equals("take")
                                && frame.getClassName().endsWith(".RequestLeases")));
  }

  private static CompletableFuture<String> later(Supplier<String> asked) {
    return CompletableFuture.supplyAsync(asked, command -> new Thread(command).start());
  }

  private PageTomcat start(String name, String lockingMode) throws LifecycleException {
    return start(name, builder(lockingMode));
  }

  private PageTomcat start(String name, ManagerBuilder builder) throws LifecycleException {
    return new PageTomcat(base, name, null, builder, page);
  }

  private ManagerBuilder builder(String lockingMode) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(false)
        .lockingMode(lockingMode)
        .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);
    private volatile String newId = "";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      if (way.equals("createAnother")) {
        request.getSession(false).invalidate();
      }
      HttpSession session = request.getSession();
      switch (way) {
        case "raise" -> response.getWriter().print(raise(session));
        case "raiseAsynchronously" -> aside(request, () -> print(response, raise(session)));
        case "createAsynchronously" -> aside(request, () -> raiseFlushAndRaise(session, response));
        default -> raiseFlushAndRaise(session, response);
      }
    }

    private static void aside(HttpServletRequest request, Runnable work) {
      AsyncContext context = request.startAsync();
      context.setTimeout(0);
      new Thread(
              () -> {
                work.run();
                context.complete();
              })
          .start();
    }

    private void raiseFlushAndRaise(HttpSession session, HttpServletResponse response) {
      print(response, raise(session));
      flush(response);
      newId = session.getId();
      isThere.countDown();
      awaitQuietly();
      print(response, " " + raise(session));
    }

    private static String raise(HttpSession session) {
      Object count = session.getAttribute("count");
      int raised = count == null ? 1 : (Integer) count + 1;
      session.setAttribute("count", raised);
      return String.valueOf(raised);
    }

    private static void print(HttpServletResponse response, String text) {
      try {
        response.getWriter().print(text);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot answer", e);
      }
    }

    private static void flush(HttpServletResponse response) {
      try {
        response.flushBuffer();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot flush", e);
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
