package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An operator empties all nodes with {@code flush_all}, while Tomcats have sessions in memory that
 * no request uses just then: no connection breaks, no node is lost. Takes the minute after which
 * nodes are asked again.
 */
@Timeout(180)
final class FlushedNodesTest {

  private static final Duration TWO_ROUNDS = Duration.ofSeconds(130);
  private static final SessionId ID = new SessionId("live");
  private static final SessionId ENDED = new SessionId("ended");

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  FlushedNodesTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = "false")
  void flushWhenNobodyUsesTheSessionsThenTheyAreStoredAgainAndWhatEndedStaysSo(String sticky) {
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime writing = start(List.of())) {
      FakeInstance live = stored(writing, ID);
      var unusedToo = stored(writing, ENDED);
      try (SessionRuntime two = start(List.of(live));
          SessionRuntime ending = start(List.of())) {
        FakeInstance stale = opened(two, ENDED);
        var unused = ending.sessions().end(opened(ending, ENDED)).join();
        Await.until("it is stored", () -> keys().size() == 4);
        Set<String> all = keys();
        awaitKnown(two, ending);

        n1.probe().flushAll();
        n2.probe().flushAll();

        assertEquals(Set.of(), keys());
        Await.until("all is stored again", TWO_ROUNDS, () -> keys().equals(all));
        assertInstanceOf(
            LoadedSession.Nothing.class, two.sessions().look(ENDED, stale, false).join().get());
        assertEquals(0, two.metrics().get(Metric.NODES_LOST));
      }
    }
  }

  /** Each key with its node. */
  private Set<String> keys() {
    return Set.copyOf(
        Stream.concat(
                n1.probe().keys().stream().map("n1 "::concat),
                n2.probe().keys().stream().map("n2 "::concat))
            .toList());
  }

  /** The first figures: only what changes after them is noticed. */
  private static void awaitKnown(RuntimeView... runtimes) {
    for (RuntimeView runtime : runtimes) {
      Await.until(
          "both nodes have told their figures",
          () -> runtime.nodes().stream().allMatch(node -> node.figures() != null));
    }
  }

  private static FakeInstance stored(SessionRuntime runtime, SessionId id) {
    FakeInstance session =
        new FakeInstance(id, new SessionTimes(1, 1, 1, -1), runtime.sessions().noAttributes());
    session.set("value", "text");
    runtime.sessions().save(session).join();
    return opened(runtime, id);
  }

  private static FakeInstance opened(SessionRuntime runtime, SessionId id) {
    return new FakeInstance(
        (LoadedSession.Fresh) runtime.sessions().look(id, null, false).join().get());
  }

  private SessionRuntime start(List<? extends SessionInstance> sessions) {
    return new SessionRuntime(ConfigurationParser.parse(settings), context(), () -> sessions);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return TestApplication.of(
        "localhost", "/shared", null, loader, loader, null, InstantSource.system());
  }
}
