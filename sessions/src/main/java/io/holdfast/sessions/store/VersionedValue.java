package io.holdfast.sessions.store;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A record or tombstone on its way to the nodes.
 *
 * @param mark of the record
 * @param bytes its value
 * @param timeToLive for each node
 */
record VersionedValue(RecordMark mark, ValueParts bytes, TimeToLive timeToLive) {

  private static final int COPIES_OF_END = RecordSearch.ASKED_AT_LEAST;

  /**
   * On how many nodes it is to be. A tombstone is on two at least, where there are two: each read
   * asks so many. With one copy of a record, an old one may lie on another node than the tombstone,
   * and would be found alone once that is lost.
   */
  int copies(Placement placement) {
    int copies = placement.copies();
    return mark.isEnd() ? Math.max(COPIES_OF_END, copies) : copies;
  }

  /** Failover nodes whose copy of a session that has ended must not outlive it. */
  List<String> standby(Placement placement, String base) {
    return mark.isEnd() ? placement.standbyOrder(base) : List.of();
  }

  /**
   * Which limit of a node this exceeds, and which attribute to change; null if a write failed for
   * another reason. A node that refuses a tombstone has no room now: none is too large for good.
   */
  @Nullable String remedyFor(Throwable failure) {
    if (mark.isEnd() || StoreException.reasonOf(failure) != Reason.TOO_LARGE) {
      return null;
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return "%s; set maxItemSize to the item size (-I) of that memcached, or raise it there"
        .formatted(cause == null ? failure.getMessage() : cause.getMessage());
  }
}
