package io.holdfast.tomcat.login;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.InstanceAttributes;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionInstance;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.apache.catalina.authenticator.SingleSignOn;
import org.apache.catalina.authenticator.SingleSignOnEntry;
import org.apache.catalina.authenticator.SingleSignOnListener;
import org.jspecify.annotations.Nullable;

/**
 * A single sign-on as several Tomcats share it: like a session whose attributes are the sessions
 * that belong to it.
 *
 * <p>User name and password, which Tomcat keeps to authenticate the user again, stay in the Tomcat
 * that he gave them to.
 */
@SuppressWarnings("serial") // is never serialized: what is shared goes through a transcoder
public final class SignOnEntry extends SingleSignOnEntry implements SessionInstance {

  private static final int SECONDS_PER_MINUTE = 60;

  private final transient SessionId id;
  private final transient PrincipalCodec principals;
  private final transient InstanceAttributes members;
  private final transient InstanceState state;
  private transient volatile SessionTimes times;

  /**
   * Creates a sign-on that begins here now.
   *
   * @param login the user and the method of the login
   * @param now in milliseconds since 1970
   * @param none no attributes, for the sessions that will belong to it
   */
  public SignOnEntry(
      SessionId id,
      SingleSignOnEntry login,
      long now,
      InstanceAttributes none,
      PrincipalCodec principals) {
    super(login.getPrincipal(), login.getAuthType(), login.getUsername(), login.getPassword());
    this.id = id;
    this.principals = principals;
    this.members = none;
    this.state = InstanceState.ofNew(id);
    this.times = new SessionTimes(now, now, now, 1);
  }

  /** A sign-on as it was found; what this Tomcat knew of it may include the password. */
  public SignOnEntry(
      LoadedSession.Fresh fresh, @Nullable SignOnEntry former, PrincipalCodec principals) {
    super(
        principals.decode(fresh.storedPrincipal()),
        fresh.authType(),
        former == null ? null : former.getUsername(),
        former == null ? null : former.getPassword());
    this.id = fresh.id();
    this.principals = principals;
    this.members = fresh.attributes();
    this.state = fresh.state();
    this.times = fresh.times();
    state.adoptedBy(this);
  }

  // ---- the sessions ----

  /** The session belongs to the sign-on, and tells it when it ends or gets another id. */
  @Override
  public void addSession(SingleSignOn valve, String signOnId, Session session) {
    if (!signOnId.equals(session.getNote(LoginNotes.SIGN_ON))) {
      session.addSessionListener(new SingleSignOnListener(signOnId));
      session.setNote(LoginNotes.SIGN_ON, signOnId);
    }
    SignOnMember member = SignOnMember.of(session);
    if (!member.id().equals(members.get(member.key()))) {
      members.put(member.key(), member.id());
    }
    liveAsLongAs(session);
  }

  /** A login by FORM shortens its session's interval for the moment. */
  private void liveAsLongAs(Session session) {
    Context context = session.getManager().getContext();
    int interval =
        longer(session.getMaxInactiveInterval(), context.getSessionTimeout() * SECONDS_PER_MINUTE);
    int longest = longer(times.maxInactiveInterval(), interval);
    if (longest != times.maxInactiveInterval()) {
      SessionTimes now = times;
      times =
          new SessionTimes(
              now.creationTime(), now.lastAccessedTime(), now.thisAccessedTime(), longest);
    }
  }

  /** Zero and below are for ever. */
  private static int longer(int one, int other) {
    return one <= 0 || other <= 0 ? 0 : Math.max(one, other);
  }

  @Override
  public void removeSession(Session session) {
    members.remove(SignOnMember.of(session).key());
  }

  @Override
  public void removeSession(Session session, String oldSessionId) {
    String key = SignOnMember.of(session, oldSessionId).key();
    if (!key.equals(SignOnMember.of(session).key())) {
      members.remove(key);
    }
  }

  /** All sessions that belong to it, in whatever Tomcat. */
  public List<SignOnMember> members() {
    return List.copyOf(members.keySet()).stream()
        .map(key -> SignOnMember.parse(key, members.get(key)))
        .filter(Objects::nonNull)
        .toList();
  }

  // ---- its user ----

  /** A Tomcat to which the user did not give his password has to ask for it. */
  @Override
  public boolean getCanReauthenticate() {
    return super.getCanReauthenticate() && getUsername() != null;
  }

  // ---- its use ----

  /** A request of the user's has come. */
  public void used(long now) {
    times = times.withAccess(times.thisAccessedTime(), now);
  }

  /** Returns whether it was not used here for as long as its sessions may be idle. */
  public boolean isIdle(long now) {
    int interval = times.maxInactiveInterval();
    return interval > 0 && now - times.thisAccessedTime() > interval * 1_000L;
  }

  // ---- what the protocol sees ----

  @Override
  public SessionId sessionId() {
    return id;
  }

  @Override
  public boolean isLive() {
    return true;
  }

  @Override
  public SessionTimes times() {
    return times;
  }

  @Override
  public @Nullable String authType() {
    return getAuthType();
  }

  @Override
  public @Nullable Object principal() {
    return getPrincipal();
  }

  @Override
  public @Nullable Object storablePrincipal() {
    return principals.encodeForAll(getPrincipal());
  }

  @Override
  public @Nullable Object storableNotes() {
    return null;
  }

  @Override
  public InstanceAttributes instanceAttributes() {
    return members;
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
