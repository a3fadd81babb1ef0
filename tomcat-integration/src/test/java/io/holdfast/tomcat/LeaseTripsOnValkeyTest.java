package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyMonitor;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a request with the lease sends to two nodes that are Valkey or Redis. */
@RequiresValkey
@Timeout(120)
class LeaseTripsOnValkeyTest {

  private static final String CREATED = "SET record";
  private static final String LEASE = "EVALSHA lease";
  private static final String RECORD = "EVALSHA record";

  @TempDir private Path base;
  private final ValkeyProcess n1 = ValkeyProcess.start();
  private final ValkeyProcess n2 = ValkeyProcess.start();
  private final List<ValkeyMonitor> monitors = List.of(ValkeyMonitor.of(n1), ValkeyMonitor.of(n2));

  @AfterEach
  void stopNodes() {
    monitors.forEach(ValkeyMonitor::close);
    n1.close();
    n2.close();
  }

  @Test
  void requestWhenItReadsItsSessionThenFourCommands() throws LifecycleException {
    try (PageTomcat tomcat = start("t1")) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));

      assertEquals("1", tomcat.ask(browser, "show"));

      awaitCommands(browser, List.of(CREATED, LEASE, LEASE));
    }
  }

  @Test
  void requestWhenItChangesItsSessionThenSixCommands() throws LifecycleException {
    try (PageTomcat tomcat = start("t1")) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));

      assertEquals("2", tomcat.ask(browser, "raise"));

      awaitCommands(browser, List.of(CREATED, LEASE, RECORD, LEASE));
    }
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenSeesWhatThatHasStored()
      throws LifecycleException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      Browser browser = new Browser();
      assertEquals("1", t1.ask(browser, "raise"));
      assertEquals("2", t2.ask(browser, "raise"));
      assertEquals("3", t1.ask(browser, "raise"));
      assertEquals("3", t2.ask(browser, "show"));
    }
  }

  /** Waits until each node had just these about the session, but for times of access. */
  private void awaitCommands(Browser browser, List<String> expected) {
    for (ValkeyMonitor monitor : monitors) {
      Await.value("commands", () -> commands(monitor, browser), expected::equals);
    }
  }

  private static List<String> commands(ValkeyMonitor monitor, Browser browser) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    return monitor.commands().stream()
        .filter(command -> command.contains(id) && !command.endsWith(":a"))
        .map(command -> command.replace(id + ":l", "lease").replace(id, "record"))
        .toList();
  }

  private PageTomcat start(String name) throws LifecycleException {
    String nodes = "n1:valkey://127.0.0.1:%d,n2:valkey://127.0.0.1:%d";
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes(nodes.formatted(n1.port(), n2.port()))
            .sticky(false)
            .lockingMode("all")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      Object before = session.getAttribute("count");
      int count = before == null ? 0 : (Integer) before;
      if (!request.getParameter("way").equals("show")) {
        count++;
        session.setAttribute("count", count);
      }
      response.getWriter().print(count);
    }
  }
}
