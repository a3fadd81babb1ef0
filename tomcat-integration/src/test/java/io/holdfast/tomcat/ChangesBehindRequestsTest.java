package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;
import javax.servlet.ServletException;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread changes a session after its request has asked for a backup, and before Tomcat reports
 * the end of the request. No other request follows.
 */
@Timeout(120)
class ChangesBehindRequestsTest extends WithOneNode {

  private volatile String id = "none";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void idWhenItChangesBehindTheRequestThenTheSessionIsStoredUnderIt(boolean isSticky) {
    PageTomcat tomcat = start(isSticky, session -> session.getManager().rotateSessionId(session));

    assertEquals("done", tomcat.ask(browser, "set early x"));

    Await.until("stored under the new id", () -> !recordOf(id).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenItIsSetBehindTheRequestThenItIsStored(boolean isSticky) {
    PageTomcat tomcat =
        start(isSticky, session -> session.getSession().setAttribute("late", "written-late"));

    assertEquals("done", tomcat.ask(browser, "set early x"));

    Await.until("the attribute is stored", () -> recordOf(id).contains("written-late"));
  }

  private String recordOf(String of) {
    byte[] record = node.probe().get(of.replaceFirst("[.].*", ""));
    return record == null ? "" : new String(record, StandardCharsets.ISO_8859_1);
  }

  /** Starts a Tomcat with a change of each session when everything of the application returned. */
  private PageTomcat start(boolean isSticky, Consumer<Session> change) {
    return start(
        "t1",
        settings(isSticky),
        context -> context.getParent().getParent().getPipeline().addValve(new Late(change)));
  }

  private final class Late extends ValveBase {
    private final Consumer<Session> change;

    Late(Consumer<Session> change) {
      super(true);
      this.change = change;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      getNext().invoke(request, response);
      Session session = Objects.requireNonNull(request.getSessionInternal(false));
      change.accept(session);
      id = session.getId();
    }
  }
}
