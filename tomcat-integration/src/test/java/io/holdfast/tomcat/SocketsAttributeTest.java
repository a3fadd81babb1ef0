package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.response.AttributeEvents;
import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attribute in which Tomcat keeps the WebSockets of a session's user: it stays in a Tomcat. */
@Timeout(120)
class SocketsAttributeTest extends WithOneNode {

  private final Page page = new Page();

  /** A WebSocket is opened and closed by threads of Tomcat's own. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenAThreadSetsItThenNothingIsSaved(boolean isSticky) throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      assertEquals("apple", tomcat.tomcat().ask(new Browser(), "keep"));
      tomcat.tomcat().awaitNoRequest();
      HttpSession session = Objects.requireNonNull(page.kept);
      long before = work(tomcat);

      open(session);
      session.removeAttribute(AttributeEvents.SOCKETS);

      assertEquals(before, work(tomcat));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenARequestSetsItThenIsInNoRecordAndNothingIsEncoded(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      tomcat.tomcat().awaitNoRequest();
      long before = count(tomcat, Timing.ENCODE);

      assertEquals("apple", tomcat.tomcat().ask(browser, "open"));
      assertEquals("apple with sockets", tomcat.tomcat().ask(browser, "show"));
      tomcat.tomcat().awaitNoRequest();

      assertEquals(before, count(tomcat, Timing.ENCODE));
      tomcat.restart();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
    }
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
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page,
        context -> {});
  }

  private static long work(RestartedTomcat tomcat) {
    return count(tomcat, Timing.ENCODE) + count(tomcat, Timing.SAVE);
  }

  private static long count(RestartedTomcat tomcat, Timing timing) {
    SessionMetrics metrics = Objects.requireNonNull(tomcat.manager().observed()).metrics();
    return metrics.summary(timing).count();
  }

  private static void open(HttpSession session) {
    session.setAttribute(AttributeEvents.SOCKETS, new ArrayList<>(List.of("a socket")));
  }

  private static final class Page extends HttpServlet {

    @Serial private static final long serialVersionUID = 1L;

    private transient volatile @Nullable HttpSession kept;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "keep" -> {
          session.setAttribute("fruit", "apple");
          kept = session;
        }
        case "open" -> open(session);
        default -> {}
      }
      boolean hasSockets =
          !"open".equals(request.getParameter("way"))
              && session.getAttribute(AttributeEvents.SOCKETS) != null;
      response
          .getWriter()
          .print(session.getAttribute("fruit") + (hasSockets ? " with sockets" : ""));
    }
  }
}
