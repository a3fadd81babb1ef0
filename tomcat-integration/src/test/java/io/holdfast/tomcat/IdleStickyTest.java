package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.tomcat.session.HoldfastSession;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sticky sessions whose objects are given up: who looks at one finds equal objects. */
@Timeout(120)
final class IdleStickyTest extends WithOneNode {

  private static final List<String> heard = new CopyOnWriteArrayList<>();
  private static final String SET = "put cart, put bound, lasts 1800";
  private static final String SET_SHORT = "put cart, put bound, lasts 1";
  private static final String GET = "see cart, show cart, show bound";
  private static final List<String> HEARD_AT_AN_END =
      List.of("destroyed [tea]", "removed [tea]", "removed bound", "valueBound", "valueUnbound");

  private final List<String> cart = new ArrayList<>(List.of("tea"));
  private final Active active = new Active();
  private volatile @Nullable Object seen = "";

  @BeforeEach
  void prepare() {
    heard.clear();
    page.value("cart", () -> cart)
        .value("bound", Bound::new)
        .value("active", () -> active)
        .with("see", (request, response) -> see(request.getSession(), "cart"))
        .with("see-active", (request, response) -> see(request.getSession(), "active"));
  }

  private @Nullable Object see(HttpSession session, String name) {
    seen = session.getAttribute(name);
    return null;
  }

  @Test
  void requestWhenObjectsAreGivenUpThenGetsEqualOnes() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET);

    assertEquals("[tea] bound", tomcat.ask(browser, GET));
    assertNotSame(cart, seen);
    assertEquals(List.of("valueBound"), heard);
  }

  @Test
  void requestWhenNothingIsSetThenObjectsStay() {
    PageTomcat tomcat = start(null);
    assertEquals("done", tomcat.ask(browser, SET));
    tomcat.awaitNoRequest();
    tomcat.manager.processExpires();

    assertEquals("[tea] bound", tomcat.ask(browser, GET));
    assertSame(cart, seen);
  }

  @Test
  void requestWhenItReplacesWhatWasGivenUpThenListenersGetTheFormerValue() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET);

    assertEquals("done", tomcat.ask(browser, "set bound text"));

    assertEquals(List.of("valueBound", "valueUnbound", "replaced bound"), heard);
  }

  @Test
  void invalidateWhenObjectsAreGivenUpThenListenersGetThem() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET);

    assertEquals("done", tomcat.ask(browser, "end"));

    assertEquals(HEARD_AT_AN_END, sorted(heard));
  }

  @Test
  void expireWhenObjectsAreGivenUpThenListenersGetThem() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET_SHORT);

    awaitExpiry(tomcat);

    assertEquals(HEARD_AT_AN_END, sorted(heard));
  }

  /** As Tomcat's Manager application does. */
  @Test
  void findSessionsWhenObjectsAreGivenUpThenShowsThem() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET);

    Session[] sessions = tomcat.manager.findSessions();
    assertEquals(1, sessions.length);
    HttpSession session = sessions[0].getSession();
    assertEquals(List.of("tea"), session.getAttribute("cart"));
    assertEquals(List.of("bound", "cart"), sorted(Collections.list(session.getAttributeNames())));
    assertEquals("[tea] bound", tomcat.ask(browser, GET));
  }

  @Test
  void changeSessionIdWhenObjectsAreGivenUpThenTheyGoAlong() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET);

    assertEquals("done", tomcat.ask(browser, "rename"));
    tomcat.restart();

    assertEquals("[tea] bound", tomcat.ask(browser, GET));
  }

  /** A backup calls no listener, and no later call would activate it again. */
  @Test
  void attributeWhenItListensToActivationThenStaysAndHearsOfAStopOnly() {
    PageTomcat tomcat = start(0);
    giveUp(tomcat, SET + ", put active");
    assertEquals("done", tomcat.ask(browser, "see-active"));
    assertSame(active, seen);
    assertEquals(List.of("valueBound"), heard);

    giveUp(tomcat, GET);
    tomcat.restart();
    assertEquals("done", tomcat.ask(browser, "see-active"));

    assertEquals(List.of("valueBound", "willPassivate", "didActivate"), heard);
  }

  @Test
  void requestWhenOffloadedThenGetsEqualObjectsFromTheNodes() {
    PageTomcat tomcat = startAndOffload(SET);

    assertEquals("[tea] bound", tomcat.ask(browser, GET));

    assertEquals(List.of("valueBound"), heard);
    assertEquals(1, tomcat.manager.getActiveSessions());
  }

  @Test
  void requestWhenOffloadedAndTheNodeIsAwayThenIsRefusedAndTheSessionStays() {
    PageTomcat tomcat = startAndOffload(SET);
    node.freeze();
    int status = tomcat.get(browser, GET).status();
    node.thaw();

    assertEquals(503, status);
    Await.until("the session is there", () -> tomcat.ask(browser, GET).equals("[tea] bound"));
  }

  @Test
  void findSessionsWhenOffloadedThenShowsThem() {
    PageTomcat tomcat = startAndOffload(SET);

    HttpSession session = tomcat.manager.findSessions()[0].getSession();

    assertEquals(List.of("bound", "cart"), sorted(Collections.list(session.getAttributeNames())));
    assertEquals(List.of("tea"), session.getAttribute("cart"));
  }

  @Test
  void expireWhenOffloadedThenListenersGetTheObjects() {
    PageTomcat tomcat = startAndOffload(SET_SHORT);

    awaitExpiry(tomcat);

    assertEquals(HEARD_AT_AN_END, sorted(heard));
  }

  private static void awaitExpiry(PageTomcat tomcat) {
    tomcat.expireUntil("the session expires", () -> tomcat.manager.getExpiredSessions() > 0);
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }

  private void giveUp(PageTomcat tomcat, String way) {
    long before = tomcat.count(Metric.IDLE_GIVEN_UP);
    tomcat.ask(browser, way);
    tomcat.expireUntil(
        "the session has given up its objects", () -> tomcat.count(Metric.IDLE_GIVEN_UP) > before);
  }

  private PageTomcat startAndOffload(String way) {
    PageTomcat tomcat = start(0, 0);
    assertEquals("done", tomcat.ask(browser, way));
    tomcat.expireUntil(
        "the session is offloaded",
        () ->
            tomcat.manager.findSessions()[0] instanceof HoldfastSession session
                && session.instanceAttributes().isAway());
    return tomcat;
  }

  private PageTomcat start(@Nullable Integer maxIdleDecoded) {
    return start(maxIdleDecoded, -1);
  }

  private PageTomcat start(@Nullable Integer maxIdleDecoded, int idleOffload) {
    ManagerBuilder builder =
        settings("sticky")
            .allowedClasses(Bound.class.getName() + "," + Active.class.getName())
            .set(Setting.SESSION_BACKUP_ASYNC, true)
            .set(Setting.IDLE_OFFLOAD, Duration.ofSeconds(idleOffload))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
    return start(
        "t1",
        maxIdleDecoded == null
            ? builder
            : builder.set(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(maxIdleDecoded)),
        eachTime(
            context -> {
              context.addApplicationLifecycleListener(new Ends());
              context.addApplicationEventListener(new Changes());
            }));
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
}
