package io.holdfast.spring.boot;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.tomcat.SessionsByUser;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Spring Security's registry, over all instances of a program. So a limit of sessions holds over
 * all of them, and a session that it expires ends in whichever instance it is. While no node of the
 * list answers, the limit does not hold, and every user can log in.
 *
 * <p>It lists the sessions of one user. It cannot list all users with sessions: that would take a
 * list that every login of every user changes.
 */
final class UserSessionRegistry implements SessionRegistry {

  private static final System.Logger LOG = Loggers.of(UserSessionRegistry.class);
  private static final OccasionalLine WARNINGS =
      new OccasionalLine(Duration.ofMinutes(1), InstantSource.system());

  private final Supplier<@Nullable SessionsByUser> sessions;

  /**
   * Creates it.
   *
   * @param sessions of all instances; null while this one serves none
   */
  UserSessionRegistry(Supplier<@Nullable SessionsByUser> sessions) {
    this.sessions = sessions;
  }

  /** Always empty. */
  @Override
  public List<Object> getAllPrincipals() {
    return List.of();
  }

  /** The sessions of a user; an expired one has ended, so there is none of these. */
  @Override
  public List<SessionInformation> getAllSessions(Object principal, boolean includeExpiredSessions) {
    SessionsByUser all = sessions.get();
    List<SessionInformation> found = new ArrayList<>(); // its caller sorts it
    if (all != null) {
      String user = UserNames.of(principal);
      listed(all, user).forEach(each -> found.add(new Listed(principal, user, each, all)));
    }
    return found;
  }

  private static List<SessionsByUser.UserSession> listed(SessionsByUser all, String user) {
    try {
      return all.of(user);
    } catch (IllegalStateException e) { // no node answers, which must not fail a login
      notLimited(e);
      return List.of();
    }
  }

  private static void notLimited(IllegalStateException why) {
    if (WARNINGS.due() >= 0) {
      LOG.log(
          Level.WARNING,
          "Sessions of users are not limited at the moment: {0}. Logins go on.",
          why.getMessage());
    }
  }

  /** None: whether a session goes on is asked at each request anyway. */
  @Override
  public @Nullable SessionInformation getSessionInformation(String sessionId) {
    return null;
  }

  /** Tomcat notes it. */
  @Override
  public void refreshLastRequest(String sessionId) {}

  /** Names the user of the session of the request that is served. */
  @Override
  public void registerNewSession(String sessionId, Object principal) {
    UserNames.noteInSession(UserNames.of(principal));
  }

  /** A session leaves the list when it ends. */
  @Override
  public void removeSessionInformation(String sessionId) {}

  /** A session of a user, on whichever instance. */
  private static final class Listed extends SessionInformation {

    private static final long serialVersionUID = 1L;

    private final String user;
    private final String name;
    private final transient SessionsByUser all;

    Listed(Object principal, String user, SessionsByUser.UserSession session, SessionsByUser all) {
      super(principal, idOf(session), Date.from(session.lastUsed()));
      this.user = user;
      this.name = session.name();
      this.all = all;
    }

    /** The name of the session; its id only for the request that has it. */
    private static String idOf(SessionsByUser.UserSession session) {
      var request = RequestContextHolder.getRequestAttributes();
      String own = request == null ? "" : request.getSessionId();
      return !own.isEmpty() && SessionsByUser.nameOf(own).equals(session.name())
          ? own
          : session.name();
    }

    @Override
    public void expireNow() {
      super.expireNow();
      try {
        var unused = all.end(user, name);
      } catch (IllegalStateException e) { // as above
        notLimited(e);
      }
    }
  }
}
