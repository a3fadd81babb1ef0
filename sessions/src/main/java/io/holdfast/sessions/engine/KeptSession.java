package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.store.FoundRecord;
import org.jspecify.annotations.Nullable;

/** A session from a file, on its way to the store without any container. */
final class KeptSession implements SessionInstance {

  private final SessionSnapshot kept;
  private final InstanceAttributes instanceAttributes;
  private final InstanceState instanceState;

  KeptSession(
      SessionSnapshot kept, InstanceAttributes instanceAttributes, InstanceState instanceState) {
    this.kept = kept;
    this.instanceAttributes = instanceAttributes;
    this.instanceState = instanceState;
  }

  @Override
  public InstanceAttributes instanceAttributes() {
    return instanceAttributes;
  }

  @Override
  public InstanceState instanceState() {
    return instanceState;
  }

  /** The session of a file, which is to be saved. */
  static KeptSession of(SessionSnapshot kept, InstanceAttributes attributes) {
    InstanceState state =
        InstanceState.of(FoundRecord.unknown(kept.id()), kept, new SessionWriter(kept));
    KeptSession session = new KeptSession(kept, attributes, state);
    state.adoptedBy(session);
    state.toBeSaved();
    return session;
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
