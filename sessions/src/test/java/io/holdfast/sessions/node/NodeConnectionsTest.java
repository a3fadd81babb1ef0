package io.holdfast.sessions.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeProber;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TellingStore;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.sessions.store.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NodeConnectionsTest {

  private static final Duration GRACE = Duration.ofSeconds(4);
  private static final String KEY = "key";

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final ManualTimer timer = new ManualTimer();
  private final News news = new News();
  private final NodeHealthBoard board = new NodeHealthBoard(List.of("n1", "n2"), 3, clock, news);
  private final Map<String, FaultyStore> opened = new HashMap<>();
  private final Map<String, ConnectionListener> listeners = new HashMap<>();
  private final NodeConnections nodes =
      new NodeConnections(
          layout("n1:1", "n2:2"),
          board,
          this::connect,
          news,
          new SessionMetrics(false),
          timer,
          clock,
          GRACE);

  /** What the resync would hear; its work is done when the test says so. */
  private static final class News implements StoreListener {

    private final List<String> replies = new ArrayList<>();
    private CompletableFuture<Void> resynced = CompletableFuture.completedFuture(null);

    @Override
    public void nodeLost(String nodeId) {
      replies.add("lost " + nodeId);
    }

    @Override
    public void nodeReturned(String nodeId) {
      replies.add("returned " + nodeId);
    }

    @Override
    public void reconnected(String nodeId) {
      replies.add("reconnected " + nodeId);
    }

    @Override
    public CompletableFuture<Void> nodesChanged(Set<String> gone) {
      replies.add("changed, gone " + gone);
      return resynced;
    }

    @Override
    public void nodeLeft(String nodeId) {
      replies.add("left " + nodeId);
    }
  }

  @Test
  void changeWhenANodeComesThenItIsOpenedAndTheOthersStayAsTheyAre() {
    NodeStore before = nodes.get().store("n1");

    CompletableFuture<Void> done = nodes.change(layout("n1:1", "n2:2", "n3:3"));

    assertTrue(done.isDone());
    assertEquals(Set.of("n1", "n2", "n3"), nodes.get().stores().keySet());
    assertEquals(3, nodes.get().placement().nodeCount());
    assertSame(before, nodes.get().store("n1"));
    assertEquals(List.of("changed, gone []"), news.replies);
  }

  @Test
  void changeWhenNothingChangesThenNothingHappens() {
    NodeSet before = nodes.get();

    CompletableFuture<Void> done = nodes.change(layout("n1:1", "n2:2"));

    assertTrue(done.isDone());
    assertSame(before, nodes.get());
    assertEquals(List.of(), news.replies);
  }

  @Test
  void changeWhenANodeGoesThenItIsReadFromUntilItsSessionsAreElsewhere() {
    news.resynced = new CompletableFuture<>();

    CompletableFuture<Void> done = nodes.change(layout("n1:1"));
    timer.advance(GRACE.multipliedBy(10));

    assertFalse(done.isDone());
    assertEquals(List.of("n1", "n2"), nodes.get().placement().readOrder(KEY));
    assertEquals(List.of("n1"), nodes.get().placement().writeOrder(KEY));
    assertEquals(List.of("n1 AVAILABLE", "n2 LEAVING"), states());
    assertFalse(store("2").isClosed());
  }

  @Test
  void changeWhenSessionsAreElsewhereThenNothingIsLeftOfANodeThatWent() {
    CompletableFuture<Void> done = nodes.change(layout("n1:1"));

    timer.advance(GRACE.multipliedBy(2));

    assertTrue(done.isDone());
    assertTrue(store("2").isClosed());
    assertFalse(store("1").isClosed());
    assertEquals(Set.of("n1"), nodes.get().stores().keySet());
    assertEquals(Set.of("n1"), nodes.unguarded().keySet());
    assertFalse(board.isAvailable("n2"));
    assertEquals(
        List.of("changed, gone [n2]", "changed, gone [n2]", "left n2"),
        news.replies,
        "once more after what had begun before");
  }

  @Test
  void changeWhenANodeThatWentBreaksThenThatIsNoLoss() {
    var unused = nodes.change(layout("n1:1"));
    timer.advance(GRACE.multipliedBy(2));
    news.replies.clear();

    listener("2").disconnected("n2", "test");

    assertEquals(List.of(), news.replies);
  }

  @Test
  void changeWhenAnIdGetsAnotherAddressThenItIsAnotherNode() {
    listener("2").disconnected("n2", "test");
    news.replies.clear();

    var unused = nodes.change(layout("n1:1", "n2:22"));
    listener("2").connected("n2");
    listener("2").connected("n2");

    assertTrue(board.isAvailable("n2"));
    assertEquals(List.of("changed, gone [n2]"), news.replies);
    assertEquals(List.of(), store("2").operations());
    var unusedValue = nodes.get().store("n2").load(KEY);
    assertEquals(List.of("load " + KEY), store("22").operations());
    timer.advance(GRACE.multipliedBy(2));
    assertTrue(store("2").isClosed());
    assertFalse(store("22").isClosed());
  }

  @Test
  void connectedWhenItIsTheFirstTimeThenNoNews() {
    listener("1").connected("n1");
    assertEquals(List.of(), news.replies);

    listener("1").connected("n1");

    assertEquals(List.of("reconnected n1"), news.replies);
  }

  @Test
  void connectedWhenTheNodeIsLostAndAnswersThenItIsBackAtOnce() {
    listener("1").disconnected("n1", "test");

    listener("1").connected("n1");

    assertEquals(List.of("lost n1", "returned n1"), news.replies);
    assertEquals(List.of("load " + NodeProber.PROBE_KEY), store("1").operations());
  }

  /** As the listener of a connection that another application has, and that just breaks. */
  @Test
  void connectedWhenToldBeforeTheStoreIsThereThenNothingFails() {
    NodeHealthBoard one = new NodeHealthBoard(List.of("n1"), 3, clock, news);

    NodeConnection early =
        new NodeConnection(
            new NodeAddress("n1", "localhost", 1),
            one,
            new SessionMetrics(false),
            clock,
            (node, listener) -> {
              listener.disconnected("n1", "test");
              listener.connected("n1");
              return new FaultyStore("n1", clock);
            },
            news);

    assertFalse(early.watch.isAvailable());
    early.connected("n1");
    assertTrue(early.watch.isAvailable());
  }

  @ParameterizedTest
  @EnumSource
  void connectedWhenTheNodeIsLostThenItIsBackOnlyIfItAnswers(Reason reason) {
    store("1").failWith(reason);
    listener("1").disconnected("n1", "test");

    listener("1").connected("n1");

    assertEquals(reason == Reason.REFUSED, board.isAvailable("n1"));
  }

  @Test
  void connectedWhenTheConnectionBreaksAgainAndAgainThenTheNodeComesAndGoesOnceASecond() {
    for (int millis = 0; millis < 3_000; millis += 10) {
      listener("1").disconnected("n1", "test");
      listener("1").connected("n1");
      clock.advance(Duration.ofMillis(10));
    }

    assertEquals(3, Collections.frequency(news.replies, "returned n1"));
  }

  @Test
  void changeWhenANodeComesBackIntoTheListWhileItLeavesThenItStays() {
    var unused = nodes.change(layout("n1:1"));
    FaultyStore former = store("2");

    var unusedToo = nodes.change(layout("n1:1", "n2:2"));
    timer.advance(GRACE.multipliedBy(2));

    assertTrue(former.isClosed());
    assertFalse(store("2").isClosed());
    assertEquals(List.of("n1 AVAILABLE", "n2 AVAILABLE"), states());
    assertEquals(Set.of("n1", "n2"), nodes.get().stores().keySet());
  }

  @Test
  void changeWhenClosedThenNothingIsOpened() {
    nodes.close();

    var unused = nodes.change(layout("n1:1", "n2:2", "n3:3"));

    assertFalse(opened.containsKey("3"));
  }

  @Test
  void closeWhenANodeIsLeavingThenItIsClosedToo() {
    var unused = nodes.change(layout("n1:1"));

    nodes.close();

    assertTrue(opened.values().stream().allMatch(FaultyStore::isClosed));
  }

  @Test
  void statusesWhenNodesDifferThenEachSaysWhatItIs() {
    var unused = nodes.change(new NodeLayout(addresses("n1:1", "n2:2", "n3:3"), Set.of("n3"), 1));
    clock.advance(Duration.ofSeconds(7));
    board.watch("n2").disconnected("no connection");

    List<String> statuses = nodes.statuses(id -> null).stream().map(NodeStatus::toString).toList();

    assertEquals(
        List.of(
            "id=n1 address=localhost:1 state=AVAILABLE since=1970-01-01T00:00:00Z",
            "id=n2 address=localhost:2 state=LOST since=1970-01-01T00:00:07Z",
            "id=n3 address=localhost:3 state=STANDBY since=1970-01-01T00:00:00Z"),
        statuses);
  }

  private List<String> states() {
    return nodes.statuses(id -> null).stream()
        .map(node -> node.address().id() + " " + node.state())
        .toList();
  }

  private NodeStore connect(NodeAddress node, ConnectionListener listener) {
    String port = Integer.toString(node.port());
    FaultyStore store = new FaultyStore(node.id(), clock);
    opened.put(port, store);
    listeners.put(port, listener);
    return new TellingStore(store, listener);
  }

  private FaultyStore store(String port) {
    return Objects.requireNonNull(opened.get(port));
  }

  private ConnectionListener listener(String port) {
    return Objects.requireNonNull(listeners.get(port));
  }

  private static NodeLayout layout(String... nodes) {
    return new NodeLayout(addresses(nodes), Set.of(), 1);
  }

  /** Nodes given as {@code id:port}. */
  private static List<NodeAddress> addresses(String... nodes) {
    return Arrays.stream(nodes)
        .map(node -> node.split(":", -1))
        .map(parts -> new NodeAddress(parts[0], "localhost", Integer.parseInt(parts[1])))
        .toList();
  }
}
