package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One Tomcat of sticky sessions, with what it does when nodes come and go. */
final class ResyncingTomcat {

  static final int PACE = 1_000;

  private final Nodes nodes;
  final EngineTomcat engine;
  final SessionResync resync;

  ResyncingTomcat(String name, Nodes nodes, int copies) {
    this.nodes = nodes;
    this.engine =
        EngineTomcat.withAffinity(
            health -> Affinity.sticky(health::changes),
            nodes.stores(),
            copies,
            Granularity.SESSION,
            new JdkTranscoder(),
            new Random(name.hashCode()),
            nodes.clock);
    this.resync =
        new SessionResync(
            engine.local::values,
            engine.shared,
            node ->
                nodes.ids().stream()
                    .noneMatch(other -> !other.equals(node) && engine.health.isAvailable(other)),
            engine.timer,
            PACE);
  }

  Set<String> createStored(int count) {
    names(0, count).forEach(id -> create(id, "old"));
    return names(0, count);
  }

  void create(String id, String value) {
    FakeInstance session = engine.create(id);
    session.set("value", value);
    engine.end(session);
  }

  void request(String id, String value) {
    FakeInstance session = Objects.requireNonNull(EngineTomcat.now(engine.findOwnLater(id)));
    session.access(engine.now());
    session.set("value", value);
    engine.end(session);
  }

  @Nullable Object read(String id) {
    return engine.read(id, "value");
  }

  void invalidate(String id) {
    engine.invalidate(Objects.requireNonNull(engine.local.get(id)));
  }

  void lose(String node) {
    nodes.get(node).failWith(Reason.UNAVAILABLE);
    misses(node);
  }

  /** It loses a node that is away. */
  void misses(String node) {
    engine.health.watch(node).disconnected("no connection");
    resync.nodeLost(node);
    settle();
  }

  void returned(String node) {
    nodes.get(node).heal();
    finds(node);
  }

  /** It learns that a node is back. */
  void finds(String node) {
    engine.health.watch(node).succeeded();
    resync.nodeReturned(node);
    settle();
  }

  /** Lets everything happen that is due, repetitions included. */
  void settle() {
    for (Duration next = engine.timer.untilNext(); next != null; next = engine.timer.untilNext()) {
      engine.timer.advance(next);
    }
  }

  static Set<String> names(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "s" + i)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
