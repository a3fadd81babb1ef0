package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What stores a session without a request, in each locking mode: the next request finds the same
 * session as before. {@code auto} and {@code uriPattern} are tried with requests that take a lease.
 */
@Timeout(120)
class LockingModesTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto", "uriPattern:.*page.*"})
  void resyncWhenTheNodeReturnsEmptyThenAnotherTomcatFindsTheSameSession(String mode)
      throws LifecycleException {
    try (PageTomcat one = start("t1", builder(mode));
        PageTomcat other = start("t2", builder(mode))) {
      Browser browser = new Browser();
      assertEquals("new", one.ask(browser, "new"));
      assertEquals("set", one.ask(browser, "set"));
      String session = one.ask(browser, "show");

      node.kill();
      node.start();
      Await.until("it is stored again", () -> isStored(browser));
      Await.until(
          "the other has noticed that the node is back",
          () -> !other.ask(browser, "show").equals("no session"));

      assertEquals(session, other.ask(browser, "show"));
      assertEquals(session, one.ask(browser, "show"));
      assertEquals("set", other.ask(browser, "set"));
      assertEquals(session.replace("n=1", "n=2"), one.ask(browser, "show"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto", "uriPattern:.*page.*"})
  void stopWhenTheStoreIsAwayThenTheNextStartPutsTheSameSessionBack(String mode)
      throws LifecycleException {
    Browser browser = new Browser();
    String session;
    try (PageTomcat one = start("t1", spilling(mode))) {
      assertEquals("new", one.ask(browser, "new"));
      node.kill();
      assertEquals("set", one.ask(browser, "set"));
      session = one.ask(browser, "show");
    }
    assertEquals(1, files());

    node.start();
    try (PageTomcat again = start("t1", spilling(mode));
        PageTomcat other = start("t2", builder(mode))) {
      Await.until("it is put back", () -> isStored(browser) && files() == 0);

      assertEquals(session, other.ask(browser, "show"));
      assertEquals("set", other.ask(browser, "set"));
      assertEquals(session.replace("n=1", "n=2"), again.ask(browser, "show"));
    }
  }

  private boolean isStored(Browser browser) {
    return node.probe().get(Objects.requireNonNull(browser.cookie("JSESSIONID"))) != null;
  }

  private long files() {
    try (Stream<Path> all = Files.walk(base.resolve("spill"))) {
      return all.filter(file -> file.toString().endsWith(".session")).count();
    } catch (IOException | UncheckedIOException e) {
      return -1; // a file went away while the directory was read
    }
  }

  private PageTomcat start(String name, ManagerBuilder builder) throws LifecycleException {
    return new PageTomcat(base, name, null, builder, new Page());
  }

  private ManagerBuilder spilling(String mode) {
    return builder(mode).set(Setting.SPILL_DIRECTORY, base.resolve("spill"));
  }

  private ManagerBuilder builder(String mode) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(false)
        .lockingMode(mode)
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private static String answer(HttpServletRequest request, String way) {
      HttpSession session = request.getSession(way.equals("new"));
      if (session == null) {
        return "no session";
      }
      if (way.equals("new")) {
        session.setAttribute("n", 0);
        session.setMaxInactiveInterval(777);
        return "new";
      }
      if (way.equals("set")) {
        session.setAttribute("n", (int) session.getAttribute("n") + 1);
        return "set";
      }
      return "%s n=%s since %d for %d s"
          .formatted(
              session.getId(),
              session.getAttribute("n"),
              session.getCreationTime(),
              session.getMaxInactiveInterval());
    }
  }
}
