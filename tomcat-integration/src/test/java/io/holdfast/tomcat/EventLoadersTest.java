package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an application hears of its sessions it hears with its own class loader at the thread, as
 * with Tomcat's own manager: by that it finds its JNDI names, its beans and its configuration.
 */
@Timeout(120)
class EventLoadersTest extends WithOneNode {

  /** The loaders of the events that were heard last. */
  private static final Map<String, ClassLoader> HEARD = new ConcurrentHashMap<>();

  private final Page page = new Page();

  @BeforeEach
  void prepare() {
    HEARD.clear();
  }

  private record Way(boolean isSticky, Granularity granularity) {}

  static Stream<Way> ways() {
    return Stream.of(
        new Way(true, Granularity.ATTRIBUTE),
        new Way(false, Granularity.ATTRIBUTE),
        new Way(false, Granularity.SESSION));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenASessionComesFromAnotherTomcatThenHaveTheLoaderOfTheApplication(Way way)
      throws LifecycleException, IOException {
    try (RestartedTomcat one = start("t1", way);
        RestartedTomcat two = start("t2", way)) {
      Browser browser = new Browser();
      assertEquals("set", one.tomcat().ask(browser, "set"));
      HEARD.clear();

      assertEquals("there", two.tomcat().ask(browser, "read"));

      assertEquals(
          way.isSticky
              ? Map.of("id changed", two.loader(), "did activate", two.loader())
              : Map.of("did activate", two.loader()),
          HEARD);
    }
  }

  /** As the manager application, JMX and a single sign-on do. */
  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenNoRequestAsksForTheSessionThenHaveTheLoaderOfTheApplication(Way way)
      throws LifecycleException, IOException {
    try (RestartedTomcat one = start("t1", way)) {
      Browser browser = new Browser();
      assertEquals("set", one.tomcat().ask(browser, "set"));
      one.restart();
      HEARD.clear();

      Session found =
          one.manager().findSession(Objects.requireNonNull(browser.cookie("JSESSIONID")));
      assertNotNull(found);
      assertNotNull(found.getSession().getAttribute("value"));

      assertEquals(Map.of("did activate", one.loader()), HEARD);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenTheManagerChangesAnIdThenHaveTheLoaderOfTheApplication(Way way)
      throws LifecycleException, IOException {
    try (RestartedTomcat one = start("t1", way)) {
      Browser browser = new Browser();
      assertEquals("set", one.tomcat().ask(browser, "set"));
      Session found =
          one.manager().findSession(Objects.requireNonNull(browser.cookie("JSESSIONID")));
      HEARD.clear();

      one.manager().changeSessionId(found);

      assertEquals(Map.of("id changed", one.loader()), HEARD);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenTheApplicationStopsThenHaveItsLoader(Way way)
      throws LifecycleException, IOException {
    try (RestartedTomcat one = start("t1", way)) {
      assertEquals("set", one.tomcat().ask(new Browser(), "set"));
      ClassLoader loader = one.loader();
      HEARD.clear();

      one.stop();

      assertEquals(Map.of("will passivate", loader), HEARD);
    }
  }

  private RestartedTomcat start(String name, Way way) throws LifecycleException, IOException {
    return new RestartedTomcat(
        Files.createDirectories(base.resolve(name)),
        name,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(way.isSticky)
            .set(Setting.GRANULARITY, way.granularity)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .allowedClasses(Value.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page,
        context -> context.addApplicationEventListener(new Listener()));
  }

  private static void note(String what) {
    HEARD.put(what, Thread.currentThread().getContextClassLoader());
  }

  private static final class Listener implements HttpSessionIdListener {

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldId) {
      note("id changed");
    }
  }

  private static final class Value implements HttpSessionActivationListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      note("will passivate");
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      note("did activate");
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request.getParameter("way"), request.getSession()));
    }

    private static @Nullable String answer(String way, HttpSession session) {
      if (way.equals("set")) {
        session.setAttribute("value", new Value());
        return "set";
      }
      return session.getAttribute("value") == null ? "nothing" : "there";
    }
  }
}
