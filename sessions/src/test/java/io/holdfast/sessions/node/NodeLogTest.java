package io.holdfast.sessions.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of nodes: one line for each loss, with where, why and what now. */
final class NodeLogTest {

  private static final String AGAIN = "Holdfast polls it in the background.";

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final NodeUsers users = new NodeUsers(clock);
  private final CapturedLog log = new CapturedLog(NodeLog.class);
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  NodeLogTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:one:11211 n2:two:11212");
  }

  @AfterEach
  void restoreLog() {
    log.close();
  }

  /** One application with the nodes that it sees. */
  private final class Application {
    private final NodeListeners relay = new NodeListeners();
    private final NodeHealthBoard health;
    private final NodeLog nodeLog;

    Application(String path) {
      var configuration = ConfigurationParser.parse(settings);
      health =
          new NodeHealthBoard(configuration.layout().nodeIds(), 3, InstantSource.system(), relay);
      nodeLog =
          new NodeLog(configuration, "localhost" + (path.isEmpty() ? "/" : path), health, users);
      relay.add(nodeLog);
    }

    void loses(String node, String reason) {
      health.watch(node).disconnected(reason);
    }

    void finds(String node) {
      health.watch(node).succeeded();
    }
  }

  @Test
  void lostWhenAnotherNodeAnswersThenSaysWhereWhyAndWhatNow() {
    new Application("/shop").loses("n1", "connection refused");

    assertEquals(
        List.of(
            "memcached node n1 at one:11211 is lost: connection refused. Its sessions are stored on"
                + " the other nodes (n2). "
                + AGAIN
                + " Used by: localhost/shop"),
        log.warnings());
  }

  @Test
  void lostWhenOperationsFailThenSaysHowManyAndHow() {
    Application shop = new Application("");
    for (int i = 0; i < 3; i++) {
      shop.health.watch("n2").failed("no answer within 500 ms");
    }

    String line = log.warnings().get(0);
    assertTrue(
        line.startsWith(
            "memcached node n2 at two:11212 is lost: 3 operations in a row failed (no answer within"
                + " 500 ms). "),
        line);
    assertTrue(line.endsWith(" Used by: localhost/"), line);
  }

  @Test
  void lostWhenItIsTheLastNodeThenNoOtherIsPromised() {
    settings.put(Setting.MEMCACHED_NODES, "n1:one:11211");

    new Application("/shop").loses("n1", "unknown host");

    assertEquals(
        List.of(
            "memcached node n1 at one:11211 is lost: unknown host. No other node answers: sessions"
                + " live in the memory of this Tomcat only; a restart loses what is not stored by"
                + " then. "
                + AGAIN
                + " Used by: localhost/shop"),
        log.warnings());
  }

  @Test
  void lostWhenSeveralApplicationsUseTheNodeThenOneOfThemTells() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");

    blog.loses("n1", "connection refused");
    shop.loses("n1", "connection refused");

    assertEquals(1, log.warnings().size());
    assertTrue(log.warnings().get(0).endsWith(" Used by: localhost/blog, localhost/shop"));
  }

  @Test
  void returnedWhenSeveralApplicationsLostItThenTheLastOneTells() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");
    blog.loses("n1", "connection refused");
    shop.loses("n1", "connection refused");

    shop.finds("n1");
    assertEquals(1, log.warnings().size());
    blog.finds("n1");

    assertEquals(
        "memcached node n1 at one:11211 answers again; its sessions are stored on it. Used by:"
            + " localhost/blog, localhost/shop",
        log.warnings().get(1));
  }

  /** Such as one whose password is wrong: it must not keep the loss of all others from the log. */
  @Test
  void lostWhenOneApplicationIsWithoutTheNodeForLongThenALossOfTheOthersIsTold() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");
    Application wiki = new Application("/wiki");
    wiki.loses("n1", "login refused: wrong username or password");
    clock.advance(Duration.ofMinutes(1));

    shop.loses("n1", "connection refused");
    blog.loses("n1", "connection refused");
    clock.advance(Duration.ofHours(1));
    shop.finds("n1");
    blog.finds("n1");

    List<String> lines = log.warnings();
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.get(1).contains("is lost: connection refused."), lines.get(1));
    assertTrue(lines.get(1).endsWith(" Used by: localhost/blog, localhost/shop"), lines.get(1));
    assertEquals(
        "memcached node n1 at one:11211 answers again; its sessions are stored on it. Used by:"
            + " localhost/blog, localhost/shop",
        lines.get(2));
  }

  @Test
  void leftWhenTheLastApplicationWithoutTheNodeStopsThenItsReturnIsTold() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");
    shop.loses("n1", "connection refused");
    blog.loses("n1", "connection refused");
    shop.finds("n1");

    blog.nodeLog.close();

    assertEquals(2, log.warnings().size(), () -> log.warnings().toString());
    assertTrue(log.warnings().get(1).startsWith("memcached node n1 at one:11211 answers again;"));
  }

  @Test
  void leftWhenTheOnlyApplicationWithoutTheNodeStopsThenNoReturnIsTold() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");
    shop.loses("n1", "connection refused");

    shop.nodeLog.close();
    blog.loses("n1", "connection refused");

    assertEquals(2, log.warnings().size(), () -> log.warnings().toString());
    assertTrue(log.warnings().get(1).endsWith(" Used by: localhost/blog"));
  }

  @Test
  void lostWhenItIsLostAgainThenItIsToldAgain() {
    Application shop = new Application("/shop");

    shop.loses("n1", "connection refused");
    shop.finds("n1");
    shop.loses("n1", "connection refused");

    assertEquals(3, log.warnings().size());
  }

  @Test
  void lostWhenAnIdStandsForAnotherNodeThenItsAddressIsTold() {
    Application shop = new Application("/shop");

    shop.nodeLog.used(new NodeAddress("n1", "three", 11213));
    shop.loses("n1", "connection refused");

    assertTrue(
        log.warnings().get(0).startsWith("memcached node n1 at three:11213 is lost:"),
        () -> log.warnings().toString());
  }

  @Test
  void closeWhenNoApplicationIsLeftThenNothingIsKept() {
    Application shop = new Application("/shop");
    Application blog = new Application("/blog");
    blog.loses("n2", "connection refused");

    shop.nodeLog.close();
    blog.nodeLog.close();

    assertTrue(users.isEmpty());
  }
}
