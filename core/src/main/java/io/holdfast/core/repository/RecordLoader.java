package io.holdfast.core.repository;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.AccessCodec;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest record of a session among the nodes.
 *
 * <p>The nodes most likely to have it are asked side by side: the one that should hold it, and the
 * one that would have taken it while the first was away. Where both have a record, the higher
 * version wins, so an old copy on a node that returned is never believed. Only if neither has one
 * are the others asked.
 */
final class RecordLoader {

  private static final System.Logger LOG = System.getLogger(RecordLoader.class.getName());

  /** In a small cluster all nodes are asked: then no old copy can be taken for the newest. */
  private static final int ASKED_AT_ONCE = 4;

  private final Placement placement;
  private final Map<String, SessionStore> stores;
  private final RecordCodec codec;
  private final StorageKeys keys;
  private final PendingDeletes pendingDeletes;
  private final SessionMetrics metrics;

  RecordLoader(
      Placement placement,
      Map<String, SessionStore> stores,
      RecordCodec codec,
      StorageKeys keys,
      PendingDeletes pendingDeletes,
      SessionMetrics metrics) {
    this.placement = placement;
    this.stores = stores;
    this.codec = codec;
    this.keys = keys;
    this.pendingDeletes = pendingDeletes;
    this.metrics = metrics;
  }

  CompletableFuture<LoadResult> load(SessionId id) {
    List<String> order = placement.readOrder(id.base());
    int likely = Math.min(Math.max(placement.copies() + 1, ASKED_AT_ONCE), order.size());
    return ask(id, order.subList(0, likely))
        .thenCompose(
            best ->
                best.found() != null || likely == order.size()
                    ? CompletableFuture.completedFuture(best)
                    : ask(id, order.subList(likely, order.size())).thenApply(best::or))
        .thenApply(best -> conclude(best, order.size() == stores.size()));
  }

  private CompletableFuture<Answer> ask(SessionId id, List<String> nodes) {
    CompletableFuture<Answer> best = CompletableFuture.completedFuture(Answer.NOTHING);
    for (String node : nodes) {
      best = best.thenCombine(ask(id, node), Answer::or);
    }
    return best;
  }

  private CompletableFuture<Answer> ask(SessionId id, String node) {
    SessionStore store = Objects.requireNonNull(stores.get(node));
    CompletableFuture<@Nullable StoredValue> access =
        store.load(keys.accessKeyOf(id)).exceptionally(failure -> null);
    return store
        .load(keys.keyOf(id))
        .thenCombine(access, (record, accessed) -> read(id, node, record, accessed))
        .exceptionally(failure -> Answer.SILENCE);
  }

  private Answer read(
      SessionId id, String node, @Nullable StoredValue record, @Nullable StoredValue accessed) {
    if (record == null || pendingDeletes.contains(node, keys.keyOf(id))) {
      return Answer.NOTHING;
    }
    try {
      SessionSnapshot snapshot = codec.decode(record.bytes());
      if (!snapshot.id().base().equals(id.base())) {
        return unreadable(id, node, "it belongs to another session");
      }
      return new Answer(
          new LoadResult.Found(
              accessed == null ? snapshot : withAccess(snapshot, accessed),
              List.of(node),
              record.bytes().length),
          false);
    } catch (RecordException e) {
      return unreadable(id, node, String.valueOf(e.getMessage()));
    }
  }

  private Answer unreadable(SessionId id, String node, String why) {
    metrics.increment(Metric.LOADS_UNREADABLE);
    LOG.log(
        System.Logger.Level.WARNING,
        "The record of session {0} on node {1} cannot be used and counts as absent: {2}",
        id,
        node,
        why);
    return Answer.NOTHING;
  }

  private static SessionSnapshot withAccess(SessionSnapshot snapshot, StoredValue accessed) {
    AccessRecord access;
    try {
      access = AccessCodec.decode(accessed.bytes());
    } catch (RecordException e) {
      return snapshot; // only the times are older than they could be
    }
    if (access.version() != snapshot.version()
        || access.thisAccessedTime() <= snapshot.times().thisAccessedTime()) {
      return snapshot;
    }
    return snapshot.withTimes(
        snapshot.times().withAccess(access.lastAccessedTime(), access.thisAccessedTime()));
  }

  private LoadResult conclude(Answer answer, boolean everyNodeAsked) {
    if (answer.found() != null) {
      metrics.increment(Metric.LOADS_FOUND);
      metrics.add(Metric.BYTES_READ, answer.found().bytes());
      return answer.found();
    }
    if (answer.silent() || !everyNodeAsked) {
      metrics.increment(Metric.LOADS_FAILED);
      return new LoadResult.Unavailable();
    }
    metrics.increment(Metric.LOADS_ABSENT);
    return new LoadResult.Absent();
  }

  /** The best answer so far, and whether some node did not answer. */
  private record Answer(LoadResult.@Nullable Found found, boolean silent) {

    static final Answer NOTHING = new Answer(null, false);
    static final Answer SILENCE = new Answer(null, true);

    Answer or(Answer other) {
      return new Answer(newer(found, other.found), silent || other.silent);
    }

    private static LoadResult.@Nullable Found newer(
        LoadResult.@Nullable Found one, LoadResult.@Nullable Found other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      long difference = one.snapshot().version() - other.snapshot().version();
      return difference == 0 ? copies(one, other) : difference > 0 ? one : other;
    }

    /** Two copies of one record, of which one may know a later access. */
    private static LoadResult.Found copies(LoadResult.Found one, LoadResult.Found other) {
      boolean otherIsLater =
          other.snapshot().times().thisAccessedTime() > one.snapshot().times().thisAccessedTime();
      List<String> nodeIds = new ArrayList<>(one.nodeIds());
      nodeIds.addAll(other.nodeIds());
      return new LoadResult.Found(
          otherIsLater ? other.snapshot() : one.snapshot(), nodeIds, one.bytes());
    }
  }
}
