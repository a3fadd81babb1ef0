package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications, hosts and attributes whose names are no plain words: Tomcat takes them all. */
@Timeout(120)
final class StrangeNamesTest extends WithOneNode {

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

  @ParameterizedTest
  @CsvSource({
    "localhost,         /a/b,                 /a/b",
    "localhost,         /mein käse/laden_1-2, /mein%20k%C3%A4se/laden_1-2",
    "localhost,         /A,                   /A",
    "Shop.Example,      /a.b~c,               /a.b~c",
    "xn--kse-qla.test,  /日本,                /%E6%97%A5%E6%9C%AC"
  })
  void attributesWhenNamesAreStrangeThenAreOnTheNextTomcat(
      String host, String contextPath, String requestPath) {
    int names = ATTRIBUTES.size() - (contextPath.equals("/a/b") ? 0 : HUGE);
    for (boolean isSticky : new boolean[] {true, false}) {
      PageTomcat t1 = start("t1-" + isSticky, isSticky, host, contextPath);
      PageTomcat t2 = start("t2-" + isSticky, isSticky, host, contextPath);
      Browser one = new Browser();

      assertEquals("set", ask(t1, one, host, requestPath, "set", names));

      assertEquals(
          IntStream.range(0, names).mapToObj(i -> "value " + i).toList(),
          ask(t2, one, host, requestPath, "get", names).lines().toList());
    }
  }

  private static String ask(
      PageTomcat tomcat, Browser from, String host, String path, String command, int names) {
    return from.send(
            tomcat.port(),
            "GET",
            path + "/page?command=" + command + "&names=" + names,
            Map.of("Host", host),
            new byte[0])
        .body()
        .strip();
  }

  /** Starts a Tomcat whose only host has this name. */
  private PageTomcat start(String name, boolean isSticky, String host, String path) {
    return closing(
        new PageTomcat(
            base,
            name,
            name,
            tomcat -> tomcat.setHostname(host),
            List.of(path),
            settings(isSticky)
                .set(Setting.STORAGE_KEY_PREFIX, "context,webappVersion")
                .set(Setting.SPILL_DIRECTORY, base.resolve("spill-" + name)),
            new Page(),
            context -> {}));
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
