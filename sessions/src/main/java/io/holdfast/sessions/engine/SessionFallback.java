package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.SessionHeader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives what files need of sessions that could not be saved, and stores what files had. */
final class SessionFallback {

  private static final System.Logger LOG = Loggers.of(SessionFallback.class);

  private final EngineTools tools;

  SessionFallback(EngineTools tools) {
    this.tools = tools;
  }

  /** The snapshot of an instance for its file; null if the store has all of it. */
  @Nullable SessionSnapshot unsaved(SessionInstance session) {
    InstanceState state = session.instanceState();
    if (!session.isLive() || state.hasEnded() || session.instanceAttributes().isAway()) {
      return null;
    }
    session.instanceAttributes().touchAll(); // a save that does not end may have taken the notes
    Encoded mine =
        session.instanceAttributes().encode(session.sessionId(), session::isStorable, () -> false);
    NextRecord next =
        new NextRecord(tools, session, SessionHeader.of(session, session.sessionId()), mine, null);
    SessionSnapshot shown = state.base();
    if (shown == null) {
      return next.first(state.writer().next(0, null, tools.random()));
    }
    SessionSnapshot base = RememberedRecord.of(shown, mine);
    SessionSnapshot written = state.writer().newest();
    SessionSnapshot both = written;
    if (written != null && written.isForgotten()) { // nodes have it, and the instance that shows it
      both = null;
      if (!base.lineage().includes(written.lineage())) {
        state.writer().giveUp();
      }
    } else if (written != null) {
      both = tools.merger().together(base, written);
    }
    SessionSnapshot all = both == null ? base : both;
    if (next.hasChanges()) {
      return next.over(
          all,
          state.shows(all.version()),
          state.writer().next(all.version(), all.lineage(), tools.random()));
    }
    return state.isUnsaved() ? all : null;
  }

  /** Returns whether the session in a file cannot be decoded; then its file is put aside. */
  boolean isUnreadable(SessionSnapshot inFile) {
    try {
      tools.codec().decodePrincipal(inFile.id(), inFile.principal());
      tools.codec().decodeNotes(inFile.notes());
      attributesOf(inFile);
      return false;
    } catch (TranscoderException e) {
      reportUnreadable(inFile, e);
      return true;
    }
  }

  private InstanceAttributes attributesOf(SessionSnapshot inFile) {
    return new InstanceAttributes(tools.codec(), tools.granularity(), inFile.attributes());
  }

  private void reportUnreadable(SessionSnapshot inFile, TranscoderException why) {
    LOG.log(
        System.Logger.Level.WARNING,
        "What was kept of session {0} cannot be decoded: {1}",
        inFile.id(),
        why.getMessage());
    tools.files().unreadable(inFile.id());
  }

  /** A request has got the session from a file, or a newer state. */
  void opened(SessionSnapshot inFile, LoadedSession opening) {
    if (opening instanceof LoadedSession.Fresh fresh && fresh.state().isUnsaved()) {
      tools.metrics().increment(Metric.FILES_TAKEN_BACK);
    } else {
      tools.metrics().increment(Metric.FILES_OUTDATED);
      tools.files().ended(inFile.id());
    }
  }

  /** A save of an instance has completed. */
  void saved(SessionId id, SaveOutcome outcome) {
    if (outcome == SaveOutcome.SAVED) {
      tools.files().stored(id);
    } else if (fateOf(outcome) == PutBack.Fate.OUTDATED) {
      tools.files().ended(id);
    }
  }

  /** Stores a session from a file, merged with what the store has by now. */
  CompletableFuture<PutBack.Fate> putBack(
      SessionSnapshot inFile, Function<SessionInstance, CompletableFuture<SaveOutcome>> save) {
    try {
      return save.apply(KeptSession.of(inFile, attributesOf(inFile)))
          .thenApply(SessionFallback::fateOf);
    } catch (TranscoderException e) {
      reportUnreadable(inFile, e);
      return CompletableFuture.completedFuture(PutBack.Fate.OUTDATED);
    }
  }

  private static PutBack.Fate fateOf(SaveOutcome outcome) {
    return switch (outcome) {
      case SAVED, UNCHANGED -> PutBack.Fate.STORED;
      case ENDED, RENAMED, DISPLACED -> PutBack.Fate.OUTDATED;
      case TOO_LARGE -> PutBack.Fate.TOO_LARGE;
      case FAILED, LEASE_LOST, OVERTAKEN -> PutBack.Fate.STORE_AWAY;
    };
  }
}
