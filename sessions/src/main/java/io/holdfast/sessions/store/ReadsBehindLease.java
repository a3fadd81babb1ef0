package io.holdfast.sessions.store;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one session, each sent to a node right behind the question for the session's lease, in
 * one packet with it. A node carries out what comes over one connection in its order: where it has
 * granted the lease, it has read the record after that, and renewed its version in between.
 *
 * <p>Of use only if every node that was asked so has granted the lease by that very question. What
 * a node read that refused it may be out of date by the time it grants it.
 */
public final class ReadsBehindLease implements Function<NodeStore, ReadBehind> {

  private final String key;
  private final String accessKey;
  private final @Nullable FoundRecord known;
  private final Map<NodeStore, KnownValue> values;
  private final Map<NodeStore, ReadBehind> reads = new ConcurrentHashMap<>();

  /**
   * Creates them.
   *
   * @param known whose record need not be sent again; null if there is none
   * @param values that record, as these nodes hold it
   */
  ReadsBehindLease(
      String key,
      String accessKey,
      @Nullable FoundRecord known,
      Map<NodeStore, KnownValue> values) {
    this.key = key;
    this.accessKey = accessKey;
    this.known = known;
    this.values = values;
  }

  /** What a node has that answers {@link PairAnswer.Unchanged}. */
  @Nullable FoundRecord known() {
    return known;
  }

  /** Returns the read that is to be sent to this node; the last one counts. */
  @Override
  public ReadBehind apply(NodeStore store) {
    ReadBehind read = new ReadBehind(key, accessKey, values.get(store));
    reads.put(store, read);
    return read;
  }

  /** What this node answers; null if it was not asked. */
  @Nullable CompletableFuture<PairAnswer> from(NodeStore store) {
    ReadBehind read = reads.get(store);
    return read == null ? null : read.found();
  }

  /** Returns whether these are reads of this record. */
  boolean areOf(String recordKey) {
    return key.equals(recordKey);
  }
}
