package io.holdfast.demo.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Uses the console as an operator does, and takes the pictures of its document. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class ConsoleInBrowserIT {

  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path LOOKED_AT = TARGET.resolve("screenshots");
  private static final Path PICTURES =
      Path.of(System.getProperty("holdfast.screenshots", LOOKED_AT.toString()));
  private static final String LOGIN =
      "Basic "
          + Base64.getEncoder().encodeToString("operator:secret".getBytes(StandardCharsets.UTF_8));
  private static final String ROWS = "document.querySelectorAll('.id').length";

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private TomcatProcess tomcat;

  @BeforeEach
  void start() throws IOException {
    Path distribution = Path.of(System.getProperty("holdfast.demo.distribution"));
    Path war = distribution.resolve("console/holdfast-console.war");
    tomcat =
        TomcatProcess.of(TomcatDistribution.at(Path.of(System.getProperty("holdfast.demo.tomcat"))))
            .jvmRoute("t1")
            .libraries(jars(distribution.resolve("java")))
            .user("operator", "secret", "manager-gui")
            .application("shop", application(), manager("lockingMode=\"all\" sticky=\"false\""))
            .application("holdfast-console", war, descriptor(war))
            .start();
  }

  @AfterEach
  void stop() {
    if (tomcat != null) {
      tomcat.close();
    }
    n1.close();
    n2.close();
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** A page with a session that holds an object of a class that Holdfast refuses. */
  private static Path application() throws IOException {
    Path folder = Files.createDirectories(TARGET.resolve("console-shop"));
    Files.writeString(
        folder.resolve("index.jsp"),
        """
        <% session.setAttribute("user", "ann");
           session.setAttribute("form", new org.apache.catalina.util.ParameterMap<String, String>()); %>
        """);
    return folder;
  }

  private String manager(String attributes) {
    return """
    <Context><Manager className="io.holdfast.tomcat.MemcachedSessionManager"
      memcachedNodes="n1:%s n2:%s" transcoderFactoryClass="java" %s/></Context>
    """
        .formatted(n1.address(), n2.address(), attributes);
  }

  private static String descriptor(Path war) throws IOException {
    try (ZipFile zip = new ZipFile(war.toFile())) {
      return new String(
          zip.getInputStream(zip.getEntry("META-INF/context.xml")).readAllBytes(),
          StandardCharsets.UTF_8);
    }
  }

  private void visit() {
    assertEquals(200, new Browser().get(tomcat.port(), "/shop/").status());
  }

  private BrowserPage open() throws IOException, InterruptedException {
    BrowserPage page = BrowserPage.open("about:blank");
    page.sendHeader("Authorization", LOGIN);
    page.navigate("http://127.0.0.1:%d/holdfast-console/".formatted(tomcat.port()));
    page.await("document.querySelectorAll('article').length === 1");
    return page;
  }

  @Test
  void sessionWhenItsButtonIsPressedThenIsGoneFromThePage() throws Exception {
    visit();
    visit();
    try (BrowserPage page = open()) {
      page.await(ROWS + " === 2");
      String button = page.evaluate("document.querySelector('td details button').id");

      page.click(button.replaceFirst("^end-", "ask-"));
      page.click(button);

      page.await("document.getElementById('outcome').textContent.endsWith('has ended.')");
      assertEquals("1", page.evaluate(ROWS));
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void pageWhenSomethingHappensThenShowsItByItself() throws Exception {
    visit();
    try (BrowserPage page = open()) {
      page.evaluate("window.isTheSame = true");

      visit();

      page.await(ROWS + " === 2");
      assertEquals("true", page.evaluate("window.isTheSame"));
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void formWhenItIsOpenThenIsLeftAlone() throws Exception {
    visit();
    try (BrowserPage page = open()) {
      String ask = page.evaluate("document.querySelector('.change summary').id");
      page.click(ask);
      String header = page.evaluate("document.querySelector('header p').textContent");

      page.await("document.querySelector('header p').textContent !== '" + header + "'");

      assertEquals("true", page.evaluate("document.querySelector('.change').open"));
    }
  }

  @Test
  void pageWhenNarrowOrDarkThenFitsAndIsShown() throws Exception {
    for (int i = 0; i < 3; i++) {
      visit();
    }
    n2.kill();
    try (BrowserPage page = open()) {
      Await.until(
          "the node is lost",
          () -> {
            visit();
            return page.evaluate("document.querySelectorAll('.state.bad').length").equals("1");
          });
      shoot(page, 1280, "console-light.png");
      for (int width : new int[] {900, 860, 600, 390, 320}) {
        page.resize(width, 2000);
        assertEquals(String.valueOf(width), page.evaluate("document.documentElement.scrollWidth"));
      }
      shoot(page, 390, "console-small.png");

      page.preferDark();
      shoot(page, 1280, "console-dark.png");

      assertEquals(List.of(), page.complaints());
      assertFalse(page.evaluate("document.querySelector('.report').textContent").isEmpty());
    }
  }

  private static void shoot(BrowserPage page, int width, String name) throws IOException {
    page.resize(width, 400);
    int height =
        Integer.parseInt(page.evaluate("Math.ceil(document.documentElement.scrollHeight)"));
    page.resize(width, height);
    page.screenshot(PICTURES.resolve(name));
  }
}
