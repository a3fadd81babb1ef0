package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.AttributeEvents;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/**
 * The manager of one web application as its mode and its sessions see it: the sessions that are in
 * this Tomcat, and where they are.
 */
public interface SessionHost {

  /** What Tomcat's own session class wants to know. */
  Manager manager();

  /** The web application. */
  Context context();

  /** Returns whether it is stored who is logged in. */
  boolean keepsLogins();

  /**
   * The user of a session may have changed, by a login or a logout.
   *
   * @param before the former user; null if there was none
   */
  void userMayHaveChanged(Session session, @Nullable String before);

  /** Tells attributes what Tomcat's session does not tell. */
  AttributeEvents attributeEvents();

  /** The ids that this Tomcat gives to sessions. */
  IssuedIds issuedIds();

  /** The session with this id, whatever its route, as far as this Tomcat has it. */
  @Nullable Session local(SessionId id);

  /** All sessions of a kind. */
  <T extends Session> List<T> locals(Class<T> kind);

  /** Drops an instance without any book-keeping, unless another one has its place. */
  void forgetLocal(Session session);

  /**
   * Lets requests find an instance under its id, unless it is of an earlier start of the
   * application.
   *
   * @param isAsGood whether the instance that they find now may stay
   * @return the instance that they find from now on
   */
  Session publish(Session session, Predicate<Session> isAsGood);

  /**
   * The modes of the other applications of the host, whose sessions may have the same id as one of
   * ours: because of {@code sessionCookiePath="/"}, or of a dispatch from one to another.
   */
  Stream<ServingMode> otherModes();
}
