package io.holdfast.core.repository;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Says what a record was too large for, and which attribute is to be changed. */
final class SizeRefusal {

  private SizeRefusal() {}

  static String above(int maxSessionSize) {
    return "maxSessionSize is %d; raise it, or keep less in the session".formatted(maxSessionSize);
  }

  /** What is to be done about this failure; null if it has nothing to do with size. */
  static @Nullable String in(Throwable failure) {
    if (StoreException.reasonOf(failure) != Reason.TOO_LARGE) {
      return null;
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return "%s; set maxItemSize to the item size (-I) of that memcached, or raise it there"
        .formatted(cause == null ? failure.getMessage() : cause.getMessage());
  }
}
