package io.holdfast.demo.browser;

import static io.holdfast.demo.browser.CannedDemo.look;
import static io.holdfast.demo.browser.CannedDemo.record;
import static io.holdfast.demo.browser.CannedDemo.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the page shows, light and dark, wide and narrow. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class PageLookIT {

  private static final Path LOOKED_AT = Path.of("target/screenshots");
  private static final String ON_N1 = look("running", session(true, record("n1", 3), ""));

  private static final String STICKING_OUT =
      "[...document.querySelectorAll('section *')].filter(each =>"
          + " each.getBoundingClientRect().right"
          + " > each.closest('section').getBoundingClientRect().right + 1).length";

  /**
   * The texts whose contrast with what is behind them is below 4.5; WCAG leaves out what is off.
   */
  private static final String FAINT =
      "(() => {"
          + " const light = rgb => rgb.map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)"
          + ".reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);"
          + " const parts = text => text.match(/[0-9.]+/g).map(Number);"
          + " const behind = each => { for (let at = each; at; at = at.parentElement) {"
          + " const style = getComputedStyle(at);"
          + " const fill = at.tagName === 'g' && at.querySelector('rect');"
          + " const colour = parts(fill ? getComputedStyle(fill).fill : style.backgroundColor);"
          + " if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3); } };"
          + " return [...document.querySelectorAll('body *')].filter(each =>"
          + " [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())"
          + " && !each.disabled && each.tagName !== 'SCRIPT' && each.checkVisibility()).filter(each => {"
          + " const ink = parts(each.tagName === 'text' ? getComputedStyle(each).fill : getComputedStyle(each).color).slice(0, 3);"
          + " const two = [light(ink), light(behind(each))].sort((a, b) => b - a);"
          + " return (two[0] + 0.05) / (two[1] + 0.05) < 4.5; })"
          + ".map(each => each.tagName + ' ' + each.textContent).join(', '); })()";

  private CannedDemo demo;
  private BrowserPage page;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    demo = CannedDemo.serving(ON_N1);
    page = BrowserPage.open(demo.address());
    awaitText("record-node", "Memcached n1");
  }

  @AfterEach
  void close() {
    page.close();
    demo.close();
  }

  @Test
  void pageWhenLightOrDarkThenFitsAndIsLegible() throws Exception {
    demo.then(look("down", session(true, record("n1", 4), "")));
    awaitText("record-version", "4");
    page.click("reload-cart");
    for (String theme : List.of("light", "dark")) {
      if (theme.equals("dark")) {
        page.preferDark();
      }
      for (int width : new int[] {1280, 375}) {
        page.resize(width, width == 375 ? 2700 : 1400);
        assertEquals(String.valueOf(width), page.evaluate("document.documentElement.scrollWidth"));
        assertEquals("0", page.evaluate(STICKING_OUT), theme + " at a width of " + width);
        page.screenshot(LOOKED_AT.resolve("demo-" + theme + "-" + width + ".png"));
        assertEquals("", page.evaluate(FAINT), theme + " at a width of " + width);
      }
    }
    assertTrue(
        page.evaluate("getComputedStyle(document.body).backgroundColor").contains("18, 23, 29"));
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void columnsWhenWideThenEndAtTheSameHeight() {
    assertEquals(
        "1",
        page.evaluate(
            "new Set([...document.querySelectorAll('.column')].map(each =>"
                + " Math.round(each.lastElementChild.getBoundingClientRect().bottom))).size"));
  }

  @Test
  void factsAndManagerWhenStickyThenNameWhatRuns() {
    assertEquals("Holdfast demo: kill a Tomcat, keep the cart", page.evaluate("document.title"));
    awaitText("facts", "2 × Tomcat 11, 2 × memcached, kryo, sticky");
    assertEquals(
        "<Manager className=\\\"io.holdfast.tomcat.MemcachedSessionManager\\\"\\n"
            + "         memcachedNodes=\\\"n1:cache1:11211,n2:cache2:11211\\\"\\n"
            + "         transcoderFactoryClass=\\\"kryo\\\"/>",
        page.text("manager"));
  }

  @Test
  void managerWhenNotStickyThenSaysSo() {
    demo.then(ON_N1.replace("\"sticky\"", "\"non-sticky\""));

    page.await("document.getElementById('manager').textContent.includes('sticky=')");
    awaitText("facts", "2 × Tomcat 11, 2 × memcached, kryo, non-sticky");
  }

  @Test
  void drawingWhenTheRecordMovesThenItsDotMoves() {
    assertEquals("dot at-n1", dot("dot-1"));
    assertEquals("dot  away", dot("dot-2"));
    assertEquals("used", line("t1-n1"));
    String moved = look("running", session(true, record("n2", 4), ""));
    demo.then(moved, moved);

    page.await("document.getElementById('dot-1').getAttribute('class') === 'dot at-n2'");
    assertEquals("used", line("t1"));
    assertEquals("", line("t1-n1"));
    assertEquals("used", line("t1-n2"));

    String both = look("down", session(true, record("n1", 5) + "," + record("n2", 5), ""));
    demo.then(both, both);

    page.await("document.getElementById('dot-2').getAttribute('class') === 'dot at-n2'");
    assertEquals("dot at-n1", dot("dot-1"));
    assertEquals("down", page.evaluate("document.getElementById('box-t1').getAttribute('class')"));
    assertEquals("", line("t1"));
  }

  @Test
  void shoppersWhenTheyShopThenTheirCountsAreShown() {
    demo.then(
        ON_N1.replaceFirst("\"shoppers\":\\{.*}", "\"shoppers\":" + CannedDemo.tally(40, 4711, 1)));
    awaitText("shoppers-requests", "4,711");
    assertEquals("2", page.text("shoppers-errors"));
    assertEquals("1", page.text("shoppers-lost"));
    assertEquals("1.2 s", page.text("shoppers-slowest"));
    assertEquals("Stop (40 s)", page.text("shoppers-press"));
    assertTrue(page.text("log").contains("40 shoppers came in"), page.text("log"));

    demo.then(
        ON_N1.replaceFirst("\"shoppers\":\\{.*}", "\"shoppers\":" + CannedDemo.tally(0, 5000, 0)));

    awaitText("shoppers-press", "Shop for 60 s");
    assertTrue(
        page.text("log")
            .contains(
                "the shoppers left: 5,000 requests, 2 errors, 0 sessions lost, slowest 1234 ms"),
        page.text("log"));
  }

  private String dot(String id) {
    return page.evaluate("document.getElementById('%s').getAttribute('class')".formatted(id));
  }

  private String line(String id) {
    return page.evaluate("document.getElementById('line-%s').getAttribute('class')".formatted(id));
  }

  private void awaitText(String id, String text) {
    page.await("document.getElementById('%s').textContent === '%s'".formatted(id, text));
  }
}
