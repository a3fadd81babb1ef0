package io.holdfast.tomcat.sticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.sticky.FailoverResult;
import io.holdfast.sessions.sticky.RestoredSession;
import io.holdfast.tomcat.mode.FormerIds;
import io.holdfast.tomcat.mode.SessionHost;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes sticky sessions of their records; requests of one session share the one load. */
final class StickyFailover {

  /**
   * What a request gets.
   *
   * @param session null if there is none, or none that is known
   * @param unreachable the nodes that may have it and did not say so
   * @param isAnswered false if the application asks for it while it is made of its record
   */
  record Taken(@Nullable StickyTomcatSession session, Set<String> unreachable, boolean isAnswered) {

    static final Taken NOTHING = new Taken(null, Set.of());

    private static final Taken NOT_YET = new Taken(null, Set.of(), false);

    Taken(@Nullable StickyTomcatSession session, Set<String> unreachable) {
      this(session, unreachable, true);
    }

    Taken {
      unreachable = Set.copyOf(unreachable);
    }
  }

  /** One load, for which other requests of the session wait. */
  private static final class Load {
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Taken> end = new CompletableFuture<>();
    private Taken arriving = Taken.NOT_YET;

    /** Code of the application, which the load calls, must not wait for the load. */
    Taken taken() {
      return thread == Thread.currentThread() ? arriving : end.join();
    }
  }

  private final ConcurrentMap<String, Load> running = new ConcurrentHashMap<>();
  private final SessionHost host;
  private final FormerIds formerIds;
  private final SessionMetrics metrics;
  private final Lookup store;
  private final Supplier<StickyTomcatSession> empty;

  /** Asks the store for what is newer than what is here. */
  interface Lookup {
    FailoverResult lookFor(SessionId requested, @Nullable StickyTomcatSession local);
  }

  /**
   * Creates one that loads nothing yet.
   *
   * @param formerIds that must not be asked for
   * @param empty makes a session to be filled
   */
  StickyFailover(
      SessionHost host,
      FormerIds formerIds,
      SessionMetrics metrics,
      Lookup store,
      Supplier<StickyTomcatSession> empty) {
    this.host = host;
    this.formerIds = formerIds;
    this.metrics = metrics;
    this.store = store;
    this.empty = empty;
  }

  /**
   * Makes a session ours, if anybody knows of it.
   *
   * @param requested the id as the client sent it
   * @param ourId the id that the session has here
   */
  Taken takeOver(SessionId requested, SessionId ourId) {
    Load ours = new Load();
    Load others = running.putIfAbsent(requested.base(), ours);
    if (others != null) {
      return others.taken();
    }
    try {
      ours.end.complete(takeOverAlone(requested, ourId, ours));
    } finally {
      running.remove(requested.base(), ours);
      ours.end.complete(Taken.NOTHING); // only if the line above threw: none must wait for ever
    }
    return ours.end.join();
  }

  private Taken takeOverAlone(SessionId requested, SessionId ourId, Load load) {
    StickyTomcatSession local = (StickyTomcatSession) host.local(ourId);
    FailoverResult takeover = store.lookFor(requested, local);
    if (formerIds.isFormer(requested)) {
      return Taken.NOTHING; // it got another id while the store was asked
    }
    if (takeover instanceof FailoverResult.NothingBetter || isAtWork(requested, local)) {
      return new Taken(withId(local, ourId), Set.of());
    }
    if (local != null) {
      giveUp(local, takeover);
    }
    if (takeover instanceof FailoverResult.Newer newer) {
      return new Taken(adopt(newer.session(), ourId, load), Set.of());
    }
    return takeover instanceof FailoverResult.Unreachable unreachable
        ? new Taken(null, unreachable.nodeIds())
        : Taken.NOTHING;
  }

  private void giveUp(StickyTomcatSession local, FailoverResult takeover) {
    host.forgetLocal(local);
    if (takeover instanceof FailoverResult.Newer) {
      local.forget(); // another instance takes its place
    } else {
      local.leave();
    }
  }

  /** Whether our own requests would lose what they change after the instance was replaced. */
  private static boolean isAtWork(SessionId requested, @Nullable StickyTomcatSession local) {
    return local != null && requested.equals(local.sessionId()) && local.backupState().isInUse();
  }

  /** An application may have chosen an id without a route. */
  private static @Nullable StickyTomcatSession withId(
      @Nullable StickyTomcatSession local, SessionId ourId) {
    if (local != null && !local.sessionId().equals(ourId)) {
      String oldId = local.getIdInternal();
      local.setId(ourId.value(), false);
      local.tellChangedSessionId(ourId.value(), oldId, true, true);
    }
    return local;
  }

  /** Requests find the session when its attributes know that they are activated. */
  private StickyTomcatSession adopt(RestoredSession restored, SessionId ourId, Load load) {
    StickyTomcatSession session = empty.get();
    session.restoreAs(ourId, restored);
    load.arriving = new Taken(session, Set.of());
    metrics.increment(Metric.TAKEOVERS);
    String oldId = restored.id().value();
    if (!oldId.equals(ourId.value())) {
      session.moved();
      session.backupState().moved(session);
      session.tellChangedSessionId(ourId.value(), oldId, true, true);
      host.otherModes().forEach(mode -> mode.anotherCameBack(ourId));
    }
    session.activate();
    if (session.isLive()) {
      host.manager().add(session);
    }
    return session;
  }
}
