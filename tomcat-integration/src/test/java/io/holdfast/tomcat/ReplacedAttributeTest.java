package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attributes that are set, and not read, while the session has a former value in its record. */
@Timeout(120)
class ReplacedAttributeTest extends WithOneNode {

  private static final List<String> HEARD = new CopyOnWriteArrayList<>();

  /**
   * Tomcat (since 9.0.121, 10.1.58 and 11.0.25) holds a lock of the session while it puts the new
   * value. Code of the application would run under it, and might wait for another request.
   */
  @Test
  void attributeWhenItIsReplacedUnreadThenTheFormerOneIsMadeBefore() {
    page.value("value", Value::new);
    PageTomcat tomcat = start("t1", settings("none").allowedClasses(Value.class.getName()));
    assertEquals("done", tomcat.ask(browser, "put value"));
    tomcat.restart();
    HEARD.clear();

    assertEquals("done", tomcat.ask(browser, "set value next"));

    assertEquals(List.of("activated"), HEARD);
  }

  private static final class Value implements HttpSessionActivationListener, Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      boolean isPutting = isIn(Thread.currentThread(), "", "put");
      HEARD.add(isPutting ? "activated while the next is put" : "activated");
    }
  }
}
