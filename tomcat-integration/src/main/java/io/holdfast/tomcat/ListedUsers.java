package io.holdfast.tomcat;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.tomcat.session.BackedUpSession;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionUsers;
import io.holdfast.tomcat.users.UserSessions;
import java.time.Clock;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/** What a manager tells of its sessions' users while it serves them, if that is configured. */
final class ListedUsers {

  /** A list is read, and written on two nodes; another Tomcat may have been faster. */
  private static final int WAITS_IN_A_ROW = 4;

  private final LocalSessions locals;
  private volatile @Nullable UserSessions users;
  private @Nullable ClassLoader loader;

  ListedUsers(LocalSessions locals) {
    this.locals = locals;
  }

  /** From now on it is listed whose sessions are whose, if the mode does so. */
  void begin(ServingMode mode, SessionConfiguration configuration, ClassLoader application) {
    SessionDirectory directory = mode.directory();
    if (directory != null) {
      StoreWait wait =
          new StoreWait(configuration.get(Setting.OPERATION_TIMEOUT).multipliedBy(WAITS_IN_A_ROW));
      UserSessions begun =
          new UserSessions(
              directory,
              locals,
              mode,
              wait,
              Clock.systemUTC(),
              () -> mode.observed().metrics().increment(Metric.USER_LISTS_UNANSWERED));
      users = begun;
      loader = application;
      locals.tell(begun);
      SessionsByUser.begin(application, begun);
      mode.watchEnds(begun);
    }
  }

  /** The application stops. */
  void end() {
    users = null;
    locals.tell(SessionUsers.NONE);
    if (loader != null) {
      SessionsByUser.end(loader);
      loader = null; // the manager outlives the application's classes
    }
  }

  /** Returns whether it is listed whose sessions are whose. */
  boolean areListed() {
    return users != null;
  }

  /** Those of the application; null if they are not listed. */
  @Nullable SessionsByUser sessionsByUser() {
    UserSessions now = users;
    return now == null ? null : new SessionsByUser(now);
  }

  void lookAfterSessions() {
    UserSessions now = users;
    if (now != null) {
      now.lookAfterSessions();
    }
  }

  void idChanged(Session session, String formerId) {
    UserSessions now = users;
    SessionId former = SessionId.parse(formerId);
    if (now != null && former != null && session instanceof BackedUpSession changed) {
      now.idChanged(changed, former);
    }
  }

  /** A session was removed: not if it goes on elsewhere. */
  void removed(Session session) {
    UserSessions now = users;
    if (now != null && session instanceof BackedUpSession ended && !ended.isForgotten()) {
      now.ended(ended);
    }
  }
}
