package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An instance of a shared session as a container would hold it, without the container. */
public final class FakeInstance implements SessionInstance {

  private final InstanceAttributes attributes;
  private final InstanceState state;
  private volatile SessionId id;
  private volatile SessionTimes times;
  private volatile boolean live = true;
  private volatile @Nullable String authType;
  private volatile @Nullable Object principal;
  private volatile @Nullable Object notes;
  private final AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();

  /** A new session. */
  public FakeInstance(SessionId id, SessionTimes times, InstanceAttributes attributes) {
    this.id = id;
    this.times = times;
    this.attributes = attributes;
    this.state = InstanceState.ofNew(id);
  }

  /** An instance made of the record. */
  public FakeInstance(LoadedSession.Fresh fresh) {
    this.id = fresh.id();
    this.times = fresh.times();
    this.authType = fresh.authType();
    this.principal = fresh.storedPrincipal();
    this.notes = fresh.storedNotes();
    this.attributes = fresh.attributes();
    this.state = fresh.state();
    state.adoptedBy(this);
  }

  public @Nullable Object get(String name) {
    return attributes.get(name);
  }

  public void set(String name, Object value) {
    attributes.put(name, value);
  }

  void removeAttribute(String name) {
    attributes.remove(name);
  }

  /** As a request that begins now does. */
  public void access(long now) {
    state.use().accessStarted();
    times = times.withAccess(times.thisAccessedTime(), now);
  }

  /** Another Tomcat may have served the session since this instance was used. */
  void usedElsewhere(SessionTimes elsewhere) {
    if (elsewhere.thisAccessedTime() > times.thisAccessedTime()) {
      times = times.withAccess(elsewhere.lastAccessedTime(), elsewhere.thisAccessedTime());
    }
  }

  /** Whether its time is up as far as this Tomcat knows. */
  public boolean seemsOver(long now) {
    int interval = times.maxInactiveInterval();
    return live && interval > 0 && now - times.thisAccessedTime() >= interval * 1_000L;
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

  public void changeId(SessionId newId) {
    id = newId;
  }

  public void end() {
    live = false;
  }

  /** Another request acts once, when a caller next asks whether the session has changed. */
  void meanwhile(Runnable action) {
    meanwhile.set(action);
  }

  @Override
  public InstanceAttributes instanceAttributes() {
    return attributes;
  }

  @Override
  public boolean isStorable(String name, Object value) {
    return !name.startsWith("local");
  }

  @Override
  public InstanceState instanceState() {
    return state;
  }

  @Override
  public SessionId sessionId() {
    return id;
  }

  @Override
  public boolean isLive() {
    Runnable action = meanwhile.getAndSet(null);
    if (action != null) {
      action.run();
    }
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
}
