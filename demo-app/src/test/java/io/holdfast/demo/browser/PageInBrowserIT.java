package io.holdfast.demo.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.demo.DemoRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Uses the page as a visitor does, and takes the pictures of the README. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class PageInBrowserIT {

  private static final Path LOOKED_AT = Path.of("target/screenshots");

  /** How many elements end to the right of the box that they are in. */
  private static final String STICKING_OUT =
      """
      [...document.querySelectorAll('section *')].filter(each =>
        each.getBoundingClientRect().right
          > each.closest('section').getBoundingClientRect().right + 1).length
      """;

  /** Backups are asynchronous: a Tomcat that is killed at once may not have made its. */
  private static final String STORED =
      "document.getElementById('record-node').textContent.startsWith('Memcached')";

  private static final String REQUESTS =
      "document.getElementById('shoppers-requests').textContent.replace(/,/g, '')";

  /** Adds products to the cart, one after the other. */
  static void buy(BrowserPage page, String... products) {
    for (String product : products) {
      String before = page.text("cart-count");
      page.click("add-" + product);
      page.await("document.getElementById('cart-count').textContent !== '" + before + "'");
    }
  }

  @Test
  void cartWhenItsTomcatAndItsNodeAreKilledThenIsTheSame() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo");
        BrowserPage page = BrowserPage.open(demo.address())) {
      page.await("document.getElementById('answered-by').textContent.startsWith('Tomcat')");
      page.await("document.getElementById('kill-n2') !== null");
      page.resize(1280, 1160);
      buy(page, "espresso", "espresso", "croissant", "cheesecake");
      page.await(STORED);
      page.screenshot(LOOKED_AT.resolve("demo-1-filled.png"));
      String cart = page.text("cart-lines");
      String owner = page.text("answered-by");

      page.click("kill-" + lastWord(owner));
      page.await("document.getElementById('answered-by').textContent !== '" + owner + "'");

      assertEquals(cart, page.text("cart-lines"));
      assertNotEquals("0", page.text("cart-count"));
      page.screenshot(LOOKED_AT.resolve("demo-2-tomcat-killed.png"));

      String node = page.text("record-node");
      page.click("kill-" + lastWord(node));
      page.await(
          "(text => text.startsWith('Memcached') && text !== '%s')(document.getElementById('record-node').textContent)"
              .formatted(node));
      page.click("reload-cart");
      page.await("document.getElementById('cart-trouble').hidden");

      assertEquals(cart, page.text("cart-lines"));
      page.screenshot(LOOKED_AT.resolve("demo-3-node-killed.png"));
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void pageWhenLoadedAnewThenKnowsWhatHappened() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo");
        BrowserPage page = BrowserPage.open(demo.address())) {
      page.click("add-juice");
      page.await("document.getElementById('cart-count').textContent === '1'");
      page.await(STORED);
      String owner = page.text("answered-by");
      page.click("kill-" + lastWord(owner));
      page.await("document.getElementById('log').textContent.includes('same cart')");

      page.reload();

      page.await("document.getElementById('cart-count').textContent === '1'");
      assertTrue(page.text("log").contains("you killed " + lastWord(owner)), page.text("log"));
      assertEquals("1", page.evaluate("document.querySelectorAll('#step-tomcat.done').length"));
    }
  }

  @Test
  void pageWhenNoTomcatRunsThenSaysSoUntilOneDoes() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo");
        BrowserPage page = BrowserPage.open(demo.address())) {
      page.click("add-juice");
      page.await("document.getElementById('cart-count').textContent === '1'");
      page.await(STORED);
      page.click("kill-t1");
      page.click("kill-t2");
      page.await("!document.getElementById('cart-trouble').hidden");
      page.await("document.getElementById('answered-by-note').textContent === '(down now)'");
      page.screenshot(LOOKED_AT.resolve("no-tomcat.png"));

      page.click("start-t1");

      page.await("document.getElementById('cart-trouble').hidden");
      page.await("document.getElementById('answered-by').textContent === 'Tomcat t1'");
      assertEquals("", page.text("answered-by-note"));
      assertEquals("1", page.text("cart-count"));
    }
  }

  @Test
  void pageWhenNotStickyAndNarrowThenFitsAndEachAnswerIsFromTheOtherTomcat() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo", "--non-sticky");
        BrowserPage page = BrowserPage.open(demo.address())) {
      page.click("add-cheesecake");
      page.await("document.getElementById('cart-count').textContent === '1'");
      String first = page.text("answered-by");

      page.click("reload-cart");

      page.await("document.getElementById('answered-by').textContent !== '" + first + "'");
      assertEquals("1", page.text("cart-count"));
      page.await("document.getElementById('record-node').textContent === 'n1 and n2'");
      for (int width : new int[] {1200, 1100, 1000, 800, 400, 320}) {
        page.resize(width, 2000);
        assertEquals(String.valueOf(width), page.evaluate("document.documentElement.scrollWidth"));
        assertEquals("0", page.evaluate(STICKING_OUT), "at a width of " + width);
        page.screenshot(LOOKED_AT.resolve("width-" + width + ".png"));
      }
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void shoppersWhenATomcatIsKilledThenNoSessionIsLost() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo", "--non-sticky");
        BrowserPage page = BrowserPage.open(demo.address())) {
      page.await("document.getElementById('answered-by').textContent.startsWith('Tomcat')");
      page.click("shoppers-press");
      awaitRequests(page, 200);
      page.click("kill-t1");
      page.await("document.getElementById('log').textContent.includes('you killed t1')");
      awaitRequests(page, Integer.parseInt(page.evaluate(REQUESTS)) + 200);
      page.screenshot(LOOKED_AT.resolve("shoppers.png"));
      page.click("shoppers-press");
      page.await("document.getElementById('log').textContent.includes('the shoppers left')");

      assertEquals("0", page.text("shoppers-lost"));
      assertEquals(List.of(), page.complaints());
    }
  }

  private static void awaitRequests(BrowserPage page, int count) {
    page.await("Number(" + REQUESTS + ") >= " + count);
  }

  private static String lastWord(String text) {
    return Objects.requireNonNull(text).substring(text.lastIndexOf(' ') + 1);
  }
}
