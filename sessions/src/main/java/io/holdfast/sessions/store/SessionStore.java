package io.holdfast.sessions.store;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.record.ValueParts;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.RecordMark.RecordRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that several Tomcats write at the same time: each write replaces only what was read, and
 * fails where another Tomcat was faster. The engine sees this; nodes are below.
 *
 * <p>The first node that answers, in the order of the session's id, decides: the Tomcat whose
 * compare-and-set it takes has won. The other copies follow; each replaces only something older,
 * and the write waits for them. So a node may be lost at any time, a Tomcat that does not reach the
 * first one sees what requests elsewhere were answered with, and two Tomcats that disagree about
 * the first node meet on the second.
 *
 * <p>No method blocks; every future completes normally, within a small multiple of the stores'
 * deadline.
 */
public class SessionStore {

  /** Each further one means that a Tomcat has written meanwhile that did not see every record. */
  private static final int REPAIRS = 5;

  private final StoreTools tools;

  /** Creates it; a subclass with the same tools has the same sessions. */
  public SessionStore(StoreTools tools) {
    this.tools = tools;
  }

  /** What it reads and writes with. */
  public StoreTools tools() {
    return tools;
  }

  /** Is told of records that cannot be used. */
  public UnreadableRecords unreadable() {
    return tools.unreadable();
  }

  /**
   * Reads the newest record on the nodes, in one round trip: the first copies side by side, each
   * with the times of the latest access.
   */
  public CompletableFuture<FoundRecord> load(SessionId id) {
    return read(() -> new RecordSearch(id, tools).perform());
  }

  /**
   * Reads like {@link #load(SessionId)}. A node that still holds its copy of the record that is
   * known need not send it, which counts as a read of that copy.
   *
   * @param known what the nodes had when they were asked last, or were given since
   * @param isProbablyOld whether nodes probably have a newer record; a wrong guess takes longer
   */
  public CompletableFuture<FoundRecord> load(
      SessionId id, FoundRecord known, boolean isProbablyOld) {
    return read(() -> new RecordSearch(id, tools).performKnowing(known, isProbablyOld));
  }

  /**
   * Reads like {@link #load(SessionId)}, and makes sure that no Tomcat that has read the session
   * before can write it any more: for a request that just got the lease, whose last holder may not
   * know that it lost it.
   */
  public CompletableFuture<FoundRecord> loadFenced(SessionId id) {
    return read(() -> new RecordSearch(id, tools).performFenced());
  }

  /**
   * Reads of a session, to be sent to nodes behind the question for its lease.
   *
   * @param known what the nodes had when they were asked last, or were given since
   * @param isProbablyOld whether nodes probably have a newer record
   * @return null where one of several nodes has the only copy: who took the lease while that node
   *     was away, and writes to it when it is back, has the lease on other nodes
   */
  public @Nullable ReadsBehindLease readsBehindLease(
      SessionId id, FoundRecord known, boolean isProbablyOld) {
    NodeSet now = tools.nodes().get();
    return now.placement().copies() > 1 || now.placement().nodeCount() == 1
        ? new RecordSearch(id, tools).readsBehindLease(known, isProbablyOld)
        : null;
  }

  /**
   * Reads like {@link #loadFenced}, without asking those nodes again that have granted the lease in
   * one packet with these reads.
   *
   * @param reads sent behind the question by which the request has got the lease
   */
  public CompletableFuture<FoundRecord> loadBehind(SessionId id, ReadsBehindLease reads) {
    return read(() -> new RecordSearch(id, tools).performBehind(reads));
  }

  /** Each read of a session. */
  protected CompletableFuture<FoundRecord> read(Supplier<CompletableFuture<FoundRecord>> reading) {
    return reading.get();
  }

  /** Writes a snapshot, whose version is newer, over what was read. */
  public CompletableFuture<WriteOutcome> save(
      FoundRecord basis, SessionSnapshot snapshot, TimeToLive timeToLive) {
    VersionedValue value = valueOf(snapshot, timeToLive);
    int size = value.bytes().length();
    if (size > tools.maxRecordSize()) {
      tools.metrics().increment(Metric.RECORDS_TOO_LARGE);
      return CompletableFuture.completedFuture(
          new WriteOutcome.TooLarge(
              size,
              "maxSessionSize is %d; raise it, or keep less in the session"
                  .formatted(tools.maxRecordSize())));
    }
    long started = tools.metrics().started();
    return write(basis, value).perform().thenApply(result -> counted(result, size, started));
  }

  private WriteOutcome counted(WriteOutcome result, int bytes, long started) {
    tools.metrics().ended(Timing.SAVE, started);
    if (result instanceof WriteOutcome.Stored) {
      tools.metrics().increment(Metric.BACKUPS_STORED);
      tools.metrics().add(Metric.BYTES_WRITTEN, bytes);
    } else if (result instanceof WriteOutcome.TooLarge) {
      tools.metrics().increment(Metric.RECORDS_TOO_LARGE);
    } else if (result instanceof WriteOutcome.Failed) {
      tools.metrics().increment(Metric.BACKUPS_FAILED);
    } else if (result instanceof WriteOutcome.Conflict) {
      tools.metrics().increment(Metric.SAVE_CONFLICTS);
    }
    return result;
  }

  /**
   * Replaces what was read by a tombstone; completes when all copies have it. The tombstone of a
   * former id meets a conflict where a node has a record that it does not include. On a failover
   * node, to which another Tomcat may have written, it replaces what there is.
   *
   * @param timeToLive at least the one of the record, so that no copy of it outlives its end
   */
  public CompletableFuture<WriteOutcome> end(
      FoundRecord basis, Tombstone tombstone, TimeToLive timeToLive) {
    tools.metrics().increment(Metric.DELETES);
    VersionedValue value = valueOf(tombstone, timeToLive);
    return write(basis, value)
        .perform()
        .thenApply(
            result -> {
              if (result instanceof WriteOutcome.Stored) {
                removeElsewhere(basis, value);
              }
              return result;
            });
  }

  private ConditionalWrite write(FoundRecord basis, VersionedValue value) {
    return new ConditionalWrite(tools.keys().keyOf(basis.id()), value, basis, tools.nodes().get());
  }

  /**
   * Notes when a session was used that did not change. Does not wait for the answer: if the note is
   * lost, only the times are less exact.
   *
   * @param timeToLive of the record
   */
  public void noteAccess(SessionId id, AccessRecord access, TimeToLive timeToLive) {
    String key = tools.keys().accessKeyOf(id);
    byte[] value = access.encode();
    NodeSet now = tools.nodes().get();
    for (String node : now.placement().targets(id.base())) {
      var unused = now.store(node).store(key, value, timeToLive, WriteCondition.always());
    }
  }

  /**
   * Renews the time to live of the values under a session's key. A {@link #load} that follows need
   * not wait for the answer: it sees the values of then, or later ones.
   *
   * @return whether all of them answered; never completes exceptionally
   */
  public CompletableFuture<Boolean> touch(SessionId id, TimeToLive timeToLive) {
    NodeSet now = tools.nodes().get();
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String node : now.placement().targets(id.base())) {
      CompletableFuture<Boolean> answered =
          now.store(node)
              .touch(tools.keys().keyOf(id), timeToLive)
              .handle((isThere, failure) -> failure == null);
      all = all.thenCombine(answered, Boolean::logicalAnd);
    }
    return all;
  }

  /**
   * Brings the nodes that should have a session up to date with what was found: nodes that returned
   * empty or old, that replace a lost one, or whose records are concurrent.
   *
   * @param lifetime how long the nodes keep a state that was found: this one or, where another
   *     Tomcat writes meanwhile, a later one
   * @return completes, never exceptionally, when that is done as far as the nodes answer
   */
  public CompletableFuture<CopyResult> repair(
      FoundRecord found, Function<State, TimeToLive> lifetime) {
    return repair(found, lifetime, REPAIRS);
  }

  /**
   * Replaces older copies on the nodes that should have the record by what was found, each exactly
   * as it was read: where another write came first, a copy stays as that has left it.
   *
   * @param timeToLive how long the nodes keep it
   * @return whether all nodes that had an older copy answered; completes normally
   */
  public CompletableFuture<Boolean> renewOlder(FoundRecord found, TimeToLive timeToLive) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    List<NodeHolding> older = olderOnTargets(found);
    if (older.isEmpty() || !(found.state() instanceof State.Present present)) {
      return all;
    }
    VersionedValue value = valueOf(present.snapshot(), timeToLive);
    for (NodeHolding holding : older) {
      all =
          all.thenCombine(
              copyTo(holding.nodeId(), found, value).performOver(holding),
              (isAll, copied) -> isAll && copied.result() != CopyResult.SILENT);
    }
    return all;
  }

  /** What nodes that should have the record hold of it, if that is older than what was found. */
  private List<NodeHolding> olderOnTargets(FoundRecord found) {
    if (found.isDivided() || !found.isMissingSomewhere()) {
      return List.of();
    }
    RecordMark newest = found.state().mark();
    List<NodeHolding> older = new ArrayList<>();
    for (String node : tools.nodes().get().placement().targets(found.id().base())) {
      NodeHolding holding = found.holdingOn(node);
      RecordMark there = holding == null ? null : holding.mark();
      if (newest != null && there != null && newest.to(there) == RecordRelation.REPLACES) {
        older.add(holding);
      }
    }
    return older;
  }

  /**
   * Returns whether a node that should have the record answered that it has nothing, or not all of
   * it.
   */
  public boolean isMissingOnTarget(FoundRecord found) {
    for (NodeHolding holding : found.holdings()) {
      if ((holding.isEmpty() || lacksChunks(holding))
          && tools
              .nodes()
              .get()
              .placement()
              .targets(found.id().base())
              .contains(holding.nodeId())) {
        return true;
      }
    }
    return false;
  }

  /** Not of a record that is too large for this Tomcat only: others can read it. */
  private boolean lacksChunks(NodeHolding holding) {
    return holding.incomplete() > 0 && holding.incomplete() <= tools.maxRecordSize();
  }

  private CompletableFuture<CopyResult> repair(
      FoundRecord found, Function<State, TimeToLive> lifetime, int attempts) {
    VersionedValue value = valueOf(found.state(), lifetime);
    return value == null
        ? CompletableFuture.completedFuture(CopyResult.CURRENT)
        : write(found, value)
            .copyToAll()
            .thenCompose(
                worst ->
                    worst == CopyResult.DIVERGED && attempts > 1
                        ? load(found.id())
                            .thenCompose(again -> repair(again, lifetime, attempts - 1))
                        : CompletableFuture.completedFuture(worst));
  }

  private @Nullable VersionedValue valueOf(State state, Function<State, TimeToLive> lifetime) {
    if (state instanceof State.Ended ended) {
      return valueOf(ended.tombstone(), lifetime.apply(state));
    }
    return state instanceof State.Present present
        ? valueOf(present.snapshot(), lifetime.apply(state))
        : null;
  }

  private VersionedValue valueOf(SessionSnapshot snapshot, TimeToLive timeToLive) {
    return new VersionedValue(
        RecordMark.of(snapshot), tools.codec().encodeInParts(snapshot), timeToLive);
  }

  private static VersionedValue valueOf(Tombstone tombstone, TimeToLive timeToLive) {
    return new VersionedValue(
        RecordMark.of(tombstone), ValueParts.of(tombstone.encode()), timeToLive);
  }

  /**
   * Writes a tombstone that the nodes may have lost to those that should hold it. It replaces what
   * they have of its session and of earlier ones; a later session that has the id by now stays.
   *
   * @param found what was read just now
   * @param timeToLive as long as any copy of the session may live
   * @return completes, never exceptionally, when that is done as far as the nodes answer
   */
  public CompletableFuture<CopyResult> restore(
      FoundRecord found, Tombstone tombstone, TimeToLive timeToLive) {
    return write(found, valueOf(tombstone, timeToLive)).copyToAll();
  }

  /**
   * Removes the copy of what was found on the node that stands in for one of the session's own,
   * which all have it. It would be found with an older state, or although the session has ended,
   * once they have lost what they hold. Does not wait for the answer.
   *
   * <p>Not for a list of nodes that has changed: other Tomcats may have the former one yet.
   */
  public void removeStandIn(FoundRecord found) {
    RecordMark mark = found.state().mark();
    Placement placement = tools.nodes().get().placement();
    List<String> order = placement.writeOrder(found.id().base());
    if (mark != null && order.size() > placement.copies()) {
      remove(found, mark, order.get(placement.copies()));
    }
  }

  /** Removes what other nodes than the session's own hold of it: it has ended. */
  private void removeElsewhere(FoundRecord found, VersionedValue end) {
    Placement placement = tools.nodes().get().placement();
    String base = found.id().base();
    List<String> own = placement.writeOrder(base);
    List<String> others = new ArrayList<>(placement.readOrder(base));
    others.removeAll(own.subList(0, Math.min(end.copies(placement), own.size())));
    others.removeAll(placement.standbyOrder(base));
    others.forEach(node -> remove(found, end.mark(), node));
  }

  private void remove(FoundRecord found, RecordMark newest, String node) {
    copyTo(node, found, new VersionedValue(newest, ValueParts.of(new byte[0]), TimeToLive.OVER))
        .remove(found.holdingOn(node));
  }

  private CopyToNode copyTo(String node, FoundRecord found, VersionedValue value) {
    return new CopyToNode(tools.keys().keyOf(found.id()), value, tools.nodes().get().store(node));
  }
}
