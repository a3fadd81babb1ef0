package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Long responses, which leave a buffer at a time, of requests that have read an attribute which can
 * change in place. What they do to it is there on the other Tomcat.
 */
@Timeout(120)
class FlowingResponsesTest extends WithOneNode {

  private static final int BUFFER = 8_192;
  private static final int BUFFERS = 200;
  private static final int HALF = BUFFERS / 2;

  private final Page page = new Page();
  private final Browser browser = new Browser();
  private PageTomcat one;
  private PageTomcat other;

  @BeforeEach
  void start() throws LifecycleException, IOException {
    one = tomcat("one");
    other = tomcat("other");
    one.ask(browser, "new");
  }

  @AfterEach
  void stop() throws LifecycleException {
    page.mayGoOn.countDown();
    one.close();
    other.close();
  }

  private PageTomcat tomcat(String name) throws LifecycleException, IOException {
    return new PageTomcat(
        Files.createDirectory(base.resolve(name)),
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .allowedClasses(Value.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "read-sized"})
  void attributeWhenItWasOnlyReadThenIsNotEncodedForEachBuffer(String way) {
    Value.written.set(0);

    String body = one.ask(browser, way);

    assertEquals(BUFFERS * BUFFER, body.length());
    assertTrue(Value.written.get() < 10, Value.written::toString);
  }

  /** The client has all bytes only when the session is saved. */
  @ParameterizedTest
  @ValueSource(strings = {"change", "change-sized", "change-close", "change-flush"})
  void attributeWhenItChangesInPlaceWhileTheResponseFlowsThenIsStoredAtItsEnd(String way) {
    one.ask(browser, way);

    assertEquals("changed", other.ask(browser, "value"));
  }

  @Test
  void attributeWhenItIsSetWhileTheResponseFlowsThenIsStoredBeforeTheNextBufferLeaves()
      throws IOException {
    try (OpenResponse flowing = browser.copy().open(one.port(), "/page?way=set")) {
      assertEquals((HALF + 1) * BUFFER, flowing.body().readNBytes((HALF + 1) * BUFFER).length);
      assertEquals("set", other.ask(browser, "value"));
      page.mayGoOn.countDown();
      assertEquals((HALF - 1) * BUFFER, flowing.body().readAllBytes().length);
    }
  }

  /** An attribute that tells how often it was encoded. */
  private static final class Value implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private static final AtomicInteger written = new AtomicInteger();

    private String text = "new";

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      written.incrementAndGet();
      out.defaultWriteObject();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      if (way.equals("new")) {
        session.setAttribute("value", new Value());
        return;
      }
      Value value = (Value) session.getAttribute("value");
      if (way.equals("value")) {
        response.getOutputStream().print(value.text);
        return;
      }
      if (way.endsWith("sized")) {
        response.setContentLength(BUFFERS * BUFFER);
      }
      OutputStream out = response.getOutputStream();
      flow(out, HALF);
      if (way.startsWith("change")) {
        value.text = "changed";
      } else if (way.equals("set")) {
        Value another = new Value();
        another.text = "set";
        session.setAttribute("value", another);
        flow(out, HALF / 2); // Tomcat keeps some
        awaitGo();
        flow(out, HALF / 2);
        return;
      }
      flow(out, HALF);
      if (way.endsWith("close")) {
        out.close();
      } else if (way.endsWith("flush")) {
        out.flush();
      }
    }

    private static void flow(OutputStream out, int buffers) throws IOException {
      byte[] buffer = new byte[BUFFER];
      Arrays.fill(buffer, (byte) '.');
      for (int i = 0; i < buffers; i++) {
        out.write(buffer);
      }
    }

    private void awaitGo() {
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
