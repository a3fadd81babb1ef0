package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.servlet.ServletRequestEvent;
import javax.servlet.ServletRequestListener;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes that hear of their activation, when their application has been started again. */
@Timeout(120)
class ActivationTest extends WithOneNode {

  private static volatile CountDownLatch isActivating = new CountDownLatch(0);
  private static volatile CountDownLatch mayActivate = new CountDownLatch(0);
  private static volatile boolean endsAtPassivation;
  private static final AtomicInteger activating = new AtomicInteger();

  private final Page page = new Page();

  @BeforeEach
  void prepare() {
    endsAtPassivation = false;
  }

  @AfterEach
  void letGo() {
    mayActivate.countDown();
  }

  /** A page has several requests, and its Tomcat has just been started again. */
  @Test
  void requestWhenAnotherHasJustLoadedTheSessionThenItsAttributesAreActivated()
      throws LifecycleException, InterruptedException {
    try (RestartedTomcat tomcat = start(true)) {
      Browser browser = new Browser();
      assertEquals("set", tomcat.tomcat().ask(browser, "set"));
      tomcat.restart();
      activating.set(0);
      isActivating = new CountDownLatch(1);
      mayActivate = new CountDownLatch(1);

      CompletableFuture<String> first = later(() -> tomcat.tomcat().ask(browser.copy(), "read"));
      assertTrue(isActivating.await(60, TimeUnit.SECONDS));
      CompletableFuture<String> second = later(() -> tomcat.tomcat().ask(browser.copy(), "read"));
      Await.until(
          "the second waits, or is over",
          () -> second.isDone() || activating.get() > 1 || isAnyRequestWaiting());
      mayActivate.countDown();

      assertEquals("activated", first.join());
      assertEquals("activated", second.join());
    }
  }

  /** As an application does that logs its users out when it stops. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsAtItsPassivationThenDoesNotComeBack(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser();
      assertEquals("set", tomcat.tomcat().ask(browser, "set"));
      endsAtPassivation = true;

      tomcat.restart();

      assertEquals("no session", tomcat.tomcat().ask(browser, "read"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenItAsksForItsSessionWhileItIsReadThenTheRequestIsAnswered(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser(Duration.ofSeconds(20));
      assertEquals("set", tomcat.tomcat().ask(browser, "set-asking"));
      tomcat.restart();

      assertEquals("there", tomcat.tomcat().ask(browser, "read-asking"));
    }
  }

  private static boolean isAnyRequestWaiting() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack ->
                stack.length > 2
                    && Arrays.stream(stack)
                        .anyMatch(frame -> frame.getMethodName().equals("findOnce"))
                    && Arrays.stream(stack)
                        .anyMatch(
                            frame ->
                                frame.getClassName().equals(CompletableFuture.class.getName())));
  }

  private static CompletableFuture<String> later(Supplier<String> work) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private RestartedTomcat start(boolean isSticky) throws LifecycleException {
    return new RestartedTomcat(
        base,
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .allowedClasses(Value.class.getName() + "," + Asking.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page,
        context -> context.addApplicationEventListener(new CurrentRequest()));
  }

  private static final class Value implements HttpSessionActivationListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient volatile boolean activated;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      if (endsAtPassivation) {
        event.getSession().invalidate();
      }
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      activating.incrementAndGet();
      isActivating.countDown();
      try {
        mayActivate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      activated = true;
    }
  }

  /** Keeps the request for the code below, as frameworks do: Tomcat asks for the session next. */
  private static final class CurrentRequest implements ServletRequestListener {

    private static final ThreadLocal<@Nullable HttpServletRequest> CURRENT = new ThreadLocal<>();

    @Override
    public void requestInitialized(ServletRequestEvent event) {
      CURRENT.set((HttpServletRequest) event.getServletRequest());
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
      CURRENT.remove();
    }
  }

  /** Looks for its session as a bean of the scope of a session does. */
  private static final class Asking implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      HttpServletRequest request = CurrentRequest.CURRENT.get();
      if (request != null) {
        var unused = request.getSession(false);
      }
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private static String answer(HttpServletRequest request, String way) {
      if (way.startsWith("set")) {
        request.getSession().setAttribute("value", way.equals("set") ? new Value() : new Asking());
        return "set";
      }
      HttpSession session = request.getSession(false);
      Object found = session == null ? "no session" : session.getAttribute("value");
      if (found instanceof Value value) {
        return value.activated ? "activated" : "not activated";
      }
      return found instanceof Asking ? "there" : String.valueOf(found);
    }
  }
}
