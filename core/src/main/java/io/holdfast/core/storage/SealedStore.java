package io.holdfast.core.storage;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.ValueParts;
import io.holdfast.core.seal.SealException;
import io.holdfast.core.seal.SealException.Reason;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.StorageKeys;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that encrypts each value for its own key before the node sees it. An attacker who can
 * read the node learns no content. One who can write to it can neither forge a value nor move it to
 * another key.
 *
 * <p>A value that cannot be decrypted is returned as {@link #UNREADABLE}, which no reader decodes:
 * a writer that replaces it needs its version.
 */
public final class SealedStore extends DecoratedStore {

  private static final System.Logger LOG = Loggers.of(SealedStore.class);
  private static final byte[] UNREADABLE = {};

  /** Likewise, of a value that a Tomcat has sealed which is ahead of this one. */
  private static final byte[] OF_NEWER_KEY = {};

  private static final Duration BETWEEN_REFUSALS = Duration.ofMinutes(1);
  private static final Duration BETWEEN_MIGRATIONS = Duration.ofHours(1);

  private final String nodeId;
  private final Sealing sealing;
  private final Supplier<CompletableFuture<Void>> newerKeys;
  private final SessionMetrics metrics;
  private final OccasionalLine refusal;
  private final OccasionalLine migration;

  /**
   * Creates the decorator.
   *
   * @param newerKeys looks for them on another thread; completes, never exceptionally, when that is
   *     done, or takes too long
   */
  public SealedStore(
      String nodeId,
      NodeStore store,
      Sealing sealing,
      Supplier<CompletableFuture<Void>> newerKeys,
      SessionMetrics metrics,
      InstantSource clock) {
    super(store);
    this.nodeId = nodeId;
    this.sealing = sealing.withoutLooking();
    this.newerKeys = newerKeys;
    this.metrics = metrics;
    this.refusal = new OccasionalLine(BETWEEN_REFUSALS, clock);
    this.migration = new OccasionalLine(BETWEEN_MIGRATIONS, clock);
  }

  /** Returns whether a value stands for one that is sealed with a key not here yet. */
  public static boolean isOfNewerKey(StoredValue value) {
    return value.bytes() == OF_NEWER_KEY;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return store.load(key).thenCompose(found -> opened(key, found));
  }

  /** The sealed value has the version of the value. */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    return store
        .loadPairIfChanged(key, besideKey, known)
        .thenCompose(answer -> opened(key, besideKey, answer));
  }

  private CompletableFuture<PairAnswer> opened(String key, String besideKey, PairAnswer answer) {
    return answer instanceof PairAnswer.Unchanged unchanged
        ? opened(besideKey, unchanged.beside())
            .thenApply(beside -> new PairAnswer.Unchanged(unchanged.version(), beside))
        : answer.translated(pair -> opened(key, besideKey, pair));
  }

  private CompletableFuture<StoredPair> opened(String key, String besideKey, StoredPair found) {
    return opened(key, found.value())
        .thenCombine(opened(besideKey, found.beside()), StoredPair::new);
  }

  /** Opens a value. The threads of the nodes' answers never wait for the disk with the keys. */
  private CompletableFuture<@Nullable StoredValue> opened(String key, @Nullable StoredValue found) {
    if (found == null) {
      return CompletableFuture.completedFuture(null);
    }
    try {
      return CompletableFuture.completedFuture(open(key, found));
    } catch (SealException e) {
      return e.reason() == Reason.UNKNOWN_KEY
          ? newerKeys.get().thenApply(done -> openOrRefuse(key, found))
          : CompletableFuture.completedFuture(refused(key, found, e));
    }
  }

  private StoredValue openOrRefuse(String key, StoredValue found) {
    try {
      return open(key, found);
    } catch (SealException e) {
      return refused(key, found, e);
    }
  }

  private StoredValue open(String key, StoredValue found) throws SealException {
    StoredValue opened = new StoredValue(sealing.open(key, found.bytes()), found.version());
    if (!Sealer.isSealed(found.bytes())) {
      tellOfMigration(key);
    }
    return opened;
  }

  private StoredValue refused(String key, StoredValue found, SealException why) {
    refuse(key, why);
    byte[] instead = sealing.isOfNewerKey(found.bytes()) ? OF_NEWER_KEY : UNREADABLE;
    return new StoredValue(instead, found.version());
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return store.store(key, sealing.seal(key, value.toByteArray()), timeToLive, condition);
  }

  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    ReadBehind sealed =
        behind == null
            ? null
            : behind.translated(
                behind.known(), found -> opened(behind.key(), behind.besideKey(), found));
    return store.storeThenRead(key, sealing.seal(key, value), timeToLive, condition, sealed);
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return store.append(key, sealing.sealMore(key, more));
  }

  /**
   * Extends a value, and rewrites it if it has another form than the one written now, such as an
   * old key. Otherwise a session that is used and never changed would be lost when old keys are
   * removed or the migration ends. The value is extended first, because a read that follows expects
   * that. A value that has replaced it since keeps its own time to live.
   */
  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    CompletableFuture<Boolean> touched = store.touch(key, timeToLive);
    if (!sealing.mayHaveToRewrite()) {
      return touched;
    }
    CompletableFuture<Boolean> written =
        store
            .load(key)
            .thenCompose(found -> rewrite(key, found, timeToLive))
            .exceptionally(failure -> false); // it is extended all the same
    return touched.thenCombine(written, (isThere, isWritten) -> isThere);
  }

  private CompletableFuture<Boolean> rewrite(
      String key, @Nullable StoredValue found, TimeToLive timeToLive) {
    byte[] rewritten = found == null ? null : sealing.rewritten(key, found.bytes());
    return found == null || rewritten == null
        ? CompletableFuture.completedFuture(false)
        : store
            .store(key, rewritten, timeToLive, WriteCondition.ifVersion(found.version()))
            .thenApply(WriteResult::isStored);
  }

  private void refuse(String key, SealException why) {
    metrics.increment(Metric.SEALS_REFUSED);
    long others = refusal.due();
    if (others >= 0) {
      LOG.log(
          Level.WARNING,
          "Cannot decrypt {1} on node {0}, so it counts as absent: {2}. Another program writes to"
              + " the node, or a Tomcat has another key file. {3} more since the last message.",
          nodeId,
          StorageKeys.shown(key),
          why.getMessage(),
          String.valueOf(others));
    }
  }

  private void tellOfMigration(String key) {
    metrics.increment(Metric.UNSEALED_READ);
    long others = migration.due();
    if (others >= 0) {
      LOG.log(
          Level.WARNING,
          "encryptionMigration: what node {0} has under {1} is not sealed, and is read all the"
              + " same. Take the attribute away when all Tomcats seal. {2} more in the last hour.",
          nodeId,
          StorageKeys.shown(key),
          String.valueOf(others));
    }
  }
}
