package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The connector that writes asynchronously, and that by which Apache httpd talks to Tomcat: no byte
 * may leave before the session is saved.
 */
@Timeout(120)
class ConnectorsTest {

  private static final int MORE_THAN_THE_BUFFER = 100_000;

  @TempDir private Path base;

  private static Stream<Arguments> ways() {
    return Stream.of("plain", "flush", "close", "large", "async", "started")
        .flatMap(way -> Stream.of("none", "all").map(mode -> Arguments.of(way, mode)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void countByNio2WhenEachRequestHitsTheOtherTomcatThenSeesTheOneBefore(
      String way, String lockingMode) throws LifecycleException {
    Browser browser = new Browser();
    assertCounts(
        "org.apache.coyote.http11.Http11Nio2Protocol",
        lockingMode,
        port -> browser.get(port, "/page?way=" + way).body());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void countByAjpWhenEachRequestHitsTheOtherTomcatThenSeesTheOneBefore(
      String way, String lockingMode) throws LifecycleException {
    AjpClient client = new AjpClient();
    assertCounts("AJP/1.3", lockingMode, port -> client.get(port, "/page", "way=" + way));
  }

  private void assertCounts(String protocol, String lockingMode, IntFunction<String> ask)
      throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        ConnectedTomcat t1 = new ConnectedTomcat("t1", protocol, node, lockingMode);
        ConnectedTomcat t2 = new ConnectedTomcat("t2", protocol, node, lockingMode)) {
      for (int i = 1; i <= 6; i++) {
        ConnectedTomcat next = i % 2 == 0 ? t2 : t1;

        assertEquals(String.valueOf(i), ask.apply(next.port()).strip());
      }
    }
  }

  private final class ConnectedTomcat implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    ConnectedTomcat(String name, String protocol, MemcachedNode node, String lockingMode)
        throws LifecycleException {
      Connector connector = new Connector(protocol);
      connector.setPort(0);
      connector.setProperty("address", "127.0.0.1");
      connector.setProperty("secretRequired", "false");
      tomcat.setConnector(connector);
      tomcat.setBaseDir(base.toString());
      tomcat.getEngine().setName(name);
      StandardContext context = (StandardContext) tomcat.addContext("", base.toString());
      context.setManager(
          MemcachedSessionManager.builder()
              .memcachedNodes("127.0.0.1:" + node.port())
              .sticky(false)
              .lockingMode(lockingMode)
              .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
              .build());
      Tomcat.addServlet(context, "page", new Page()).setAsyncSupported(true);
      context.addServletMappingDecoded("/page", "page");
      tomcat.start();
    }

    int port() {
      return tomcat.getConnector().getLocalPort();
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
      String way = request.getParameter("way");
      switch (way) {
        case "async" -> {
          AsyncContext async = request.startAsync();
          new Thread(() -> finish(async, request)).start();
        }
        case "started" -> {
          AsyncContext async = request.startAsync();
          async.start(() -> finish(async, request));
        }
        default -> answer(count(request.getSession()), way, response);
      }
    }

    private static void finish(AsyncContext async, HttpServletRequest request) {
      try {
        async.getResponse().getWriter().print(count(request.getSession()));
        async.complete();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void answer(int count, String way, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(count);
      if (way.equals("flush")) {
        response.flushBuffer();
        response.getWriter().print(" ");
      } else if (way.equals("close")) {
        response.getWriter().close();
      } else if (way.equals("large")) {
        char[] blanks = new char[MORE_THAN_THE_BUFFER];
        Arrays.fill(blanks, ' ');
        response.getWriter().write(blanks);
      }
    }

    private static int count(HttpSession session) {
      Object before = session.getAttribute("count");
      int count = before == null ? 1 : (Integer) before + 1;
      session.setAttribute("count", count);
      return count;
    }
  }
}
