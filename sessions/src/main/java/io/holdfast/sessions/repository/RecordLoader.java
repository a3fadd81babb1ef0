package io.holdfast.sessions.repository;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.record.AccessCodec;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest record of a session among the nodes.
 *
 * <p>It asks the nodes most likely to have it side by side: the one that should hold it, and the
 * one that would have taken it while the first was away. Where both have a record, the higher
 * {@link RecordRank} wins, so an old copy on a node that returned never does. It asks the other
 * nodes only if neither has one.
 */
final class RecordLoader {

  /** In a small cluster all nodes are asked: then no old copy can be taken for the newest. */
  private static final int ASKED_AT_ONCE = 4;

  private final RecordCodec codec;
  private final StorageKeys keys;
  private final PendingDeletes pendingDeletes;
  private final SessionMetrics metrics;
  private final UnreadableRecords unreadable;

  RecordLoader(
      RecordCodec codec,
      StorageKeys keys,
      PendingDeletes pendingDeletes,
      SessionMetrics metrics,
      UnreadableRecords unreadable) {
    this.codec = codec;
    this.keys = keys;
    this.pendingDeletes = pendingDeletes;
    this.metrics = metrics;
    this.unreadable = unreadable;
  }

  /**
   * Finds it.
   *
   * @param since milliseconds since the epoch; records of sessions that were created before count
   *     as absent
   */
  CompletableFuture<LoadResult> load(SessionId id, long since, NodeSet nodes) {
    long started = metrics.started();
    Placement placement = nodes.placement();
    List<String> order = placement.readOrder(id.base());
    int likely = Math.min(Math.max(placement.copies() + 1, ASKED_AT_ONCE), order.size());
    return ask(id, since, nodes, order.subList(0, likely))
        .thenCompose(
            best ->
                best.found() != null || likely == order.size()
                    ? CompletableFuture.completedFuture(best)
                    : ask(id, since, nodes, order.subList(likely, order.size()))
                        .thenApply(best::or))
        .thenApply(
            best -> {
              metrics.ended(Timing.LOAD, started);
              return conclude(best, order, nodes.stores().keySet());
            });
  }

  private CompletableFuture<Answer> ask(
      SessionId id, long since, NodeSet nodes, List<String> asked) {
    CompletableFuture<Answer> best = CompletableFuture.completedFuture(Answer.NOTHING);
    for (String node : asked) {
      best = best.thenCombine(ask(id, since, node, nodes.store(node)), Answer::or);
    }
    return best;
  }

  private CompletableFuture<Answer> ask(SessionId id, long since, String node, SessionStore store) {
    // A large record is read in two steps: its deletion may be done before the second one.
    long endedBefore = pendingDeletes.endedBefore(node, keys.keyOf(id));
    return store
        .loadPair(keys.keyOf(id), keys.accessKeyOf(id))
        .thenApply(found -> read(id, Math.max(since, endedBefore), node, found))
        .exceptionally(failure -> Answer.silence(node));
  }

  /**
   * Reads what a node has answered.
   *
   * @param since records of sessions that were created before this time count as absent
   */
  private Answer read(SessionId id, long since, String node, StoredPair found) {
    StoredValue record = found.value();
    if (record == null) {
      return Answer.nothing(node, 0);
    }
    long endedBefore = pendingDeletes.endedBefore(node, keys.keyOf(id));
    try {
      SessionSnapshot snapshot = codec.decode(record.bytes());
      if (snapshot.times().creationTime() < Math.max(since, endedBefore)) {
        return Answer.nothing(node, record.version());
      }
      if (!snapshot.id().base().equals(id.base())) {
        unreadable.foundOfAnother(id, node);
        return Answer.nothing(node, record.version());
      }
      StoredValue accessed = found.beside();
      Candidate candidate =
          new Candidate(
              accessed == null ? snapshot : withAccess(snapshot, accessed),
              List.of(node),
              record.bytes().length);
      return new Answer(candidate, Map.of(node, record.version()), Set.of());
    } catch (RecordException e) {
      if (endedBefore == Long.MIN_VALUE) {
        unreadable.found(id, node, e);
      }
      return Answer.nothing(node, record.version());
    }
  }

  private static SessionSnapshot withAccess(SessionSnapshot snapshot, StoredValue accessed) {
    AccessRecord access;
    try {
      access = AccessCodec.decode(accessed.bytes());
    } catch (RecordException e) {
      return snapshot; // only the times are less exact
    }
    if (access.version() != snapshot.version()
        || access.thisAccessedTime() <= snapshot.times().thisAccessedTime()) {
      return snapshot;
    }
    return snapshot.withTimes(
        snapshot.times().withAccess(access.lastAccessedTime(), access.thisAccessedTime()));
  }

  private LoadResult conclude(Answer answer, List<String> asked, Set<String> all) {
    Set<String> lost = new HashSet<>(all);
    asked.forEach(lost::remove);
    NodeReplies replies = new NodeReplies(answer.versions(), answer.silent(), lost);
    Candidate found = answer.found();
    if (found != null) {
      metrics.increment(Metric.LOADS_FOUND);
      metrics.add(Metric.BYTES_READ, found.bytes());
      return new LoadResult.Found(found.snapshot(), found.nodeIds(), found.bytes(), replies);
    }
    if (!replies.unreachable().isEmpty()) {
      metrics.increment(Metric.LOADS_FAILED);
      return new LoadResult.Unavailable(replies);
    }
    metrics.increment(Metric.LOADS_ABSENT);
    return new LoadResult.Absent(replies);
  }

  /** The newest record so far. */
  private record Candidate(SessionSnapshot snapshot, List<String> nodeIds, int bytes) {

    private static @Nullable Candidate newer(@Nullable Candidate one, @Nullable Candidate other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      int difference = one.rank().compareTo(other.rank());
      return difference == 0 ? copies(one, other) : difference > 0 ? one : other;
    }

    private RecordRank rank() {
      return RecordRank.of(snapshot);
    }

    /** Combines two copies of one record, of which one may have a later access. */
    private static Candidate copies(Candidate one, Candidate other) {
      boolean otherIsLater =
          other.snapshot().times().thisAccessedTime() > one.snapshot().times().thisAccessedTime();
      List<String> nodeIds = new ArrayList<>(one.nodeIds());
      nodeIds.addAll(other.nodeIds());
      return new Candidate(otherIsLater ? other.snapshot() : one.snapshot(), nodeIds, one.bytes());
    }
  }

  /** The best record so far, the versions on the nodes that replied, and the nodes that did not. */
  private record Answer(@Nullable Candidate found, Map<String, Long> versions, Set<String> silent) {

    static final Answer NOTHING = new Answer(null, Map.of(), Set.of());

    static Answer nothing(String node, long version) {
      return new Answer(null, Map.of(node, version), Set.of());
    }

    static Answer silence(String node) {
      return new Answer(null, Map.of(), Set.of(node));
    }

    Answer or(Answer other) {
      Map<String, Long> all = new HashMap<>(versions);
      all.putAll(other.versions);
      Set<String> none = new HashSet<>(silent);
      none.addAll(other.silent);
      return new Answer(Candidate.newer(found, other.found), all, none);
    }
  }
}
