package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.AttributeEvents;
import io.holdfast.tomcat.session.IssuedIds;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionHost;
import io.holdfast.tomcat.users.UserSessions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one manager that are in this Tomcat, by the base of their ids.
 *
 * <p>Whatever route a client appends to the base of an id, it gets the one instance. Tomcat's own
 * manager puts, gets and removes under whole ids.
 *
 * <p>Where sessions are not backed up, they are under their whole ids here, too: a generator may
 * emit dots then, and many sessions have one base.
 */
@SuppressWarnings("serial") // is never serialized
final class LocalSessions extends ConcurrentHashMap<String, Session> implements SessionHost {

  private volatile @Nullable UserSessions listed;
  private final AttributeEvents attributeEvents = AttributeEvents.ofRunningTomcat();
  private volatile boolean wholeIds;
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
    return super.get(wholeIds ? id.value() : id.base());
  }

  @Override
  public <T extends Session> List<T> locals(Class<T> kind) {
    return values().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void forgetLocal(Session session) {
    remove(base(session.getIdInternal()), session);
  }

  @Override
  public Session publish(Session session, Predicate<Session> isAsGood) {
    if (!isCurrent.test(session)) {
      return session;
    }
    Session found =
        Objects.requireNonNull(
            merge(
                base(session.getIdInternal()),
                session,
                (other, ours) -> isAsGood.test(other) ? other : ours));
    noteMaxActive();
    return found;
  }

  /** As Tomcat's manager does when it adds a session by itself. */
  private void noteMaxActive() {
    int active = size();
    if (active > manager.getMaxActive()) {
      manager.setMaxActive(active);
    }
  }

  @Override
  public Stream<ServingMode> otherModes() {
    return otherModes.get();
  }

  // ---- where Tomcat's manager has them ----

  /** Makes ids count as they are from now on. Only while there are no sessions. */
  void useWholeIds(boolean whole) {
    wholeIds = whole;
  }

  @Override
  public @Nullable Session get(Object id) {
    return super.get(base(id));
  }

  @Override
  public boolean containsKey(Object id) {
    return super.containsKey(base(id));
  }

  @Override
  public @Nullable Session put(String id, Session session) {
    return super.put(base(id), session);
  }

  @Override
  public @Nullable Session remove(Object id) {
    return super.remove(base(id));
  }

  private String base(Object id) {
    return wholeIds ? (String) id : SessionId.baseOf((String) id);
  }
}
