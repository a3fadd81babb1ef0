package io.holdfast.sessions.sticky;

import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A session as a container would hold it, without the container. */
public final class FakeSession implements LiveSession {

  private final Map<String, Object> attributes = new ConcurrentHashMap<>();
  private final StickyState backupState;
  private volatile SessionId id;
  private volatile SessionTimes times;
  private volatile boolean live = true;
  private volatile @Nullable String authType;
  private volatile @Nullable Object principal;
  private volatile @Nullable Object notes;

  /** A new session. */
  public FakeSession(SessionId id, SessionTimes times) {
    this.id = id;
    this.times = times;
    this.backupState = new StickyState();
  }

  /** A session made of its record; its id stays the record's. */
  public FakeSession(RestoredSession restored) {
    this.id = restored.id();
    this.times = restored.times();
    this.authType = restored.authType();
    this.principal = restored.storedPrincipal();
    this.notes = restored.storedNotes();
    this.attributes.putAll(restored.attributes());
    this.backupState = restored.backupState();
    backupState.adoptedBy(this, restored.id());
  }

  public @Nullable Object get(String name) {
    Object value = attributes.get(name);
    if (value != null && !ImmutableValues.isImmutable(value)) {
      backupState.attributesTouched();
    }
    return value;
  }

  public void set(String name, Object value) {
    attributes.put(name, value);
    backupState.attributesTouched();
  }

  /** As a request that begins now does. */
  void access(long now) {
    backupState.accessStarted(now);
    times = times.withAccess(times.thisAccessedTime(), now);
  }

  public void setMaxInactiveInterval(int seconds) {
    times =
        new SessionTimes(
            times.creationTime(), times.lastAccessedTime(), times.thisAccessedTime(), seconds);
  }

  public void logIn(String type, Object user) {
    authType = type;
    principal = user;
  }

  void logOut() {
    authType = null;
    principal = null;
  }

  void note(@Nullable Object newNotes) {
    notes = newNotes;
  }

  void changeId(SessionId newId) {
    id = newId;
  }

  /** It is no longer this container's, whether it ended or moved. */
  void end() {
    live = false;
  }

  @Override
  public SessionId sessionId() {
    return id;
  }

  @Override
  public boolean isLive() {
    return live;
  }

  @Override
  public SessionTimes times() {
    return times;
  }

  @Override
  public @Nullable String authType() {
    return authType;
  }

  @Override
  public @Nullable Object principal() {
    return principal;
  }

  @Override
  public @Nullable Object storablePrincipal() {
    return principal;
  }

  @Override
  public @Nullable Object storableNotes() {
    return notes;
  }

  @Override
  public Map<String, Object> storableAttributes() {
    return new TreeMap<>(attributes);
  }

  @Override
  public StickyState backupState() {
    return backupState;
  }
}
