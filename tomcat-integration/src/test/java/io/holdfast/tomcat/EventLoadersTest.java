package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import org.apache.catalina.Session;
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

  private record Way(boolean isSticky, Granularity granularity) {}

  static Stream<Way> ways() {
    return Stream.of(
        new Way(true, Granularity.ATTRIBUTE),
        new Way(false, Granularity.ATTRIBUTE),
        new Way(false, Granularity.SESSION));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenASessionComesFromAnotherTomcatThenHaveTheLoaderOfTheApplication(Way way) {
    var unused = startWithValue(way);
    PageTomcat two = start("t2", way);

    assertEquals("a value", two.ask(browser, "show value"));

    assertEquals(
        way.isSticky
            ? Map.of("id changed", two.loader(), "did activate", two.loader())
            : Map.of("did activate", two.loader()),
        HEARD);
  }

  /** As the manager application, JMX and a single sign-on do. */
  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenNoRequestAsksForTheSessionThenHaveTheLoaderOfTheApplication(Way way) {
    PageTomcat one = startWithValue(way);
    one.restart();
    HEARD.clear();

    assertNotNull(one.session(browser).getSession().getAttribute("value"));

    assertEquals(Map.of("did activate", one.loader()), HEARD);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenTheManagerChangesAnIdThenHaveTheLoaderOfTheApplication(Way way) {
    PageTomcat one = startWithValue(way);
    Session found = one.session(browser);
    HEARD.clear();

    one.manager.changeSessionId(found);

    assertEquals(Map.of("id changed", one.loader()), HEARD);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listenersWhenTheApplicationStopsThenHaveItsLoader(Way way) {
    PageTomcat one = startWithValue(way);
    ClassLoader loader = one.loader();

    one.stop();

    assertEquals(Map.of("will passivate", loader), HEARD);
  }

  private PageTomcat startWithValue(Way way) {
    page.value("value", Value::new);
    PageTomcat tomcat = start("t1", way);
    assertEquals("done", tomcat.ask(browser, "put value"));
    HEARD.clear();
    return tomcat;
  }

  private PageTomcat start(String name, Way way) {
    return start(
        name,
        settings(way.isSticky)
            .set(Setting.GRANULARITY, way.granularity)
            .allowedClasses(Value.class.getName()),
        eachTime(context -> context.addApplicationEventListener(new Listener())));
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

    @Override
    public String toString() {
      return "a value";
    }
  }
}
