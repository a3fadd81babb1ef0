package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.repository.FoundRecord;
import org.jspecify.annotations.Nullable;

/** A non-sticky session from a file, on its way to the store without any container. */
final class KeptSession implements SessionInstance {

  private final SessionSnapshot kept;
  private final InstanceAttributes attributes;
  private final InstanceState state;

  KeptSession(SessionSnapshot kept, InstanceAttributes attributes) {
    this.kept = kept;
    this.attributes = attributes;
    this.state = InstanceState.of(FoundRecord.unknown(kept.id()), kept, new SessionWriter(kept));
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
  public InstanceAttributes instanceAttributes() {
    return attributes;
  }

  @Override
  public boolean isStorable(String name, Object value) {
    return true;
  }

  @Override
  public InstanceState instanceState() {
    return state;
  }
}
