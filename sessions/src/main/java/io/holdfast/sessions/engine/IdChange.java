package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.store.FoundRecord;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gives a session another id in the store: saves it under that, ends it under the former one, and
 * merges what other Tomcats stored there meanwhile.
 */
record IdChange(InstanceSaver saver, SaveQueue queue, SessionEnding ending, RecordMerger merger) {

  /** Changes the id, after the saves of the session that are under way. */
  CompletableFuture<SaveOutcome> perform(SessionInstance session, SessionId former) {
    return queue
        .add(session, false, () -> performAlone(session, former))
        .thenApply(outcome -> saver.repairedIfFailed(session, outcome));
  }

  /**
   * Runs alone in the session's queue, so that no save of the session completes while some requests
   * still find it under its former id, and others under the new one.
   */
  private CompletableFuture<SaveOutcome> performAlone(SessionInstance session, SessionId former) {
    Renamed renamed = new Renamed(session);
    FoundRecord basis = session.instanceState().moveTo(session.sessionId());
    return saver
        .saveAlone(session, false)
        .thenCompose(
            outcome ->
                isGivenUp(outcome)
                    ? CompletableFuture.completedFuture(outcome) // under the former id it goes on
                    : ending
                        .endFormer(
                            former,
                            basis.id().equals(former) ? basis : null,
                            session.lastingTimes(),
                            renamed)
                        .thenCompose(
                            ofFormer ->
                                ofFormer == SaveOutcome.SAVED
                                    ? CompletableFuture.completedFuture(
                                        renamed.isLeftUnsaved ? SaveOutcome.FAILED : outcome)
                                    : withdraw(session, ofFormer)))
        .whenComplete((outcome, failure) -> renamed.isItsTurn = false);
  }

  private static boolean isGivenUp(SaveOutcome outcome) {
    return outcome.isLoss() || outcome == SaveOutcome.ENDED;
  }

  /** Ends the new id: another Tomcat has ended the session, or stored what must stay. */
  private CompletableFuture<SaveOutcome> withdraw(SessionInstance session, SaveOutcome ofFormer) {
    if (ofFormer.isLoss()) {
      session.instanceState().refuse(ofFormer);
      session.instanceState().wishRefused();
    } else {
      session.instanceState().end();
    }
    return ending
        .endFormer(session.sessionId(), null, session.lastingTimes(), SessionEnding.Successor.GONE)
        .thenApply(ended -> ofFormer);
  }

  /** A session that has got another id: it takes in what others store under the former one. */
  private final class Renamed implements SessionEnding.Successor {

    private final SessionInstance session;

    /** True if requests were answered whose changes no node may have yet: they must be stored. */
    private final boolean hasAnsweredChanges;

    private final List<SessionSnapshot> taken = new ArrayList<>();
    private volatile boolean isItsTurn = true;
    private volatile boolean isLeftUnsaved;

    Renamed(SessionInstance session) {
      this.session = session;
      this.hasAnsweredChanges = session.instanceState().isUnsaved();
    }

    @Override
    public synchronized @Nullable VersionHistory covered() {
      SessionSnapshot known = session.instanceState().base();
      VersionHistory all = known == null ? null : known.lineage();
      for (SessionSnapshot each : taken) {
        all = all == null ? each.lineage() : VersionHistory.together(all, each.lineage());
      }
      return all;
    }

    @Override
    public @Nullable SaveOutcome refusal() {
      InstanceState state = session.instanceState();
      if (state.use().isLeaseLost()) {
        return SaveOutcome.LEASE_LOST;
      }
      return isItsTurn && !hasAnsweredChanges && state.saves().isGivenUp()
          ? SaveOutcome.OVERTAKEN
          : null;
    }

    @Override
    public synchronized void take(SessionSnapshot found) {
      SessionSnapshot known = session.instanceState().base();
      if (known == null || found.isAheadOf(known)) {
        taken.removeIf(earlier -> !earlier.isAheadOf(found));
        taken.add(found);
      }
    }

    @Override
    public CompletableFuture<?> settle() {
      synchronized (this) {
        if (taken.isEmpty()) {
          return CompletableFuture.completedFuture(null);
        }
      }
      return isItsTurn
          ? queue
              .onWorkThread(this::saveTaken)
              .thenAccept(outcome -> isLeftUnsaved = outcome == SaveOutcome.FAILED)
          : queue
              .onWorkThread(() -> queue.add(session, false, this::saveTaken))
              .thenApply(outcome -> saver.repairedIfFailed(session, outcome));
    }

    private CompletableFuture<SaveOutcome> saveTaken() {
      InstanceState state = session.instanceState();
      synchronized (this) {
        for (SessionSnapshot each : taken) {
          SessionSnapshot base = state.base();
          SessionSnapshot known = base == null ? null : SessionOpener.withBytes(base, session);
          if (base != null && known == null) {
            throw new ConcurrentModificationException("session " + session.sessionId());
          }
          SessionSnapshot both = known == null ? each : merger.together(known, each);
          if (both != null) { // else it cannot be read here, and the log says so
            state.tookAlong(both);
          }
        }
        taken.clear();
      }
      return saver.saveAlone(session, true);
    }
  }
}
