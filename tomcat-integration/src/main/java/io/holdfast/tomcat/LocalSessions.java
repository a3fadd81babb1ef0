package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.AttributeEvents;
import io.holdfast.tomcat.session.IssuedIds;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionHost;
import io.holdfast.tomcat.users.UserSessions;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/** The sessions that are in this Tomcat, of one manager. */
final class LocalSessions implements SessionHost {

  private volatile @Nullable UserSessions listed;
  private final AttributeEvents attributeEvents = AttributeEvents.ofRunningTomcat();
  private final SessionsByBase sessions = new SessionsByBase();
  private final ManagerBase manager;
  private final Predicate<Session> isCurrent;
  private final Supplier<Stream<ServingMode>> otherModes;

  /**
   * Creates those of a manager that has none yet.
   *
   * @param isCurrent whether requests may find a session: it is not of an earlier start of the
   *     application
   * @param otherModes of the other applications of its host
   */
  LocalSessions(
      ManagerBase manager, Predicate<Session> isCurrent, Supplier<Stream<ServingMode>> otherModes) {
    this.manager = manager;
    this.isCurrent = isCurrent;
    this.otherModes = otherModes;
  }

  /** Where Tomcat's manager has them. */
  SessionsByBase byBase() {
    return sessions;
  }

  @Override
  public Manager manager() {
    return manager;
  }

  @Override
  public Context context() {
    return manager.getContext();
  }

  @Override
  public boolean keepsLogins() {
    return manager.getPersistAuthentication();
  }

  /** From now on it is listed so whose sessions are whose; null for not at all. */
  void list(@Nullable UserSessions users) {
    listed = users;
  }

  /** Lists whose sessions are whose; null if nothing does. */
  @Nullable UserSessions listed() {
    return listed;
  }

  @Override
  public void userMayHaveChanged(Session session, @Nullable String before) {
    UserSessions now = listed;
    if (now != null && isCurrent.test(session)) {
      now.mayHaveChanged(session, before);
    }
  }

  @Override
  public AttributeEvents attributeEvents() {
    return attributeEvents;
  }

  @Override
  public IssuedIds issuedIds() {
    return new IssuedIds(manager.getJvmRoute());
  }

  @Override
  public @Nullable Session local(SessionId id) {
    return sessions.ofBase(id);
  }

  @Override
  public <T extends Session> List<T> locals(Class<T> kind) {
    return sessions.values().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void forgetLocal(Session session) {
    sessions.remove(session.getIdInternal(), session);
  }

  @Override
  public Session publish(Session session, Predicate<Session> isAsGood) {
    if (!isCurrent.test(session)) {
      return session;
    }
    Session found =
        Objects.requireNonNull(
            sessions.merge(
                session.getIdInternal(),
                session,
                (other, ours) -> isAsGood.test(other) ? other : ours));
    noteMaxActive();
    return found;
  }

  /** As Tomcat's manager does when it adds a session by itself. */
  private void noteMaxActive() {
    int active = sessions.size();
    if (active > manager.getMaxActive()) {
      manager.setMaxActive(active);
    }
  }

  @Override
  public Stream<ServingMode> otherModes() {
    return otherModes.get();
  }
}
