package io.holdfast.tomcat;

import io.holdfast.core.flow.RestoredSession;
import io.holdfast.core.flow.Takeover;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Makes sticky sessions of their records; requests of one session share the one load. */
final class StickyTakeovers {

  private final ConcurrentMap<String, CompletableFuture<@Nullable MemcachedSession>> running =
      new ConcurrentHashMap<>();
  private final MemcachedSessionManager manager;
  private final StickySessions sticky;

  StickyTakeovers(MemcachedSessionManager manager, StickySessions sticky) {
    this.manager = manager;
    this.sticky = sticky;
  }

  /**
   * Makes a session ours.
   *
   * @param requested the id as the client sent it
   * @param ourId the id that the session has here
   * @return null if there is no such session
   */
  @Nullable MemcachedSession takeOver(SessionId requested, SessionId ourId) {
    CompletableFuture<@Nullable MemcachedSession> ours = new CompletableFuture<>();
    CompletableFuture<@Nullable MemcachedSession> others =
        running.putIfAbsent(requested.base(), ours);
    if (others != null) {
      return others.join();
    }
    try {
      ours.complete(takeOverAlone(requested, ourId));
    } finally {
      running.remove(requested.base(), ours);
      ours.complete(null); // only if the line above threw: nobody must wait for ever
    }
    return ours.join();
  }

  private @Nullable MemcachedSession takeOverAlone(SessionId requested, SessionId ourId) {
    MemcachedSession local = (MemcachedSession) manager.local(ourId);
    Takeover takeover = sticky.lookFor(requested, local);
    if (takeover instanceof Takeover.NothingBetter || isAtWork(requested, local)) {
      return local;
    }
    if (local != null) {
      sticky.forget(local);
    }
    return takeover instanceof Takeover.Newer newer ? adopt(newer.session(), ourId) : null;
  }

  /** Whether our own requests would lose what they change after the instance was replaced. */
  private static boolean isAtWork(SessionId requested, @Nullable MemcachedSession local) {
    return local != null && requested.equals(local.sessionId()) && local.backupState().isInUse();
  }

  private MemcachedSession adopt(RestoredSession restored, SessionId ourId) {
    MemcachedSession session = (MemcachedSession) manager.createEmptySession();
    session.restore(restored);
    session.setId(ourId.value(), false);
    sticky.observed().metrics().increment(Metric.TAKEOVERS);
    String oldId = restored.id().value();
    if (!oldId.equals(ourId.value())) {
      session.moved(oldId);
      session.tellChangedSessionId(ourId.value(), oldId, true, true);
      new OtherApplications(manager.getContext()).cameBack(ourId);
    }
    session.activate();
    return session;
  }
}
