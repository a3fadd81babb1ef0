package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that are in this Tomcat, by the base of their ids.
 *
 * <p>Whatever route a client appends to the base of an id, it gets the one instance. Tomcat's own
 * manager puts, gets and removes under whole ids.
 *
 * <p>Where sessions are not backed up, they are under their whole ids here, too: a generator may
 * emit dots then, and many sessions have one base.
 */
@SuppressWarnings("serial") // is never serialized
final class SessionsByBase extends ConcurrentHashMap<String, Session> {

  private volatile boolean wholeIds;

  /** Makes ids count as they are from now on. Only while there are no sessions. */
  void useWholeIds(boolean whole) {
    wholeIds = whole;
  }

  @Override
  public @Nullable Session get(Object id) {
    return super.get(base(id));
  }

  /** The session that has this id, whatever the route of that. */
  @Nullable Session ofBase(SessionId id) {
    return super.get(wholeIds ? id.value() : id.base());
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

  @Override
  public boolean remove(Object id, @Nullable Object session) {
    return super.remove(base(id), session);
  }

  @Override
  public @Nullable Session merge(
      String id,
      Session session,
      BiFunction<? super Session, ? super Session, ? extends @Nullable Session> choice) {
    return super.merge(base(id), session, choice);
  }

  private String base(Object id) {
    return wholeIds ? (String) id : SessionId.baseOf((String) id);
  }
}
