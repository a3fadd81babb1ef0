package io.holdfast.sessions.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the store says of a session that may have expired and is not in this Tomcat.
 *
 * @param <T> the session as it was stored
 */
public sealed interface OrphanedSession<T> {

  /**
   * It has expired.
   *
   * @param session decodes its record, on the caller's thread; null if that cannot be read
   */
  record Over<T>(Supplier<@Nullable T> session) implements OrphanedSession<T> {}

  /**
   * It has not expired.
   *
   * @param overAt when it will expire unless a request uses it, in milliseconds since the epoch;
   *     {@link Long#MAX_VALUE} if never
   */
  record Alive<T>(long overAt) implements OrphanedSession<T> {}

  /** There is no such session: it was invalidated, or another Tomcat has expired it. */
  record Gone<T>() implements OrphanedSession<T> {}

  /** Unknown: no node that may hold it has answered. */
  record Unknown<T>() implements OrphanedSession<T> {}
}
