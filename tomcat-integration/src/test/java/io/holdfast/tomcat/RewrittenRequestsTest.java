package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpServletRequest;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that Tomcat's {@code RewriteValve} sends through all valves again, from within its
 * application.
 */
@Timeout(120)
class RewrittenRequestsTest extends WithOneNode {

  @BeforeEach
  void prepare() throws IOException {
    Path rules = Files.createDirectories(base.resolve("WEB-INF")).resolve("rewrite.config");
    Files.writeString(rules, "RewriteRule ^/nice/(.*)$ /page?way=$1 [L]\n");
    for (String fruit : List.of("new", "pear", "plum")) {
      page.with(fruit, (request, response) -> basketWith(fruit, request));
    }
  }

  private static Object basketWith(String fruit, HttpServletRequest request) {
    List<String> basket = StepPage.basketOf(request.getSession());
    basket.add(fruit);
    return basket;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "optimistic", "all", "auto"})
  void changeWhenItsRequestIsRewrittenThenIsSeenElsewhere(String mode) {
    PageTomcat t1 = start("t1", mode);
    PageTomcat t2 = start("t2", mode);

    assertEquals("[new]", nice(t1, "new"));
    assertEquals("[new, pear]", nice(t2, "pear"));
    assertEquals("[new, pear, plum]", nice(t1, "plum"));
    assertEquals("[new, pear, plum, fig]", t2.ask(browser, "add fig"));
  }

  /** The other request has its object before the rewritten one ends, and changes it after. */
  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "optimistic"})
  void changeWhenMadeBesideARewrittenRequestThenIsSeenElsewhere(String mode) {
    PageTomcat t1 = start("t1", mode);
    PageTomcat t2 = start("t2", mode);
    assertEquals("[new]", t1.ask(browser, "add new"));
    CompletableFuture<String> slow = held(t1, "add plum slowly");

    assertEquals("[new, pear]", nice(t1, "pear"));
    page.gate().open();

    assertEquals("[new, pear, plum]", slow.join());
    assertEquals("[new, pear, plum, fig]", t2.ask(browser, "add fig"));
  }

  private String nice(PageTomcat tomcat, String fruit) {
    return browser.get(tomcat.port(), "/nice/" + fruit).body();
  }

  private PageTomcat start(String name, String mode) {
    return start(
        name, settings(mode), context -> context.getPipeline().addValve(new RewriteValve()));
  }
}
