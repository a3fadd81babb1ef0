package io.holdfast.core.storage;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store that cuts values which are too large for one item into chunks, and assembles them again.
 *
 * <p>The chunks are written first, under keys that no other write uses. Then a small manifest that
 * names them is written under the value's key, with the writer's condition. So a value is replaced
 * as a whole, and a writer that dies half-way leaves the former value whole. Chunks that no
 * manifest names are deleted, or expire.
 *
 * <p>If a chunk is missing, {@link #load} gives the manifest itself, which no codec takes for a
 * record: a writer that replaces it needs its version.
 *
 * <p>Each chunk has the node's deadline, from the moment it is sent; a value in chunks may take as
 * many deadlines as it has windows of {@link ChunkLimits#bytesAtOnce()}.
 */
public final class ChunkedStore extends DecoratedStore {

  /** A value that is replaced this often while it is read counts as not answered. */
  private static final int ATTEMPTS = 5;

  private static final int MAX_KNOWN = 10_000;

  /** Chunks live a minute longer than their manifest, so that none is gone before it. */
  private static final long SECONDS_LONGER = 60;

  private final String nodeId;
  private final ChunkLimits limits;
  private final RandomGenerator random;
  private final SessionMetrics metrics;
  private final KnownChunks known = new KnownChunks(MAX_KNOWN);
  private final ChunkTransfer transfer;

  /** False until the first value in chunks: there is none to keep in mind, or to delete. */
  private volatile boolean hasMetChunks;

  /** Creates the decorator; {@code random}, thread-safe, draws the names of sets of chunks. */
  public ChunkedStore(
      String nodeId,
      NodeStore store,
      ChunkLimits limits,
      RandomGenerator random,
      SessionMetrics metrics) {
    super(store);
    this.nodeId = nodeId;
    this.limits = limits;
    this.random = random;
    this.metrics = metrics;
    this.transfer = new ChunkTransfer(store, limits.bytesAtOnce());
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return store.load(key).thenCompose(found -> whole(key, found, ATTEMPTS));
  }

  /**
   * The chunks of a value are read each time, though its manifest is unchanged: a node evicts what
   * is not used, and a missing chunk has to be noticed.
   */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue value) {
    CompletableFuture<PairAnswer> answered =
        store.loadPairIfChanged(key, besideKey, mayBeInChunks(key) ? KnownValue.NONE : value);
    return answered.thenCompose(
        answer -> mayNameChunks(answer) ? answer.translated(pair -> whole(key, pair)) : answered);
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return !mayBeInChunks(key) && super.comparesBeforeRenewal(key);
  }

  private boolean mayBeInChunks(String key) {
    return known.of(key) != null || known.isForgetful();
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    if (value.length() > limits.maxTotal()) {
      return CompletableFuture.failedFuture(
          new StoreException(
              Reason.TOO_LARGE,
              nodeId,
              "store: %d bytes; the limit is %d".formatted(value.length(), limits.maxTotal()),
              null));
    }
    return value.length() <= limits.partLength()
        ? storeWhole(key, value, timeToLive, condition)
        : storeInParts(key, value.toByteArray(), timeToLive, condition);
  }

  /** What is read behind comes in one step as far as it lies under its key; its chunks follow. */
  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    return super.storeThenRead(
        key,
        value,
        timeToLive,
        condition,
        behind != null && storesThenReadsAtOnce()
            ? behind.translated(
                mayBeInChunks(behind.key()) ? null : behind.known(),
                answer -> answer.translated(pair -> whole(behind.key(), pair)))
            : behind);
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return headUnder(key)
        .thenCompose(
            head ->
                head == null
                    ? CompletableFuture.completedFuture(true)
                    : transfer.touch(key, head, longer(timeToLive)))
        .thenCompose(
            allThere ->
                allThere ? store.touch(key, timeToLive) : CompletableFuture.completedFuture(false));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return headUnder(key)
        .thenCompose(head -> store.delete(key))
        .thenApply(
            wasThere -> {
              replaced(key, null);
              return wasThere;
            });
  }

  // ---- reading ----

  private boolean mayNameChunks(PairAnswer answer) {
    StoredValue value = answer instanceof PairAnswer.Read read ? read.pair().value() : null;
    return hasMetChunks || (value != null && ChunkManifest.isHead(value.bytes()));
  }

  private CompletableFuture<StoredPair> whole(String key, StoredPair found) {
    return whole(key, found.value(), ATTEMPTS)
        .thenApply(value -> new StoredPair(value, found.beside()));
  }

  private CompletableFuture<@Nullable StoredValue> whole(
      String key, @Nullable StoredValue found, int attempts) {
    ChunkManifest head = found == null ? null : headIn(found);
    if (head != null) {
      hasMetChunks = true;
    }
    known.note(key, head);
    if (found == null || head == null || head.total() > limits.maxTotal()) {
      return CompletableFuture.completedFuture(found);
    }
    return transfer
        .read(key, head)
        .thenCompose(
            value ->
                value == null
                    ? lookAgain(key, found, head, attempts)
                    : CompletableFuture.completedFuture(new StoredValue(value, found.version())));
  }

  /** Loads again: another writer may have replaced the value and deleted these chunks. */
  private CompletableFuture<@Nullable StoredValue> lookAgain(
      String key, StoredValue before, ChunkManifest head, int attempts) {
    return store
        .load(key)
        .thenCompose(
            now -> {
              if (now != null && head.equals(headIn(now))) {
                metrics.increment(Metric.LOADS_INCOMPLETE);
                return CompletableFuture.completedFuture(now);
              }
              return attempts > 1
                  ? whole(key, now, attempts - 1)
                  : CompletableFuture.failedFuture(changing(before));
            });
  }

  private StoreException changing(StoredValue last) {
    return new StoreException(
        Reason.BUSY,
        nodeId,
        "load: replaced %d times while it was read, last at version %d"
            .formatted(ATTEMPTS, last.version()),
        null);
  }

  /** The manifest that a value is; null if it is none, or damaged. */
  private static @Nullable ChunkManifest headIn(StoredValue value) {
    if (!ChunkManifest.isHead(value.bytes())) {
      return null;
    }
    try {
      return ChunkManifest.decode(value.bytes());
    } catch (RecordException e) {
      return null; // the caller finds that the value cannot be read
    }
  }

  /** The manifest under a key; asks the node only if this Tomcat may have forgotten it. */
  private CompletableFuture<@Nullable ChunkManifest> headUnder(String key) {
    ChunkManifest head = known.of(key);
    if (head != null || !known.isForgetful()) {
      return CompletableFuture.completedFuture(head);
    }
    return store
        .load(key)
        .thenApply(
            found -> {
              ChunkManifest there = found == null ? null : headIn(found);
              known.note(key, there);
              return there;
            });
  }

  // ---- writing ----

  private CompletableFuture<WriteResult> storeWhole(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    CompletableFuture<WriteResult> stored = store.store(key, value, timeToLive, condition);
    return hasMetChunks
        ? stored.thenApply(
            result -> {
              if (result.isStored()) {
                replaced(key, null);
              }
              return result;
            })
        : stored;
  }

  private CompletableFuture<WriteResult> storeInParts(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    hasMetChunks = true;
    ChunkManifest head =
        ChunkManifest.of(value, limits.partLength(), random.nextLong(ChunkManifest.SETS));
    return transfer
        .write(key, head, value, longer(timeToLive))
        .whenComplete(
            (all, failure) -> {
              if (!Boolean.TRUE.equals(all)) {
                transfer.delete(key, head);
              }
            })
        .thenCompose(
            all ->
                all
                    ? storeHead(key, head, timeToLive, condition)
                    : CompletableFuture.failedFuture(
                        new StoreException(
                            Reason.REFUSED, nodeId, "store: a part was not stored", null)));
  }

  private CompletableFuture<WriteResult> storeHead(
      String key, ChunkManifest head, TimeToLive timeToLive, WriteCondition condition) {
    return store
        .store(key, head.encode(), timeToLive, condition)
        .whenComplete(
            (result, failure) -> {
              if (failure == null && result.isStored()) {
                metrics.increment(Metric.RECORDS_IN_PARTS);
                replaced(key, head);
              } else if (failure == null || isNeverWritten(failure)) {
                transfer.delete(key, head);
              }
            });
  }

  /**
   * Returns whether it was not done: an unanswered write may still happen, and needs its chunks.
   */
  private static boolean isNeverWritten(Throwable failure) {
    Reason reason = StoreException.reasonOf(failure);
    return reason != Reason.TIMEOUT && reason != Reason.UNAVAILABLE && reason != Reason.DROPPED;
  }

  /** The node has confirmed the key's new value; deletes the chunks of the former one. */
  private void replaced(String key, @Nullable ChunkManifest head) {
    ChunkManifest before = known.note(key, head);
    if (before != null) {
      transfer.delete(key, before);
    }
    transfer.nodeAnswered();
  }

  private static TimeToLive longer(TimeToLive timeToLive) {
    return timeToLive.seconds() > 0
        ? new TimeToLive(timeToLive.seconds() + SECONDS_LONGER)
        : timeToLive;
  }
}
