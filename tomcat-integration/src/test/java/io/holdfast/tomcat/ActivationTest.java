package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ServletRequestEvent;
import javax.servlet.ServletRequestListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
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

  private static final AtomicInteger activating = new AtomicInteger();
  private static volatile Gate activation = new Gate();
  private static volatile boolean endsAtPassivation;

  @BeforeEach
  void prepare() {
    endsAtPassivation = false;
    activation = new Gate();
    page.value("value", Value::new).value("asking", Asking::new);
  }

  @AfterEach
  void letGo() {
    activation.open();
  }

  /** A page has several requests, and its Tomcat has just been started again. */
  @Test
  void requestWhenAnotherHasJustLoadedTheSessionThenItsAttributesAreActivated() {
    PageTomcat tomcat = start(true);
    assertEquals("done", tomcat.ask(browser, "put value"));
    tomcat.restart();
    activating.set(0);

    CompletableFuture<String> first = later(() -> tomcat.ask(browser.copy(), "show value"));
    activation.awaitArrival();
    CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "show value"));
    Await.until(
        "the second waits, or is over",
        () -> second.isDone() || activating.get() > 1 || isAnyRequestWaiting());
    activation.open();

    assertEquals("activated", first.join());
    assertEquals("activated", second.join());
  }

  /** As an application does that logs its users out when it stops. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsAtItsPassivationThenDoesNotComeBack(boolean isSticky) {
    PageTomcat tomcat = start(isSticky);
    assertEquals("done", tomcat.ask(browser, "put value"));
    endsAtPassivation = true;

    tomcat.restart();

    assertEquals("no session", tomcat.ask(browser, "show value"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenItAsksForItsSessionWhileItIsReadThenTheRequestIsAnswered(boolean isSticky) {
    PageTomcat tomcat = start(isSticky);
    Browser impatient = new Browser(Duration.ofSeconds(20));
    assertEquals("done", tomcat.ask(impatient, "put asking"));
    tomcat.restart();

    assertEquals("there", tomcat.ask(impatient, "show asking"));
  }

  private static boolean isAnyRequestWaiting() {
    return Thread.getAllStackTraces().values().stream()
        .map(List::of)
        .anyMatch(
            stack ->
                stack.stream().anyMatch(frame -> frame.getMethodName().equals("findOnce"))
                    && stack.stream()
                        .map(StackTraceElement::getClassName)
                        .anyMatch(CompletableFuture.class.getName()::equals));
  }

  private PageTomcat start(boolean isSticky) {
    return start(
        "t1",
        settings(isSticky).allowedClasses(Value.class.getName() + "," + Asking.class.getName()),
        eachTime(context -> context.addApplicationEventListener(new CurrentRequest())));
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
      activation.pass();
      activated = true;
    }

    @Override
    public String toString() {
      return activated ? "activated" : "not activated";
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

    @Override
    public String toString() {
      return "there";
    }
  }
}
