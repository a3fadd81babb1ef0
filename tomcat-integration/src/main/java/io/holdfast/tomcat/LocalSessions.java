package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.AttributeEvents;
import io.holdfast.tomcat.session.IssuedIds;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionHost;
import io.holdfast.tomcat.session.SessionUsers;
import java.util.ArrayList;
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

  /** What only the manager itself can do. */
  interface Owner {

    /**
     * Returns whether requests may find the session: it is not of an earlier start of the
     * application.
     */
    boolean isCurrent(Session session);

    /** Removes a session with Tomcat's own book-keeping. */
    void removeLocal(Session session, boolean update);
  }

  private volatile SessionUsers users = SessionUsers.NONE;
  private final SessionUsers usersOfCurrent = this::mayHaveChanged;
  private final AttributeEvents attributeEvents = AttributeEvents.ofRunningTomcat();
  private final SessionsByBase sessions = new SessionsByBase();
  private final ManagerBase manager;
  private final Owner owner;
  private final Supplier<Stream<ServingMode>> otherModes;

  /**
   * Creates those of a manager that has none yet.
   *
   * @param owner the same manager
   * @param otherModes of the other applications of its host
   */
  LocalSessions(ManagerBase manager, Owner owner, Supplier<Stream<ServingMode>> otherModes) {
    this.manager = manager;
    this.owner = owner;
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

  /** Tells from now on whose sessions are whose. */
  void tell(SessionUsers of) {
    users = of;
  }

  @Override
  public SessionUsers users() {
    return usersOfCurrent; // one for all: each session keeps it
  }

  private void mayHaveChanged(Session session, @Nullable String before) {
    if (owner.isCurrent(session)) {
      users.mayHaveChanged(session, before);
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
    List<T> found = new ArrayList<>();
    for (Session session : sessions.values()) {
      if (kind.isInstance(session)) {
        found.add(kind.cast(session));
      }
    }
    return found;
  }

  @Override
  public void removeLocal(Session session, boolean update) {
    owner.removeLocal(session, update);
  }

  @Override
  public void forgetLocal(Session session) {
    sessions.remove(session.getIdInternal(), session);
  }

  @Override
  public Session publish(Session session, Predicate<Session> isAsGood) {
    if (!owner.isCurrent(session)) {
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
