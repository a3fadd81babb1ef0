package io.holdfast.sessions.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the store says of a session that may have expired and is not in this Tomcat. */
public sealed interface OrphanedSession<T> {

  /** It has expired; its record is decoded on the caller's thread, null if it cannot be read. */
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
