package io.holdfast.demo.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.demo.DemoRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the moving picture of the README: forty shoppers, and what becomes of them. */
@EnabledIfSystemProperty(
    named = "holdfast.browser",
    matches = ".+",
    disabledReason = "no browser was named; demo-app/src/browser/drive does")
class MovingPictureIT {

  private static final Path FILE =
      Path.of(System.getProperty("holdfast.screenshots", "target/screenshots"), "demo.gif");
  private static final int LARGEST = 2_000_000;
  private static final int WIDTH = 860;
  private static final int HEIGHT = 640;
  private static final int HUNDREDTHS = 40;
  private static final int REQUESTS_OF_A_FRAME = 40;
  private static final String REQUESTS =
      "Number(document.getElementById('shoppers-requests').textContent.replace(/,/g, ''))";

  @Test
  void shoppersWhenATomcatAndANodeAreKilledThenNoneLosesASession() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo", "--non-sticky");
        BrowserPage page = BrowserPage.open(demo.address());
        MovingPicture film = new MovingPicture(FILE, WIDTH, HEIGHT)) {
      page.await("document.getElementById('answered-by').textContent.startsWith('Tomcat')");
      PageInBrowserIT.buy(page, "espresso", "croissant", "cheesecake");
      film.add(page.picture(), 3 * HUNDREDTHS);
      page.click("shoppers-press");
      watch(page, film, 5);
      page.click("kill-t1");
      page.await("document.getElementById('log').textContent.includes('you killed t1')");
      watch(page, film, 7);
      page.click("kill-n1");
      page.await("document.getElementById('log').textContent.includes('you killed n1')");
      watch(page, film, 8);
      assertEquals("0", page.text("shoppers-lost"));
      film.add(page.picture(), 5 * HUNDREDTHS);
    }
    long bytes = Files.size(FILE);
    assertTrue(bytes < LARGEST, bytes + " bytes");
  }

  /** Takes a frame whenever the shoppers have got some more answers. */
  private static void watch(BrowserPage page, MovingPicture film, int frames) throws IOException {
    for (int i = 0; i < frames; i++) {
      int requests = Integer.parseInt(page.evaluate(REQUESTS));
      page.await(REQUESTS + " >= " + (requests + REQUESTS_OF_A_FRAME));
      film.add(page.picture(), HUNDREDTHS);
    }
  }
}
