package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.sessions.store.FoundRecord;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells files what has become of their sessions, and stores what files had. */
record SessionFallback(EngineTools tools, SessionOpener opener) {

  private static final System.Logger LOG = Loggers.of(SessionFallback.class);

  /** Returns whether the session in a file cannot be decoded; then its file is put aside. */
  boolean isUnreadable(SessionSnapshot inFile) {
    try {
      tools.codec().decodePrincipal(inFile.id(), inFile.principal());
      tools.codec().decodeNotes(inFile.notes());
      opener.attributes(inFile.attributes());
      return false;
    } catch (TranscoderException e) {
      reportUnreadable(inFile, e);
      return true;
    }
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
    } else if (fateOf(outcome) == Fate.OUTDATED) {
      tools.files().ended(id);
    }
  }

  /** Stores a session from a file, merged with what the store has by now. */
  CompletableFuture<Fate> putBack(
      SessionSnapshot inFile, Function<SessionInstance, CompletableFuture<SaveOutcome>> save) {
    try {
      return save.apply(new KeptSession(inFile, opener.attributes(inFile.attributes())))
          .thenApply(SessionFallback::fateOf);
    } catch (TranscoderException e) {
      reportUnreadable(inFile, e);
      return CompletableFuture.completedFuture(Fate.OUTDATED);
    }
  }

  private static Fate fateOf(SaveOutcome outcome) {
    return switch (outcome) {
      case SAVED, UNCHANGED -> Fate.STORED;
      case ENDED, RENAMED, DISPLACED -> Fate.OUTDATED;
      case TOO_LARGE -> Fate.TOO_LARGE;
      case FAILED, LEASE_LOST, OVERTAKEN -> Fate.STORE_AWAY;
    };
  }

  /** A session from a file, on its way to the store without any container. */
  private static final class KeptSession implements SessionInstance {

    private final SessionSnapshot kept;
    private final InstanceAttributes instanceAttributes;
    private final InstanceState instanceState;

    /** Is to be saved. */
    KeptSession(SessionSnapshot kept, InstanceAttributes instanceAttributes) {
      this.kept = kept;
      this.instanceAttributes = instanceAttributes;
      this.instanceState =
          InstanceState.of(FoundRecord.unknown(kept.id()), kept, new SessionWriter(kept));
      instanceState.adoptedBy(this);
      instanceState.toBeSaved();
    }

    @Override
    public InstanceAttributes instanceAttributes() {
      return instanceAttributes;
    }

    @Override
    public InstanceState instanceState() {
      return instanceState;
    }

    @Override
    public SessionId sessionId() {
      return kept.id();
    }

    @Override
    public boolean isLive() {
      return true;
    }

    @Override
    public SessionTimes times() {
      return kept.times();
    }

    @Override
    public @Nullable String authType() {
      return kept.authType();
    }

    /** The user in bytes: no request has changed it. */
    @Override
    public Object principal() {
      return kept.principal();
    }

    @Override
    public @Nullable Object storablePrincipal() {
      return null;
    }

    /** The notes in bytes, like the user. */
    @Override
    public Object storableNotes() {
      return kept.notes();
    }

    @Override
    public boolean isStorable(String name, Object value) {
      return true;
    }
  }
}
