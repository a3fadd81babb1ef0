package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.AttributeEvents;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one web application that are in this Tomcat, by the base of their ids. Through
 * them the mode of the application sees its manager.
 *
 * <p>Whatever route a client appends to the base of an id, it gets the one instance. Tomcat's own
 * manager puts, gets and removes under whole ids.
 */
@SuppressWarnings("serial") // is never serialized
public final class LocalSessions extends ConcurrentHashMap<String, Session> {

  private final AttributeEvents attributeEvents = AttributeEvents.ofRunningTomcat();
  private final ManagerBase manager;
  private final Predicate<Session> isCurrent;
  private final Supplier<Stream<ServingMode>> otherModes;

  /**
   * Creates those of a manager that has none yet.
   *
   * @param isCurrent whether requests may find a session: it is not of an earlier start of the
   *     application
   * @param otherModes of the other applications of its host, whose sessions may have the same id as
   *     one of these: because of {@code sessionCookiePath="/"}, or of a dispatch from one to
   *     another
   */
  public LocalSessions(
      ManagerBase manager, Predicate<Session> isCurrent, Supplier<Stream<ServingMode>> otherModes) {
    this.manager = manager;
    this.isCurrent = isCurrent;
    this.otherModes = otherModes;
  }

  /** The manager that puts them here. */
  public ManagerBase manager() {
    return manager;
  }

  /** The web application. */
  public Context context() {
    return manager.getContext();
  }

  /** Returns whether requests may find a session: it is not of an earlier start. */
  boolean isCurrent(Session session) {
    return isCurrent.test(session);
  }

  /** Tells attributes what Tomcat's session does not tell. */
  public AttributeEvents attributeEvents() {
    return attributeEvents;
  }

  /** The ids that this Tomcat gives to sessions. */
  public IssuedIds issuedIds() {
    return new IssuedIds(manager.getJvmRoute());
  }

  /** The session with this id, whatever its route, as far as this Tomcat has it. */
  public @Nullable Session local(SessionId id) {
    return super.get(id.base());
  }

  /** The instances of sessions that have not ended. */
  List<HoldfastSession> live() {
    return values().stream()
        .filter(session -> session instanceof HoldfastSession here && here.isLive())
        .map(HoldfastSession.class::cast)
        .toList();
  }

  /** Drops an instance without any book-keeping, unless another one has its place. */
  void forgetLocal(Session session) {
    remove(base(session.getIdInternal()), session);
  }

  /**
   * Lets requests find an instance under its id, unless it is of an earlier start of the
   * application.
   *
   * @param isAsGood whether the instance that they find now may stay
   * @return the instance that they find from now on
   */
  HoldfastSession publish(HoldfastSession session, Predicate<HoldfastSession> isAsGood) {
    if (!isCurrent(session)) {
      return session;
    }
    Session found =
        Objects.requireNonNull(
            merge(
                base(session.getIdInternal()),
                session,
                (other, ours) ->
                    other instanceof HoldfastSession first && isAsGood.test(first) ? other : ours));
    noteMaxActive();
    return (HoldfastSession) found;
  }

  /** As Tomcat's manager does when it adds a session by itself. */
  private void noteMaxActive() {
    int active = size();
    if (active > manager.getMaxActive()) {
      manager.setMaxActive(active);
    }
  }

  /** The modes of the other applications of the host. */
  Stream<ServingMode> otherModes() {
    return otherModes.get();
  }

  // ---- where Tomcat's manager has them ----

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

  private static String base(Object id) {
    return SessionId.baseOf((String) id);
  }
}
