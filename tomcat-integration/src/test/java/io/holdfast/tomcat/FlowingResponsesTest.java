package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
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

  private final Page flow = new Page();
  private PageTomcat one;
  private PageTomcat other;

  @BeforeEach
  void start() {
    ManagerBuilder builder = settings("none").allowedClasses(Value.class.getName());
    one = start("one", builder, flow, context -> {});
    other = start("other", builder, flow, context -> {});
    one.ask(browser, "new");
  }

  @AfterEach
  void letGo() {
    flow.gate.open();
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
      flow.gate.open();
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

    private final transient Gate gate = new Gate();

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
        gate.pass();
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
  }
}
