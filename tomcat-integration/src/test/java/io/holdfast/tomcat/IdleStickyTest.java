package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.session.HoldfastSession;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sticky sessions whose objects are given up: who looks at one finds equal objects. */
@Timeout(120)
final class IdleStickyTest extends WithOneNode {

  private static final List<String> heard = new CopyOnWriteArrayList<>();

  private final Page page = new Page();
  private final Browser browser = new Browser();

  @BeforeEach
  void hearNothingYet() {
    heard.clear();
  }

  @Test
  void requestWhenObjectsAreGivenUpThenGetsEqualOnes() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set");

      assertEquals("[tea] bound", tomcat.tomcat().ask(browser, "get"));
      assertNotSame(page.cart, page.seen);
      assertEquals(List.of("valueBound"), heard);
    }
  }

  @Test
  void requestWhenNothingIsSetThenObjectsStay() throws LifecycleException {
    try (RestartedTomcat tomcat = start(null)) {
      tomcat.tomcat().ask(browser, "set");
      tomcat.tomcat().awaitNoRequest();
      tomcat.manager().processExpires();

      assertEquals("[tea] bound", tomcat.tomcat().ask(browser, "get"));
      assertSame(page.cart, page.seen);
    }
  }

  @Test
  void requestWhenItReplacesWhatWasGivenUpThenListenersGetTheFormerValue()
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set");

      tomcat.tomcat().ask(browser, "replace");

      assertEquals(List.of("valueBound", "valueUnbound", "replaced bound"), heard);
    }
  }

  @Test
  void invalidateWhenObjectsAreGivenUpThenListenersGetThem() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set");

      tomcat.tomcat().ask(browser, "invalidate");

      assertEquals(
          List.of(
              "destroyed [tea]", "removed [tea]", "removed bound", "valueBound", "valueUnbound"),
          sorted());
    }
  }

  @Test
  void expireWhenObjectsAreGivenUpThenListenersGetThem() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set-short");

      Await.until(
          "the session expires",
          () -> {
            tomcat.manager().processExpires();
            return tomcat.manager().getExpiredSessions() > 0;
          });

      assertEquals(
          List.of(
              "destroyed [tea]", "removed [tea]", "removed bound", "valueBound", "valueUnbound"),
          sorted());
    }
  }

  /** As Tomcat's Manager application does. */
  @Test
  void findSessionsWhenObjectsAreGivenUpThenShowsThem() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set");

      Session[] sessions = tomcat.manager().findSessions();

      assertEquals(1, sessions.length);
      HttpSession session = sessions[0].getSession();
      assertEquals(List.of("tea"), session.getAttribute("cart"));
      assertEquals(List.of("bound", "cart"), sorted(session));
      assertEquals("[tea] bound", tomcat.tomcat().ask(browser, "get"));
    }
  }

  @Test
  void changeSessionIdWhenObjectsAreGivenUpThenTheyGoAlong() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set");

      tomcat.tomcat().ask(browser, "rename");
      tomcat.restart();

      assertEquals("[tea] bound", tomcat.tomcat().ask(browser, "get"));
    }
  }

  /** A backup calls no listener, and no later call would activate it again. */
  @Test
  void attributeWhenItListensToActivationThenStaysAndHearsOfAStopOnly() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0)) {
      giveUp(tomcat, "set-active");
      tomcat.tomcat().ask(browser, "get-active");

      assertSame(page.active, page.seen);
      assertEquals(List.of("valueBound"), heard);
      giveUp(tomcat, "get");
      tomcat.restart();
      tomcat.tomcat().ask(browser, "get-active");
      assertEquals(List.of("valueBound", "willPassivate", "didActivate"), heard);
    }
  }

  @Test
  void requestWhenOffloadedThenGetsEqualObjectsFromTheNodes() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0, 0)) {
      offload(tomcat, "set");

      assertEquals("[tea] bound", tomcat.tomcat().ask(browser, "get"));
      assertEquals(List.of("valueBound"), heard);
      assertEquals(1, tomcat.manager().getActiveSessions());
    }
  }

  @Test
  void requestWhenOffloadedAndTheNodeIsAwayThenIsRefusedAndTheSessionStays()
      throws LifecycleException, IOException {
    try (RestartedTomcat tomcat = start(0, 0)) {
      offload(tomcat, "set");
      node.freeze();

      int status = browser.get(tomcat.tomcat().port(), "/page?way=get").status();
      node.thaw();

      assertEquals(503, status);
      Await.until(
          "the session is there", () -> tomcat.tomcat().ask(browser, "get").equals("[tea] bound"));
    }
  }

  @Test
  void findSessionsWhenOffloadedThenShowsThem() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0, 0)) {
      offload(tomcat, "set");

      HttpSession session = tomcat.manager().findSessions()[0].getSession();

      assertEquals(List.of("bound", "cart"), sorted(session));
      assertEquals(List.of("tea"), session.getAttribute("cart"));
    }
  }

  @Test
  void expireWhenOffloadedThenListenersGetTheObjects() throws LifecycleException {
    try (RestartedTomcat tomcat = start(0, 0)) {
      offload(tomcat, "set-short");

      Await.until(
          "the session expires",
          () -> {
            tomcat.manager().processExpires();
            return tomcat.manager().getExpiredSessions() > 0;
          });

      assertEquals(
          List.of(
              "destroyed [tea]", "removed [tea]", "removed bound", "valueBound", "valueUnbound"),
          sorted());
    }
  }

  private void offload(RestartedTomcat tomcat, String way) {
    tomcat.tomcat().ask(browser, way);
    Await.until(
        "the session is offloaded",
        () -> {
          tomcat.manager().processExpires();
          return tomcat.manager().findSessions()[0] instanceof HoldfastSession session
              && session.instanceAttributes().isAway();
        });
  }

  private static List<String> sorted() {
    List<String> sorted = new ArrayList<>(heard);
    Collections.sort(sorted);
    return sorted;
  }

  private static List<String> sorted(HttpSession session) {
    List<String> names = Collections.list(session.getAttributeNames());
    Collections.sort(names);
    return names;
  }

  private void giveUp(RestartedTomcat tomcat, String way) {
    long before = givenUp(tomcat);
    tomcat.tomcat().ask(browser, way);
    Await.until(
        "the session has given up its objects",
        () -> {
          tomcat.manager().processExpires();
          return givenUp(tomcat) > before;
        });
  }

  private static long givenUp(RestartedTomcat tomcat) {
    return Objects.requireNonNull(tomcat.manager().observed()).metrics().get(Metric.IDLE_GIVEN_UP);
  }

  private RestartedTomcat start(@Nullable Integer maxIdleDecoded) throws LifecycleException {
    return start(maxIdleDecoded, -1);
  }

  private RestartedTomcat start(@Nullable Integer maxIdleDecoded, int idleOffload)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .allowedClasses(Bound.class.getName() + "," + Active.class.getName())
            .set(Setting.IDLE_OFFLOAD, Duration.ofSeconds(idleOffload))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
    return new RestartedTomcat(
        base,
        "t1",
        maxIdleDecoded == null
            ? builder
            : builder.set(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(maxIdleDecoded)),
        page,
        context -> {
          context.addApplicationLifecycleListener(new Ends());
          context.addApplicationEventListener(new Changes());
        });
  }

  private static final class Bound implements HttpSessionBindingListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      heard.add("valueBound");
    }

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {
      heard.add("valueUnbound");
    }

    @Override
    public String toString() {
      return "bound";
    }
  }

  private static final class Active implements HttpSessionActivationListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      heard.add("willPassivate");
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      heard.add("didActivate");
    }
  }

  private static final class Ends implements HttpSessionListener {

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      heard.add("destroyed " + event.getSession().getAttribute("cart"));
    }
  }

  private static final class Changes implements HttpSessionAttributeListener {

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
      heard.add("replaced " + event.getValue());
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
      heard.add("removed " + event.getValue());
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient List<String> cart = new ArrayList<>(List.of("tea"));
    private final transient Active active = new Active();
    private transient volatile @Nullable Object seen = "";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      switch (way) {
        case "replace" -> session.setAttribute("bound", "text");
        case "invalidate" -> session.invalidate();
        case "rename" -> request.changeSessionId();
        case "get-active" -> seen = session.getAttribute("active");
        case "get" -> {
          seen = session.getAttribute("cart");
          response.getWriter().print(seen + " " + session.getAttribute("bound"));
        }
        default -> {
          session.setAttribute("cart", cart);
          session.setAttribute("bound", new Bound());
          if (way.equals("set-active")) {
            session.setAttribute("active", active);
          }
          session.setMaxInactiveInterval(way.equals("set-short") ? 1 : 1_800);
        }
      }
    }
  }
}
