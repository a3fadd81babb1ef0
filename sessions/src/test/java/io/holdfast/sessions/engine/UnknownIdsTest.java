package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.Nodes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request costs the nodes that names a session which does not exist. */
final class UnknownIdsTest {

  private final SessionId id = new SessionId("0123456789ABCDEF0123456789ABCDEF");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void lookWhenThereIsNoSuchSessionThenEachNodeIsReadOnce(int nodeCount) {
    Nodes nodes = nodes(nodeCount);
    EngineTomcat tomcat = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);

    LoadedSession found = EngineTomcat.now(tomcat.shared.look(id, null, false)).get();

    assertInstanceOf(LoadedSession.Nothing.class, found);
    assertReadOnce(nodes, nodeCount);
  }

  private static Nodes nodes(int count) {
    return new Nodes(IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toArray(String[]::new));
  }

  /** Nothing is written, and no lease is asked for. */
  private void assertReadOnce(Nodes nodes, int nodeCount) {
    List<List<String>> records =
        nodes.stores().values().stream()
            .map(store -> store.operations().stream().filter(each -> !each.endsWith(":a")).toList())
            .filter(operations -> !operations.isEmpty())
            .toList();
    assertEquals(
        IntStream.range(0, nodeCount).mapToObj(i -> List.of("load " + id.value())).toList(),
        records);
  }
}
