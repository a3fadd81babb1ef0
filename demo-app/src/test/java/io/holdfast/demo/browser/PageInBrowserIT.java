package io.holdfast.demo.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.demo.DemoRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Uses the page as a visitor does, and takes the pictures of the README. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class PageInBrowserIT {

  private static final String BROWSER = System.getProperty("holdfast.browser", "");
  private static final Path PICTURES =
      Path.of(System.getProperty("holdfast.screenshots", "target/screenshots"));

  @Test
  void cartWhenItsTomcatAndItsNodeAreKilledThenIsTheSame() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo");
        BrowserPage page = BrowserPage.open(BROWSER, newProfile(), demo.address())) {
      page.await("document.getElementById('answered-by').textContent.startsWith('Tomcat')");
      page.await("document.getElementById('kill-n2') !== null");
      for (String product : new String[] {"espresso", "espresso", "croissant", "cheesecake"}) {
        String before = page.text("cart-count");
        page.click("add-" + product);
        page.await("document.getElementById('cart-count').textContent !== '" + before + "'");
      }
      page.await("document.getElementById('record-node').textContent.startsWith('Memcached')");
      page.screenshot(PICTURES.resolve("demo-1-filled.png"));
      String cart = page.text("cart-lines");
      String owner = page.text("answered-by");

      page.click("kill-" + lastWord(owner));
      page.await("document.getElementById('answered-by').textContent !== '" + owner + "'");

      assertEquals(cart, page.text("cart-lines"));
      assertNotEquals("0", page.text("cart-count"));
      page.screenshot(PICTURES.resolve("demo-2-tomcat-killed.png"));

      String node = page.text("record-node");
      page.click("kill-" + lastWord(node));
      page.await(
          "(text => text.startsWith('Memcached') && text !== '%s')(document.getElementById('record-node').textContent)"
              .formatted(node));
      page.click("reload-cart");
      page.await("document.getElementById('cart-trouble').hidden");

      assertEquals(cart, page.text("cart-lines"));
      page.screenshot(PICTURES.resolve("demo-3-node-killed.png"));
    }
  }

  private static Path newProfile() throws IOException {
    return Files.createTempDirectory(
        Files.createDirectories(Path.of("target").toAbsolutePath()), "browser-");
  }

  private static String lastWord(String text) {
    return Objects.requireNonNull(text).substring(text.lastIndexOf(' ') + 1);
  }
}
