package io.holdfast.core.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the store says of a session whose time may be up, and that is not in this Tomcat.
 *
 * @param <T> the session as it was stored
 */
public sealed interface OrphanedSession<T> {

  /**
   * Nobody has used it for so long that it is over.
   *
   * @param session makes it of its record, on the caller's thread; gives null if that cannot be
   *     read
   */
  record Over<T>(Supplier<@Nullable T> session) implements OrphanedSession<T> {}

  /**
   * It was used since.
   *
   * @param overAt when it will be over, if nobody uses it any more, in milliseconds since the
   *     epoch; {@link Long#MAX_VALUE} if never
   */
  record Alive<T>(long overAt) implements OrphanedSession<T> {}

  /** There is no such session: somebody has ended it. */
  record Gone<T>() implements OrphanedSession<T> {}

  /** Nobody who may know has answered. */
  record Unknown<T>() implements OrphanedSession<T> {}
}
