package io.holdfast.demo.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.demo.server.ServerKind;
import io.holdfast.demo.server.ServerState;
import io.holdfast.demo.server.ServerStatus;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said of a session's record when nodes have none, a tombstone, or no answer. */
class RecordFinderTest {

  private static final SessionId SESSION = Objects.requireNonNull(SessionId.parse("ABC.t1"));

  private final MemcachedNode node = MemcachedNodes.start();

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void findWhenANodeHasATombstoneThenNamesTheNode() {
    byte[] tombstone = new Tombstone(SESSION, 5, 1).encode();
    node.probe().set("/shop_ABC", tombstone);

    RecordsFound found = find(ServerState.RUNNING);

    assertEquals(new RecordsFound(true, List.of(), List.of("n1")), found);
  }

  @Test
  void findWhenANodeHasNothingThenTheLookIsComplete() {
    assertEquals(new RecordsFound(true, List.of(), List.of()), find(ServerState.RUNNING));
  }

  @Test
  void findWhenANodeIsDownThenTheLookIsComplete() {
    node.kill();

    assertEquals(new RecordsFound(true, List.of(), List.of()), find(ServerState.DOWN));
  }

  @Test
  void findWhenANodeStartsThenTheLookIsNotComplete() {
    assertEquals(new RecordsFound(false, List.of(), List.of()), find(ServerState.STARTING));
  }

  @Test
  void findWhenANodeDiesBeforeItIsAskedThenTheLookIsNotComplete() {
    node.kill();

    assertEquals(new RecordsFound(false, List.of(), List.of()), find(ServerState.RUNNING));
  }

  @Test
  void findWhenANodeHasSomethingElseThenTheLookIsNotComplete() {
    node.probe().set("/shop_ABC", new byte[] {1, 2, 3});

    assertEquals(new RecordsFound(false, List.of(), List.of()), find(ServerState.RUNNING));
  }

  private RecordsFound find(ServerState state) {
    return RecordFinder.find(
        SESSION,
        List.of(new ServerStatus("n1", ServerKind.MEMCACHED, node.address(), state, 7, null)));
  }
}
