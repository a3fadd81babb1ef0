package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread changes a session after its request has asked for a backup, and before Tomcat reports
 * the end of the request. No other request follows.
 */
@Timeout(120)
class ChangesBehindRequestsTest extends WithOneNode {

  private final Tomcat tomcat = new Tomcat();
  private final Late late = new Late();

  @AfterEach
  void stopAll() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void idWhenItChangesBehindTheRequestThenTheSessionIsStoredUnderIt(boolean isSticky)
      throws LifecycleException {
    start(isSticky, session -> session.getManager().rotateSessionId(session));

    String answer = new Browser().get(tomcat.getConnector().getLocalPort(), "/").body();

    assertEquals("stored", answer);
    Await.until("stored under the new id", () -> isStored(late.id));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributeWhenItIsSetBehindTheRequestThenItIsStored(boolean isSticky)
      throws LifecycleException {
    start(isSticky, session -> session.getSession().setAttribute("late", "written-late"));

    var unused = new Browser().get(tomcat.getConnector().getLocalPort(), "/");

    Await.until("the attribute is stored", () -> recordOf(late.id).contains("written-late"));
  }

  private boolean isStored(String id) {
    return node.probe().get(id) != null;
  }

  private String recordOf(String id) {
    byte[] record = node.probe().get(id);
    return record == null ? "" : new String(record, StandardCharsets.ISO_8859_1);
  }

  private void start(boolean isSticky, LateChange change) throws LifecycleException {
    late.change = change;
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().getPipeline().addValve(late);
    Context context = tomcat.addContext("", base.toString());
    context.setManager(
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .build());
    Tomcat.addServlet(context, "new", new NewSession()).addMapping("/");
    tomcat.start();
  }

  /** What happens behind the request. */
  private interface LateChange {
    void to(Session session);
  }

  /** Changes the session when everything of the application has returned. */
  private static final class Late extends ValveBase {

    private LateChange change = session -> {};
    private volatile String id = "none";

    Late() {
      super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      getNext().invoke(request, response);
      Session session = Objects.requireNonNull(request.getSessionInternal(false));
      change.to(session);
      id = session.getId();
    }
  }

  private static final class NewSession extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("early", "x");
      response.getWriter().print("stored");
    }
  }
}
