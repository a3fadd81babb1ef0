package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Users who log in, open a WebSocket at one Tomcat and log out at another: the former one closes
 * the WebSocket, when the session's time would be up there at the latest.
 */
final class HistorySockets {

  /** The application in which they do so. */
  static final String NAME = "sockets";

  /** Who logs in. */
  static final String USER = "ann";

  static final String PASSWORD = "secret";

  /** A session expires after so many seconds; a Tomcat may not know of its end for so long. */
  private static final int INTERVAL = 4;

  /** Longer than the interval, a fault, and what comes back after it. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final long PAUSE_NANOS = 200_000_000;

  private final LinedCluster cluster;
  private final HistoryFile file;
  private final Random random;

  HistorySockets(LinedCluster cluster, HistoryFile file, long seed) {
    this.cluster = cluster;
    this.file = file;
    this.random = new Random(seed);
  }

  static ContextXml context() {
    return HistoryMode.NONE
        .context(NAME)
        .withPagesAndSockets()
        .context("backgroundProcessorDelay", "1")
        .manager("processExpiresFrequency", "1");
  }

  /** One user after the other, until it is told to end. */
  void run(BooleanSupplier goingOn) {
    while (goingOn.getAsBoolean()) {
      List<LinedTomcat> there = cluster.serving();
      if (there.size() > 1) {
        int first = random.nextInt(there.size());
        int other = (first + 1 + random.nextInt(there.size() - 1)) % there.size();
        use(there.get(first), there.get(other));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void use(LinedTomcat first, LinedTomcat other) {
    Browser browser = HistorySession.newBrowser();
    try (SocketChannel socket = open(browser, first)) {
      if (socket == null) {
        return;
      }
      long from = System.nanoTime();
      if (!ask(browser, other, "history/end").contains("found=true")) {
        return; // its time was up already, or a fault is under way
      }
      awaitClosed(socket, from);
      file.socket(first.toString(), socket.closedWith() != 0, from, System.nanoTime());
    } catch (UncheckedIOException | CompletionException e) {
      // a fault is under way
    }
  }

  private static @Nullable SocketChannel open(Browser browser, LinedTomcat tomcat) {
    String login = "history/login?name=%s&value=%s".formatted(USER, PASSWORD);
    String interval = "probe/interval?value=" + INTERVAL;
    if (!ask(browser, tomcat, login).contains("user=" + USER)
        || browser.get(tomcat.process().port(), "/" + NAME + "/" + interval).status() != 200) {
      return null;
    }
    String id = browser.cookie("JSESSIONID");
    return id == null ? null : new SocketChannel(tomcat.process().port(), NAME, id);
  }

  /** The body; empty if the request was refused. */
  private static String ask(Browser browser, LinedTomcat tomcat, String path) {
    Response response = browser.get(tomcat.process().port(), "/" + NAME + "/" + path);
    return response.status() == 200 ? response.body() : "";
  }

  private static void awaitClosed(SocketChannel socket, long from) {
    Await.until(
        "closed, or not",
        PATIENCE.multipliedBy(2),
        () -> socket.closedWith() != 0 || System.nanoTime() - from > PATIENCE.toNanos());
  }
}
