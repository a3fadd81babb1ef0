package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.jmx.Measured;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Session;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.realm.GenericPrincipal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions that end while a node refuses that, for longer than it is tried again at once. The node
 * is not lost meanwhile, and so does not return.
 */
@Timeout(120)
class RefusedEndsTest extends WithOneNode {

  private FaultProxy line;

  @BeforeEach
  void prepare() {
    line = FaultProxy.before(node, 1);
  }

  @AfterEach
  void letGo() {
    line.close();
  }

  static Stream<Arguments> ends() {
    return Stream.of(Arguments.of(true, "ms", 7), Arguments.of(false, "ms", 7));
  }

  /** Another Tomcat would take the session for one that lives. */
  @ParameterizedTest
  @MethodSource("ends")
  void backgroundProcessWhenTheNodeTakesTheEndAgainThenIsToldOfIt(
      boolean isSticky, String verb, int tries) throws LifecycleException {
    try (PageTomcat t1 = start("t1", isSticky, line.address());
        PageTomcat t2 = start("t2", isSticky, node.address())) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      byte[] record = record(browser);
      line.add(Direction.COMMANDS, new Fault.Unknown(verb));
      assertEquals("ended", t1.ask(browser.copy(), "end"));
      Await.until("tried for the last time", () -> deletes(t1.manager) >= tries);
      assertArrayEquals(record, record(browser));
      line.clear();

      Await.until(
          "it is over",
          () -> {
            t1.manager.backgroundProcess();
            return !Arrays.equals(record, record(browser));
          });

      assertEquals("no session", t2.ask(browser, "show"));
    }
  }

  @Test
  void backgroundProcessWhenASignOnHasEndedThenTheNodeIsToldOfIt()
      throws LifecycleException, IOException {
    MemcachedSingleSignOn valve = new MemcachedSingleSignOn();
    valve.setProperty("memcachedNodes", line.address());
    valve.setProperty("storageKeyPrefix", "");
    valve.setProperty("operationTimeout", "10000");
    GenericPrincipal ann = new GenericPrincipal("ann", "secret", List.of());
    try (PageTomcat tomcat =
        start("t1", true, node.address(), context -> hostOf(context).addValve(valve))) {
      Browser browser = new Browser();
      assertEquals("new", tomcat.ask(browser, "new"));
      valve.register("sign-on", ann, "FORM", "ann", "secret");
      Session session = Objects.requireNonNull(tomcat.manager.findSession(idOf(browser)));
      assertTrue(valve.associate("sign-on", session));
      byte[] record = node.probe().get("sign-on");
      line.add(Direction.COMMANDS, new Fault.Unknown("ms"));
      valve.deregister("sign-on");
      Await.until("tried for the last time", () -> deletes(valve) >= 7);
      assertArrayEquals(record, node.probe().get("sign-on"));
      line.clear();

      Await.until(
          "it is over",
          () -> {
            valve.backgroundProcess();
            return !Arrays.equals(record, node.probe().get("sign-on"));
          });
    }
  }

  private static Pipeline hostOf(StandardContext context) {
    return context.getParent().getPipeline();
  }

  /** What the node holds of the session of a browser's cookie; null if nothing. */
  private byte @Nullable [] record(Browser browser) {
    return node.probe().get(idOf(browser).replaceAll("\\..*", ""));
  }

  private static String idOf(Browser browser) {
    return Objects.requireNonNull(browser.cookie("JSESSIONID"));
  }

  private static long deletes(Measured ours) {
    return Objects.requireNonNull(ours.observed()).metrics().get(Metric.DELETES);
  }

  private PageTomcat start(String name, boolean isSticky, String address)
      throws LifecycleException {
    return start(name, isSticky, address, context -> {});
  }

  private PageTomcat start(
      String name, boolean isSticky, String address, Consumer<StandardContext> more)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes(address)
            .sticky(isSticky)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, name, isSticky ? name : null, builder, new Page(), more);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private static String answer(HttpServletRequest request, String way) {
      HttpSession session = request.getSession(way.equals("new"));
      if (session == null) {
        return "no session";
      }
      switch (way) {
        case "new" -> {
          session.setAttribute("fruit", "apple");
          return "new";
        }
        case "end" -> {
          session.invalidate();
          return "ended";
        }
        default -> {
          return "session";
        }
      }
    }
  }
}
