package io.holdfast.sessions.fallback;

import io.holdfast.core.session.SessionSnapshot;
import java.util.concurrent.CompletableFuture;

/** Stores a session from a file that no request has asked for yet. */
public interface PutBack {

  /** The outcome. */
  enum Fate {
    /** It is in the store. */
    STORED,
    /** The store has something newer: the file is out of date. */
    OUTDATED,
    /** The store does not take a session of this size; its file stays. */
    TOO_LARGE,
    /** No node takes it now. */
    STORE_AWAY
  }

  /** Stores it; the future completes normally. */
  CompletableFuture<Fate> store(SessionSnapshot kept);
}
