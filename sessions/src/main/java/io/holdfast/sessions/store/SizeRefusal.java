package io.holdfast.sessions.store;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Tells which limit a record exceeds, and which attribute to change. */
final class SizeRefusal {

  private SizeRefusal() {}

  static String above(int maxSessionSize) {
    return "maxSessionSize is %d; raise it, or keep less in the session".formatted(maxSessionSize);
  }

  /** The remedy for this failure; null if size is not its cause. */
  static @Nullable String in(Throwable failure) {
    if (StoreException.reasonOf(failure) != Reason.TOO_LARGE) {
      return null;
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return "%s; set maxItemSize to the item size (-I) of that memcached, or raise it there"
        .formatted(cause == null ? failure.getMessage() : cause.getMessage());
  }
}
