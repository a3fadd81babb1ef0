package io.holdfast.sessions.store;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.RecordMark.RecordRelation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One read of a session from the nodes that should hold it.
 *
 * <p>It asks at least two nodes side by side, where there are two: one that answers late, or was
 * away for a moment, may have missed what others wrote. {@link Reach} says how many. It asks the
 * other nodes only if these have nothing, or one does not answer.
 */
final class RecordSearch {

  static final int ASKED_AT_LEAST = 2;
  private static final Comparator<State> NEWEST_FIRST =
      Comparator.comparingLong(State::version).reversed();

  private final SessionId id;
  private final NodeSet nodes;
  private final StoreTools tools;
  private final String key;
  private final String accessKey;
  private final List<String> order;
  private final int askedFirst;

  RecordSearch(SessionId id, StoreTools tools) {
    this.id = id;
    this.tools = tools;
    this.nodes = tools.nodes().get();
    this.key = tools.keys().keyOf(id);
    this.accessKey = StorageKeys.accessKeyOf(key);
    Placement placement = nodes.placement();
    this.order = placement.readOrder(id.base());
    this.askedFirst = Math.min(tools.reach().nodes(placement.copies()), order.size());
  }

  /** Reads; earlier readers can still write. */
  CompletableFuture<FoundRecord> perform() {
    return performEach(this::whole);
  }

  /**
   * Reads like {@link #perform()}; a node that still holds the copy that is known does not send it
   * again. That counts as if it had: the node's version names one write.
   *
   * @param isProbablyOld whether nodes probably have a newer record
   */
  CompletableFuture<FoundRecord> performKnowing(FoundRecord known, boolean isProbablyOld) {
    SessionSnapshot record = comparable(known);
    if (record == null) {
      return perform();
    }
    return performEach(
        node -> {
          KnownValue value = valueOn(node, known, record, isProbablyOld);
          return value == null
              ? whole(node)
              : answer(node, nodes.store(node).loadPairIfChanged(key, accessKey, value), record);
        });
  }

  /** What need not be sent again; null if the whole record is to be read. */
  private @Nullable SessionSnapshot comparable(FoundRecord known) {
    return known.id().hasBaseOf(id) ? known.comparable() : null;
  }

  /** The node's copy of a record that is known; null if it has another one or none. */
  private static @Nullable KnownValue valueOn(
      String node, FoundRecord known, SessionSnapshot record, boolean isProbablyOld) {
    long version = known.storeVersionOn(node);
    return version == 0 ? null : new KnownValue(version, record.contentLength(), isProbablyOld);
  }

  /** Takes the answer of a node, which has {@code record} if that is unchanged. */
  private CompletableFuture<Answer> answer(
      String node, CompletableFuture<PairAnswer> answering, @Nullable SessionSnapshot record) {
    return answering.thenCompose(
        answer -> {
          if (answer instanceof PairAnswer.Unchanged unchanged && record != null) {
            State state = new State.Present(record);
            return CompletableFuture.completedFuture(
                Answer.of(node, unchanged.version(), state, accessIn(unchanged.beside())));
          }
          return answer instanceof PairAnswer.Read read
              ? CompletableFuture.completedFuture(read(node, read.pair()))
              : whole(node);
        });
  }

  /** Reads to be sent behind the question for the lease. */
  ReadsBehindLease readsBehindLease(FoundRecord known, boolean isProbablyOld) {
    SessionSnapshot record = comparable(known);
    if (record == null) {
      return new ReadsBehindLease(key, accessKey, null, Map.of());
    }
    Map<NodeStore, KnownValue> values = new HashMap<>();
    for (String node : order) {
      KnownValue value = valueOn(node, known, record, isProbablyOld);
      if (value != null) {
        values.put(nodes.store(node), value);
      }
    }
    return new ReadsBehindLease(key, accessKey, record, values);
  }

  /** Reads; earlier readers can no longer write. */
  CompletableFuture<FoundRecord> performFenced() {
    return performEach(this::fenced);
  }

  /**
   * The same, for a request that has got the lease by a question with these reads behind it: the
   * nodes that they were sent to are not asked again.
   */
  CompletableFuture<FoundRecord> performBehind(ReadsBehindLease reads) {
    if (!reads.areOf(key)) {
      return performFenced();
    }
    return performEach(
        node -> {
          CompletableFuture<PairAnswer> answering = reads.from(nodes.store(node));
          return answering == null ? fenced(node) : answer(node, answering, reads.record());
        });
  }

  private CompletableFuture<Answer> whole(String node) {
    return nodes.store(node).loadPair(key, accessKey).thenApply(found -> read(node, found));
  }

  private CompletableFuture<Answer> fenced(String node) {
    return ReadBehind.fenced(nodes.store(node), key, accessKey)
        .thenApply(found -> read(node, found));
  }

  private CompletableFuture<FoundRecord> performEach(
      Function<String, CompletableFuture<Answer>> reading) {
    long started = tools.metrics().started();
    return ask(order.subList(0, askedFirst), reading)
        .thenCompose(
            first ->
                isEnough(first)
                    ? answered(first, started)
                    : ask(order.subList(askedFirst, order.size()), reading)
                        .thenCompose(rest -> answered(joined(first, rest), started)));
  }

  private CompletableFuture<FoundRecord> answered(List<Answer> answers, long started) {
    tools.metrics().ended(Timing.LOAD, started);
    return hasCrossed(answers)
        ? CompletableFuture.supplyAsync(() -> conclude(answers), tools.work())
        : CompletableFuture.completedFuture(conclude(answers));
  }

  /**
   * Returns whether concurrent records have to be merged, for which they may have to be decoded.
   */
  private static boolean hasCrossed(List<Answer> answers) {
    for (Answer one : answers) {
      for (Answer other : answers) {
        RecordMark mark = one.holding.mark();
        RecordMark otherMark = other.holding.mark();
        if (mark != null
            && otherMark != null
            && !mark.isEnd()
            && mark.to(otherMark) == RecordRelation.CROSSES) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isEnough(List<Answer> answers) {
    boolean found = false;
    boolean silence = false;
    for (Answer answer : answers) {
      found |= answer.state.version() > 0;
      silence |= answer.isSilent;
    }
    return askedFirst == order.size() || (found && !silence);
  }

  /** Completes with the answers of all nodes, in the order of the nodes. */
  private CompletableFuture<List<Answer>> ask(
      List<String> asked, Function<String, CompletableFuture<Answer>> reading) {
    CompletableFuture<List<Answer>> all = new CompletableFuture<>();
    Answer[] answers = new Answer[asked.size()];
    AtomicInteger left = new AtomicInteger(answers.length);
    if (answers.length == 0) {
      all.complete(List.of());
    }
    for (int i = 0; i < answers.length; i++) {
      int place = i;
      String node = asked.get(i);
      var unused =
          reading
              .apply(node)
              .whenComplete(
                  (answer, failure) -> {
                    answers[place] = failure == null ? answer : Answer.silence(node);
                    if (left.decrementAndGet() == 0) { // which sees what other threads have put
                      all.complete(Arrays.asList(answers));
                    }
                  });
    }
    return all;
  }

  private static List<Answer> joined(List<Answer> some, List<Answer> more) {
    List<Answer> joined = new ArrayList<>(some);
    joined.addAll(more);
    return joined;
  }

  /**
   * Reads what a node has answered. What cannot be used counts as absent, but a write that replaces
   * it must know that something is there.
   */
  private Answer read(String node, StoredPair pair) {
    StoredValue found = pair.value();
    if (found == null) {
      return Answer.nothing(NodeHolding.nothingOn(node));
    }
    try {
      State state = stateIn(found.bytes());
      if (isOfThis(state)) {
        tools.metrics().add(Metric.BYTES_READ, found.bytes().length);
        return Answer.of(node, found.version(), state, accessIn(pair.beside()));
      }
      tools.unreadable().foundOfAnother(id, node);
      return Answer.nothing(new NodeHolding(node, found.version(), null));
    } catch (RecordException e) {
      int incomplete =
          e.reason() == Reason.INCOMPLETE ? ChunkManifest.decode(found.bytes()).total() : 0;
      tools.unreadable().found(id, node, e);
      return Answer.nothing(NodeHolding.unreadable(node, found, incomplete));
    }
  }

  private State stateIn(byte[] bytes) {
    return Tombstone.isTombstone(bytes)
        ? new State.Ended(Tombstone.decode(bytes), null)
        : new State.Present(tools.codec().decode(bytes));
  }

  /** Returns whether a record is of this session; a node may mix up its answers. */
  private boolean isOfThis(State state) {
    SessionId found =
        state instanceof State.Present present
            ? present.snapshot().id()
            : ((State.Ended) state).tombstone().id();
    return found.hasBaseOf(id);
  }

  private static @Nullable AccessRecord accessIn(@Nullable StoredValue accessed) {
    if (accessed == null) {
      return null;
    }
    try {
      return AccessRecord.decode(accessed.bytes());
    } catch (RecordException e) {
      return null; // only the times are less exact
    }
  }

  private FoundRecord conclude(List<Answer> answers) {
    State newest = together(answers);
    if (newest instanceof State.Absent) {
      Set<String> unreachable = unreachable(answers);
      newest = unreachable.isEmpty() ? newest : new State.Unavailable(unreachable);
    }
    if (newest instanceof State.Ended ended && ended.tombstone().isOfFormerId()) {
      newest = new State.Ended(ended.tombstone(), beside(ended.tombstone(), answers));
    }
    count(newest);
    boolean isDivided = newest instanceof State.Present;
    SessionTimes recorded = null;
    List<NodeHolding> holdings = new ArrayList<>(answers.size());
    for (Answer answer : answers) {
      isDivided &= answer.state.version() != newest.version();
      recorded = recorded == null ? timesIn(answer.state, newest) : recorded;
      if (!answer.isSilent) {
        holdings.add(answer.holding);
      }
    }
    return new FoundRecord(id, newest, isDivided, holdings, recorded);
  }

  /** The times of a record, if it is the newest; null if it is another one, or none. */
  private static @Nullable SessionTimes timesIn(State found, State newest) {
    return found instanceof State.Present one
            && newest instanceof State.Present other
            && one.version() == other.version()
            && one.to(other.snapshot().times()) == SessionOrder.SAME
        ? one.snapshot().times()
        : null;
  }

  /**
   * A record from a Tomcat that reaches other nodes than the one that gave the session its new id.
   */
  private @Nullable SessionSnapshot beside(Tombstone tombstone, List<Answer> answers) {
    List<Answer> records =
        answers.stream()
            .filter(
                answer ->
                    answer.state instanceof State.Present present
                        && present.snapshot().times().creationTime() == tombstone.creationTime())
            .toList();
    return together(records) instanceof State.Present present ? present.snapshot() : null;
  }

  private Set<String> unreachable(List<Answer> answers) {
    Set<String> unreachable = new HashSet<>(nodes.stores().keySet());
    for (Answer answer : answers) {
      if (!answer.isSilent) {
        unreachable.remove(answer.holding.nodeId());
      }
    }
    return unreachable;
  }

  /** The newest of what was found, merged with its concurrent records. */
  private State together(List<Answer> answers) {
    List<State> states = new ArrayList<>(answers.size());
    for (Answer answer : answers) {
      states.add(withLatestAccess(answer.state, answers));
    }
    states.sort(NEWEST_FIRST);
    State all = new State.Absent();
    for (State state : states) {
      all = together(all, state);
    }
    return all;
  }

  private State together(State newest, State other) {
    RecordMark mark = newest.mark();
    RecordMark otherMark = other.mark();
    if (mark == null || otherMark == null) {
      return mark == null ? other : newest;
    }
    RecordRelation relation = mark.to(otherMark);
    if (relation == RecordRelation.CROSSES && mark.isEnd()) {
      return newest; // the Tomcat that changed the id merges the other record
    }
    if (relation == RecordRelation.GIVES_WAY) {
      return other;
    }
    SessionSnapshot joined =
        relation == RecordRelation.CROSSES
            ? tools
                .join()
                .apply(((State.Present) newest).snapshot(), ((State.Present) other).snapshot())
            : null;
    return joined == null ? newest : new State.Present(joined);
  }

  /**
   * A record with the latest access that any Tomcat has noted, whichever version that Tomcat
   * showed: a request may read the session long after another Tomcat has stored a newer one.
   */
  private static State withLatestAccess(State found, List<Answer> answers) {
    if (!(found instanceof State.Present present)) {
      return found;
    }
    SessionSnapshot snapshot = present.snapshot();
    SessionTimes times = snapshot.times();
    for (Answer answer : answers) {
      AccessRecord access = answer.access;
      if (access != null
          && access.lastAccessedTime() >= times.creationTime() // else of an earlier session
          && access.thisAccessedTime() > times.thisAccessedTime()) {
        times =
            times.withAccess(
                Math.max(times.lastAccessedTime(), access.lastAccessedTime()),
                access.thisAccessedTime());
      }
    }
    return times.isSameAs(snapshot.times()) ? found : new State.Present(snapshot.withTimes(times));
  }

  private void count(State state) {
    tools
        .metrics()
        .increment(
            state instanceof State.Present
                ? Metric.LOADS_FOUND
                : state instanceof State.Unavailable ? Metric.LOADS_FAILED : Metric.LOADS_ABSENT);
  }

  /**
   * What one node said.
   *
   * @param holding what it has; nothing if it did not answer
   */
  private record Answer(
      NodeHolding holding, boolean isSilent, State state, @Nullable AccessRecord access) {

    static Answer silence(String node) {
      return new Answer(NodeHolding.nothingOn(node), true, new State.Absent(), null);
    }

    static Answer of(String node, long storeVersion, State state, @Nullable AccessRecord access) {
      NodeHolding holding = new NodeHolding(node, storeVersion, state.mark());
      return new Answer(holding, false, state, access);
    }

    static Answer nothing(NodeHolding holding) {
      return new Answer(holding, false, new State.Absent(), null);
    }
  }
}
