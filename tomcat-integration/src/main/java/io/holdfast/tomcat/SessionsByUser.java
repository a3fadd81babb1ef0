package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.directory.ListedSession;
import io.holdfast.tomcat.session.HoldfastSession;
import io.holdfast.tomcat.session.UserSessions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sessions of each user of a web application, over all Tomcats: {@link
 * MemcachedSessionManager#sessionsByUser()}, or in the application {@link #ofThisApplication()}.
 *
 * <p>A user is who is logged in to Tomcat, or whom the application names in the session's attribute
 * {@value #USER_ATTRIBUTE}. Names are compared as they are.
 */
public final class SessionsByUser {

  /** The session's attribute in which an application names its user. */
  public static final String USER_ATTRIBUTE = HoldfastSession.USER;

  private final UserSessions users;

  SessionsByUser(UserSessions users) {
    this.users = users;
  }

  /**
   * Those of the web application that calls, which is known by the context class loader of the
   * thread.
   *
   * @return of use until the application stops
   * @throws IllegalStateException unless {@code sessionsByUser} is set, and the application is in a
   *     Tomcat of ours
   */
  public static SessionsByUser ofThisApplication() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return RunningApplication.ofProcess().stream()
        .filter(application -> application.isOf(loader))
        .flatMap(application -> Stream.ofNullable(application.sessions().users()))
        .findFirst()
        .map(SessionsByUser::new)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No application of %s lists the sessions of users; set sessionsByUser=\"true\""
                            .formatted(loader)
                        + " at its <Manager>"));
  }

  /**
   * A session of a user.
   *
   * @param name identifies the session; it is not the id, and does not allow its use
   * @param created when it was created
   * @param lastUsed by a request, as of the last time that its Tomcat told: at most a quarter of
   *     {@code maxInactiveInterval} before the truth
   * @param tomcat the jvmRoute of the Tomcat that told last; {@code -} if that has none
   */
  public record UserSession(String name, Instant created, Instant lastUsed, String tomcat) {

    private static UserSession of(ListedSession listed) {
      return new UserSession(
          listed.name(),
          Instant.ofEpochMilli(listed.created()),
          Instant.ofEpochMilli(listed.lastUsed()),
          listed.tomcat());
    }

    /** One line. */
    @Override
    public String toString() {
      return "%s created %s, last used %s, at %s".formatted(name, created, lastUsed, tomcat);
    }
  }

  /**
   * The name that {@link UserSession} has of the session with an id.
   *
   * @param sessionId as {@code HttpSession.getId()} gives it, with or without a jvmRoute
   * @return the same for a session as long as it has that id
   */
  public static String nameOf(String sessionId) {
    return ListedSession.nameOf(new SessionId(SessionId.baseOf(sessionId)));
  }

  /**
   * The sessions of a user, the one used last first.
   *
   * @param user the name, compared as it is
   * @return at most 1,000; empty for an unknown user, or one without sessions. It does not change
   *     later.
   * @throws IllegalStateException if no node answers
   */
  public List<UserSession> of(String user) {
    return users.of(user).stream().map(UserSession::of).toList();
  }

  /**
   * Ends all sessions of a user, with their events. One that another Tomcat has in memory ends
   * there within a second.
   *
   * @param user the name, compared as it is; one that is not known has no sessions
   * @return how many have ended; a session on nodes that do not answer may remain, and stays listed
   * @throws IllegalStateException if no node answers
   */
  public int end(String user) {
    return users.end(user, session -> true);
  }

  /**
   * Ends one session of a user.
   *
   * @param user the name, compared as it is; one that is not known has no sessions
   * @param name of the session, as {@link UserSession} has it
   * @return whether the user had it, and it has ended; false if nodes that may have it do not
   *     answer
   * @throws IllegalStateException if no node answers
   */
  public boolean end(String user, String name) {
    return users.end(user, session -> session.name().equals(name)) > 0;
  }

  /**
   * Ends all sessions of a user but one: "log out everywhere else".
   *
   * @param user the name, compared as it is; one that is not known has no sessions
   * @param sessionId of the session that stays, as {@code HttpSession.getId()} gives it
   * @return how many have ended
   * @throws IllegalStateException if no node answers
   */
  public int endOthers(String user, String sessionId) {
    String kept = SessionId.baseOf(sessionId);
    return users.end(user, session -> !session.base().equals(kept));
  }
}
