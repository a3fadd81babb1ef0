package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat of sticky sessions, with what it does when nodes come and go. A request that names it
 * uses the instance that is here, where {@link Affinity} says so.
 */
final class StickyTomcat {

  private static final int PACE = 1_000;

  final EngineTomcat engine;
  final SessionResync resync;

  StickyTomcat(String name, Nodes nodes, int copies) {
    this(name, nodes, copies, (node, store) -> store);
  }

  /**
   * The same.
   *
   * @param line what lies before a node
   */
  StickyTomcat(
      String name, Nodes nodes, int copies, BiFunction<String, NodeStore, NodeStore> line) {
    this(name, nodes, copies, line, DiskFallback.NONE);
  }

  /** The same with files. */
  StickyTomcat(
      String name,
      Nodes nodes,
      int copies,
      BiFunction<String, NodeStore, NodeStore> line,
      DiskFallback files) {
    this(EngineTomcat.sticky(name, lined(nodes, line), copies, nodes.clock, files), nodes);
  }

  private static Map<String, NodeStore> lined(
      Nodes nodes, BiFunction<String, NodeStore, NodeStore> line) {
    Map<String, NodeStore> stores = new TreeMap<>();
    nodes.stores().forEach((id, store) -> stores.put(id, line.apply(id, store)));
    return stores;
  }

  StickyTomcat(EngineTomcat engine, Nodes nodes) {
    this.engine = engine;
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

  /** A session that a request has created, and that is stored if nodes take it. */
  FakeInstance create(String id, Object value) {
    FakeInstance session = engine.create(id);
    session.set("value", value);
    engine.end(session);
    return session;
  }

  /** Begins a request that names this Tomcat; null if there is no session. */
  @Nullable FakeInstance arrive(String id) {
    return accessed(EngineTomcat.now(engine.findOwnLater(id)));
  }

  /** Begins a request that names another Tomcat; null if there is no session. */
  @Nullable FakeInstance takeOver(String id) {
    FakeInstance before = engine.local.get(id);
    FakeInstance found = EngineTomcat.now(engine.findLater(id, false));
    if (found != null && found != before) {
      found.instanceState().movedHere();
    }
    return accessed(found);
  }

  private @Nullable FakeInstance accessed(@Nullable FakeInstance found) {
    if (found != null) {
      engine.shared.requestBegan(found);
      found.access(engine.now());
    }
    return found;
  }

  /** One whole request that names this Tomcat. */
  SaveOutcome request(String id, Consumer<FakeInstance> work) {
    return worked(Objects.requireNonNull(arrive(id)), work);
  }

  /** The same for a client that was at another Tomcat. */
  SaveOutcome move(String id, Consumer<FakeInstance> work) {
    return worked(Objects.requireNonNull(takeOver(id)), work);
  }

  private SaveOutcome worked(FakeInstance session, Consumer<FakeInstance> work) {
    work.accept(session);
    return engine.end(session);
  }

  /** What a request reads that names this Tomcat; null if there is no session. */
  @Nullable Object read(String id) {
    FakeInstance session = arrive(id);
    if (session == null) {
      return null;
    }
    Object value = session.get("value");
    engine.end(session);
    return value;
  }

  FakeInstance here(String id) {
    return Objects.requireNonNull(engine.local.get(id));
  }

  /** The session ends by the request that uses it. */
  void invalidate(FakeInstance session) {
    engine.invalidate(session);
    engine.left(session);
  }

  /** The id changes by the request that uses the session. */
  SaveOutcome changeId(FakeInstance session, String id) {
    SessionId former = session.sessionId();
    session.changeId(new SessionId(id));
    engine.local.remove(former.value());
    engine.local.put(id, session);
    return EngineTomcat.now(engine.shared.renamed(session, former));
  }

  void lose(String node) {
    engine.health.watch(node).disconnected("no connection");
    resync.nodeLost(node);
    settle();
  }

  void returned(String node) {
    engine.health.watch(node).succeeded();
    resync.nodeReturned(node);
    settle();
  }

  /** The node was restarted, unnoticed. */
  void reconnected(String node) {
    resync.reconnected(node);
    settle();
  }

  /** Lets everything happen that is due, repetitions included. */
  void settle() {
    for (Duration next = engine.timer.untilNext(); next != null; next = engine.timer.untilNext()) {
      engine.timer.advance(next);
    }
  }
}
