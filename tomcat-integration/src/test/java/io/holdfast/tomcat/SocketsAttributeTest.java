package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Timing;
import io.holdfast.tomcat.response.AttributeEvents;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attribute in which Tomcat keeps the WebSockets of a session's user: it stays in a Tomcat. */
@Timeout(120)
class SocketsAttributeTest extends WithOneNode {

  private static final String SOCKETS = AttributeEvents.SOCKETS;

  @BeforeEach
  void prepare() {
    page.value(SOCKETS, () -> new ArrayList<>(List.of("a socket")));
  }

  /** A WebSocket is opened and closed by threads of Tomcat's own. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenAThreadSetsItThenNothingIsSaved(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    assertEquals("done", tomcat.ask(browser, "set fruit apple, keep"));
    tomcat.awaitNoRequest();
    HttpSession session = page.kept();
    long before = count(tomcat, Timing.ENCODE) + count(tomcat, Timing.SAVE);

    session.setAttribute(SOCKETS, new ArrayList<>(List.of("a socket")));
    session.removeAttribute(SOCKETS);

    assertEquals(before, count(tomcat, Timing.ENCODE) + count(tomcat, Timing.SAVE));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenARequestSetsItThenIsInNoRecordAndNothingIsEncoded(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    assertEquals("done", tomcat.ask(browser, "set fruit apple"));
    tomcat.awaitNoRequest();
    long before = count(tomcat, Timing.ENCODE);

    assertEquals("done", tomcat.ask(browser, "put " + SOCKETS));
    assertEquals("apple [a socket]", tomcat.ask(browser, "show fruit, show " + SOCKETS));
    tomcat.awaitNoRequest();

    assertEquals(before, count(tomcat, Timing.ENCODE));
    tomcat.restart();
    assertEquals("apple null", tomcat.ask(browser, "show fruit, show " + SOCKETS));
  }

  private static long count(PageTomcat tomcat, Timing timing) {
    return tomcat.observed().metrics().summary(timing).count();
  }
}
