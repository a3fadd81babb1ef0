package io.holdfast.tomcat.login;

import io.holdfast.core.session.SessionId;
import java.security.Principal;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SingleSignOnListener;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * What of a session's login is stored: all that the next Tomcat needs, or nothing where {@code
 * persistAuthentication} is off. Credentials never are.
 */
public final class SessionLogin {

  private final StandardSession session;
  private final PrincipalCodec principals;
  private final boolean isStored;
  private volatile LoginNotes notes = LoginNotes.NONE;

  /**
   * Creates what is stored of a session that no user is logged in to.
   *
   * @param isStored whether anything is
   */
  public SessionLogin(StandardSession session, boolean isStored, PrincipalCodec principals) {
    this.session = session;
    this.principals = principals;
    this.isStored = isStored;
  }

  public @Nullable String authType() {
    return isStored ? session.getAuthType() : null;
  }

  public @Nullable Principal principal() {
    return isStored ? session.getPrincipal() : null;
  }

  public @Nullable Object storablePrincipal() {
    return principals.encode(principal());
  }

  public @Nullable Object storableNotes() {
    return isStored ? notes.storable() : null;
  }

  /**
   * One of the session's notes was set.
   *
   * @param value null if it was removed
   */
  public void noted(String name, @Nullable Object value) {
    notes = notes.with(name, value);
  }

  /** Gives the session what was stored. */
  public void restore(
      @Nullable String authType, @Nullable Object storedPrincipal, @Nullable Object storedNotes) {
    if (isStored) {
      session.setAuthType(authType);
      session.setPrincipal(principals.decode(storedPrincipal));
      LoginNotes.restore(storedNotes, session::setNote);
      if (session.getNote(LoginNotes.SIGN_ON) instanceof String id) {
        session.addSessionListener(new SingleSignOnListener(id));
      }
    }
  }

  /**
   * The session has moved here, and its id has another route: so does a login that is under way.
   */
  public void moved() {
    SessionId here = SessionId.parse(session.getIdInternal());
    SessionId expected =
        session.getNote(Constants.SESSION_ID_NOTE) instanceof String id
            ? SessionId.parse(id)
            : null;
    if (here != null && expected != null && expected.hasBaseOf(here)) {
      session.setNote(Constants.SESSION_ID_NOTE, session.getIdInternal());
    }
  }
}
