package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that the {@code RewriteValve} of the root application sends to another application, from
 * within itself: what they do to a session is that application's.
 */
@Timeout(120)
class RewrittenElsewhereTest extends WithOneNode {

  @BeforeEach
  void prepare() throws IOException {
    Path rules = Files.createDirectories(base.resolve("WEB-INF")).resolve("rewrite.config");
    Files.writeString(rules, "RewriteRule ^/nice/(.*)$ /shop/page?way=$1 [L]\n");
    page.with(
        "look", (request, response) -> request.getSession(false) == null ? "none" : "a session");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "optimistic", "all", "auto"})
  void countWhenItsRequestWasRewrittenThenIsOfTheOtherApplicationAlone(String mode) {
    PageTomcat t1 = start("t1", mode, "SHOP");
    PageTomcat t2 = start("t2", mode, "SHOP");

    assertEquals("1", nice(t1, "raise"));
    assertEquals("2", nice(t2, "raise"));
    assertEquals("3", t1.ask(browser, "/shop", "raise"));
    assertEquals("4", nice(t2, "raise"));
  }

  /** Its cookie is for all paths. */
  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "optimistic", "all", "auto"})
  void sessionWhenTheRootHasOneThenIsNotShownToTheOtherApplication(String mode) {
    PageTomcat t1 = start("t1", mode, "JSESSIONID");
    PageTomcat t2 = start("t2", mode, "JSESSIONID");
    assertEquals("1", t1.ask(browser, "raise"));
    assertEquals("2", t1.ask(browser, "raise"));

    assertEquals("none", nice(t1, "look"));
    assertEquals("none", nice(t2, "look"));
    assertEquals("3", t2.ask(browser, "raise"));
  }

  private String nice(PageTomcat tomcat, String way) {
    return browser.get(tomcat.port(), "/nice/" + way).body();
  }

  private PageTomcat start(String name, String mode, String cookieOfShop) {
    return start(
        name,
        List.of("", "/shop"),
        settings(mode),
        page,
        context -> {
          if (context.getPath().isEmpty()) {
            context.getPipeline().addValve(new RewriteValve());
          } else if (!cookieOfShop.equals("JSESSIONID")) { // for the paths that are rewritten, too
            context.setSessionCookieName(cookieOfShop);
            context.setSessionCookiePath("/");
          }
        });
  }
}
