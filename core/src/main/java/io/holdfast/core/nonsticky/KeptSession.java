package io.holdfast.core.nonsticky;

import io.holdfast.core.repository.SharedRecord;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import org.jspecify.annotations.Nullable;

/** A shared session that was kept in a file, on its way to the store without any container. */
final class KeptSession implements SharedSession {

  private final SessionSnapshot kept;
  private final SharedAttributes attributes;
  private final SharedState state;

  KeptSession(SessionSnapshot kept, SharedAttributes attributes) {
    this.kept = kept;
    this.attributes = attributes;
    this.state = SharedState.of(SharedRecord.unknown(kept.id()), kept);
    state.adoptedBy(this);
    state.toBeSaved();
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

  /** The bytes stand for the user: nobody can have changed who that is. */
  @Override
  public Object principal() {
    return kept.principal();
  }

  @Override
  public @Nullable Object storablePrincipal() {
    return null;
  }

  /** As with the user, the bytes stand for them. */
  @Override
  public Object storableNotes() {
    return kept.notes();
  }

  @Override
  public SharedAttributes sharedAttributes() {
    return attributes;
  }

  @Override
  public boolean isStorable(String name, Object value) {
    return true;
  }

  @Override
  public SharedState sharedState() {
    return state;
  }
}
