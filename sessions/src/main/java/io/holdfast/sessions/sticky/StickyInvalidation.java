package io.holdfast.sessions.sticky;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.backup.RefreshRule;
import io.holdfast.sessions.model.KnownInvalidation;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.model.PendingInvalidations;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.repository.LoadResult;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether this Tomcat tells its application that a sticky session has ended, and whether
 * this Tomcat may store its copy again.
 *
 * <p>A session that has moved may have copies in other Tomcats, which find only that its record is
 * gone when their copy expires, or when nodes come and go. So a Tomcat that invalidates a session
 * that it took over leaves a mark, and a Tomcat that does not find the record of its copy looks for
 * a mark. Each Tomcat that knows a mark restores it on nodes that have lost it.
 */
public final class StickyInvalidation {

  /** How late a Tomcat may look for expired sessions. */
  private static final Duration LATE = Duration.ofMinutes(10);

  /** How long a copy may stay of a session that never expires. */
  private static final Duration UNLIMITED = Duration.ofDays(30);

  private final StickyTools tools;
  private final FailoverLoader loader;
  private final InvalidationMarks marks;
  private final KnownInvalidations remembered;
  private final Duration patience;

  /** Those whose mark a node did not take that is not lost, and so need never return. */
  private final PendingInvalidations<KnownInvalidation> lacking = new PendingInvalidations<>();

  /**
   * Creates it.
   *
   * @param remembered keeps the invalidations, so that their marks can be restored
   * @param patience how long to wait for the nodes at most
   */
  StickyInvalidation(
      StickyTools tools,
      FailoverLoader loader,
      InvalidationMarks marks,
      KnownInvalidations remembered,
      Duration patience) {
    this.tools = tools;
    this.loader = loader;
    this.marks = marks;
    this.remembered = remembered;
    this.patience = patience;
  }

  /**
   * An id is about to end, because its session ends or gets another id. From now on nothing is
   * loaded under it, neither from a node nor from a file, although {@link
   * StickySessionService#removed} or {@link StickySessionService#renamed} deletes its record only
   * later.
   */
  public void ending(SessionId id, LiveSession session) {
    tools.repository().forbid(id, session.times().creationTime());
    tools.files().ended(id);
  }

  /**
   * The earliest time at which a new session with this id may count as created. The time of
   * creation tells a session from a former one with its id; the clock alone would not, within a
   * millisecond, or where the former session was created by a Tomcat whose clock is ahead.
   *
   * @return milliseconds since the epoch; the smallest number if no former session is known
   */
  public long earliestCreation(SessionId id) {
    KnownInvalidation former = remembered.of(id);
    return former == null ? Long.MIN_VALUE : former.creationTime() + 1;
  }

  /** The application is about to end a session: no other Tomcat tells its application again. */
  public void asked(LiveSession session) {
    overUnder(session.sessionId(), session);
  }

  /**
   * The session has ended under an id, because its application invalidated it or because it got
   * another id: no other Tomcat is to tell its application.
   */
  void overUnder(SessionId id, LiveSession session) {
    if (mayBeKnownElsewhere(session)) {
      var unused = claim(id, session);
    }
  }

  /**
   * Whether to tell the application here that a session has expired: the session may have moved, or
   * may have ended elsewhere. True if the store does not answer. Completes when the nodes have
   * answered, or their stores' deadlines are over; never exceptionally.
   */
  public CompletableFuture<Boolean> mayTell(LiveSession session) {
    if (session.backupState().end().isReplaced()) {
      return claim(session.sessionId(), session);
    }
    if (session.backupState().end().isElsewhere()) {
      return CompletableFuture.completedFuture(false);
    }
    return loader
        .lookLater(session)
        .thenCompose(
            found ->
                switch (found.where()) {
                  case ELSEWHERE ->
                      session.backupState().end().isReplaced()
                          ? claim(session.sessionId(), session)
                          : CompletableFuture.completedFuture(false);
                  case HERE ->
                      mayBeKnownElsewhere(session)
                          ? claim(session.sessionId(), session)
                          : CompletableFuture.completedFuture(true);
                  case NOWHERE -> claim(session.sessionId(), session);
                });
  }

  /**
   * Whether another Tomcat has the session, or had it when it ended. Waits for the nodes; false if
   * none answers.
   */
  public boolean isElsewhere(LiveSession session) {
    return switch (loader.whereabouts(session)) {
      case ELSEWHERE -> true;
      case HERE -> session.backupState().end().isElsewhere();
      case NOWHERE -> look(session) == InvalidationMarks.Mark.FOUND;
    };
  }

  private boolean mayBeKnownElsewhere(LiveSession session) {
    // Where Tomcats expire the sessions of others, each must leave a mark.
    return tools.expiry().areKept() || session.backupState().isAdopted();
  }

  private CompletableFuture<Boolean> claim(SessionId id, LiveSession session) {
    KnownInvalidation end = remember(id, session.times());
    return marks
        .claim(id, end.creationTime(), leftOf(end))
        .thenApply(
            claimed -> {
              note(end, claimed.isComplete());
              return claimed.isFirst();
            });
  }

  private void note(KnownInvalidation end, boolean isComplete) {
    if (isComplete) {
      lacking.remove(end.id(), end.creationTime());
    } else {
      lacking.add(end.id(), end.creationTime(), end);
    }
  }

  private TimeToLive leftOf(KnownInvalidation end) {
    long millis = end.until() - tools.clock().millis();
    return new TimeToLive(Math.max(1, TimeUnit.MILLISECONDS.toSeconds(millis)));
  }

  /** Remembers the invalidation of a session for as long as its mark has to stay. */
  private KnownInvalidation remember(SessionId id, SessionTimes times) {
    long seconds =
        times.maxInactiveInterval() <= 0
            ? UNLIMITED.toSeconds()
            : RefreshRule.timeToLiveSeconds(times.maxInactiveInterval()) + LATE.toSeconds();
    long until = tools.clock().millis() + TimeUnit.SECONDS.toMillis(seconds);
    KnownInvalidation end =
        new KnownInvalidation(new Tombstone(id, 0, times.creationTime()), until);
    remembered.addBeside(end);
    return end;
  }

  /**
   * Whether another Tomcat has ended the session, as it says that it wants to. Then the copy here
   * is stored no more, and what a request has stored here meanwhile is deleted. Waits for the
   * nodes.
   */
  public boolean wasEndedElsewhere(LiveSession session) {
    if (look(session) != InvalidationMarks.Mark.FOUND) {
      return false;
    }
    SessionId id = session.sessionId();
    Tombstone end = new Tombstone(id, 0, session.times().creationTime());
    long until = tools.clock().millis() + LATE.toMillis();
    // behind a backup that is on its way
    var unused =
        tools.executor().submit(id.base(), () -> restoreSoon(new KnownInvalidation(end, until)));
    return true;
  }

  private void restoreSoon(KnownInvalidation end) {
    var unused = restore(end);
  }

  // ---- nodes come and go ----

  /**
   * What the marks say of a session that is to be stored here without a request. If it has ended
   * elsewhere, the copy here is stored no more. Waits for the nodes.
   */
  InvalidationMarks.Mark look(LiveSession session) {
    SessionId id = session.sessionId();
    SessionTimes times = session.times();
    if (session.backupState().end().isElsewhere() || remembered.knows(id, times.creationTime())) {
      session.backupState().end().cameElsewhere();
      return InvalidationMarks.Mark.FOUND;
    }
    InvalidationMarks.Mark mark =
        tools.storeWait(patience).await(marks.look(id, times.creationTime()));
    if (mark == InvalidationMarks.Mark.FOUND) {
      session.backupState().end().cameElsewhere();
      var unused = remember(id, times);
    }
    return mark == null ? InvalidationMarks.Mark.UNREACHABLE : mark;
  }

  /** The known invalidations whose id other Tomcats may know. */
  List<KnownInvalidation> all() {
    return remembered.all();
  }

  /** Those of them whose mark some nodes lack, without having been lost. */
  Collection<KnownInvalidation> unfinished() {
    return lacking.values();
  }

  /**
   * Writes the mark of a session again where nodes have lost it, and then deletes what another
   * Tomcat, which had not seen the mark, may have stored meanwhile. The record of a session that
   * got the id later stays.
   */
  CompletableFuture<Void> restore(KnownInvalidation end) {
    return marks
        .restore(end.id(), end.creationTime(), leftOf(end))
        .thenCompose(
            isComplete -> {
              note(end, isComplete || end.until() <= tools.clock().millis());
              return tools.repository().load(end.id());
            })
        .thenCompose(
            result ->
                result instanceof LoadResult.Found found
                        && found.snapshot().times().creationTime() == end.creationTime()
                    ? tools
                        .repository()
                        .deleteAgain(end.id(), end.creationTime())
                        .thenApply(deleted -> null)
                    : CompletableFuture.completedFuture(null));
  }
}
