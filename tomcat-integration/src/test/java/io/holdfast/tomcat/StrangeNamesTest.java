package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications, hosts and attributes whose names are no plain words: Tomcat takes them all. */
@Timeout(120)
final class StrangeNamesTest {

  private static final List<String> ATTRIBUTES =
      List.of(
          "",
          " ",
          "ä€😀",
          "a\nb\0c",
          "x".repeat(70_000),
          "org.apache.catalina.x",
          "JSESSIONID",
          "cut \ud83d",
          "\ude00",
          "\ufdd0d83d",
          "a\r\nline \ud83d",
          "\ud83d".repeat(1 << 18),
          "y".repeat(1 << 20));

  /** How many of the last names are huge; these are tried with one host and path. */
  private static final int HUGE = 2;

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({
    "localhost,         /a/b,                 /a/b",
    "localhost,         /mein käse/laden_1-2, /mein%20k%C3%A4se/laden_1-2",
    "localhost,         /A,                   /A",
    "Shop.Example,      /a.b~c,               /a.b~c",
    "xn--kse-qla.test,  /日本,                /%E6%97%A5%E6%9C%AC"
  })
  void attributesWhenNamesAreStrangeThenAreOnTheNextTomcat(
      String host, String contextPath, String requestPath) throws LifecycleException {
    int names = ATTRIBUTES.size() - (contextPath.equals("/a/b") ? 0 : HUGE);
    for (boolean isSticky : new boolean[] {true, false}) {
      try (MemcachedNode node = MemcachedNodes.start();
          StrangeTomcat t1 = new StrangeTomcat("t1", isSticky, node, host, contextPath);
          StrangeTomcat t2 = new StrangeTomcat("t2", isSticky, node, host, contextPath)) {
        Browser browser = new Browser();
        assertEquals("set", t1.ask(browser, requestPath, "set", names));

        assertEquals(
            IntStream.range(0, names).mapToObj(i -> "value " + i).toList(),
            t2.ask(browser, requestPath, "get", names).lines().toList());
      }
    }
  }

  private final class StrangeTomcat implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();
    private final String host;

    StrangeTomcat(String name, boolean isSticky, MemcachedNode node, String host, String path)
        throws LifecycleException {
      this.host = host;
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      tomcat.getEngine().setJvmRoute(name);
      Context context = tomcat.addContext(hostOf(host), path, base.toString());
      context.setManager(
          MemcachedSessionManager.builder()
              .memcachedNodes("127.0.0.1:" + node.port())
              .sticky(isSticky)
              .set(Setting.SESSION_BACKUP_ASYNC, false)
              .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
              .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
              .set(Setting.SPILL_DIRECTORY, base.resolve("spill-" + name))
              .build());
      Tomcat.addServlet(context, "page", new Page());
      context.addServletMappingDecoded("/page", "page");
      tomcat.start();
    }

    private Host hostOf(String name) {
      if (name.equals("localhost")) {
        return tomcat.getHost();
      }
      StandardHost named = new StandardHost();
      named.setName(name);
      tomcat.getEngine().addChild(named);
      return named;
    }

    String ask(Browser browser, String path, String command, int names) {
      return browser
          .send(
              tomcat.getConnector().getLocalPort(),
              "GET",
              path + "/page?command=" + command + "&names=" + names,
              Map.of("Host", host),
              new byte[0])
          .body()
          .strip();
    }

    @Override
    public void close() throws LifecycleException {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String command = request.getParameter("command");
      List<String> names = ATTRIBUTES.subList(0, Integer.parseInt(request.getParameter("names")));
      HttpSession session = request.getSession();
      if (command.equals("set")) {
        for (int i = 0; i < names.size(); i++) {
          session.setAttribute(names.get(i), "value " + i);
        }
        response.getWriter().print("set");
      } else {
        for (String name : names) {
          response.getWriter().println(session.getAttribute(name));
        }
      }
    }
  }
}
