package io.holdfast.core.nonsticky;

import io.holdfast.core.repository.NonStickyRecord;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import org.jspecify.annotations.Nullable;

/** A shared session that was kept in a file, on its way to the store without any container. */
final class KeptSession implements NonStickySession {

  private final SessionSnapshot kept;
  private final NonStickyAttributes attributes;
  private final NonStickyState state;

  KeptSession(SessionSnapshot kept, NonStickyAttributes attributes) {
    this.kept = kept;
    this.attributes = attributes;
    this.state = NonStickyState.of(NonStickyRecord.unknown(kept.id()), kept);
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
  public NonStickyAttributes sharedAttributes() {
    return attributes;
  }

  @Override
  public boolean isStorable(String name, Object value) {
    return true;
  }

  @Override
  public NonStickyState sharedState() {
    return state;
  }
}
