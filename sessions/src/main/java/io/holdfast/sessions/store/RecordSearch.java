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
import java.util.Objects;
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

  private final CompletableFuture<FoundRecord> found = new CompletableFuture<>();
  private final long started;
  private final @Nullable PairAnswer[] heard;
  private final Answer[] answers;
  private final AtomicInteger left = new AtomicInteger();
  private int asked;
  private Function<String, CompletableFuture<PairAnswer>> question = this::whole;

  /** What nodes have that answer so; null if each is to send its copy in any case. */
  private @Nullable FoundRecord known;

  /** What a node had; where the next one has the same bytes, they are not decoded again. */
  private @Nullable Decoded decoded;

  RecordSearch(SessionId id, StoreTools tools) {
    this.id = id;
    this.tools = tools;
    this.nodes = tools.nodes().get();
    this.key = tools.keys().keyOf(id);
    this.accessKey = StorageKeys.accessKeyOf(key);
    Placement placement = nodes.placement();
    this.order = placement.readOrder(id.base());
    this.started = tools.metrics().started();
    this.heard = new PairAnswer[order.size()];
    this.answers = new Answer[order.size()];
    this.askedFirst = Math.min(tools.reach().nodes(placement.copies()), order.size());
  }

  /** Reads; earlier readers can still write. */
  CompletableFuture<FoundRecord> perform() {
    return performEach(this::whole, null);
  }

  /**
   * Reads like {@link #perform()}; a node that still holds the copy that is known does not send it
   * again. That counts as if it had: the node's version names one write.
   *
   * @param isProbablyOld whether nodes probably have a newer record
   */
  CompletableFuture<FoundRecord> performKnowing(FoundRecord known, boolean isProbablyOld) {
    if (!isComparable(known)) {
      return perform();
    }
    int size = known.contentLength();
    return performEach(
        node -> {
          KnownValue value = valueOn(node, known, size, isProbablyOld);
          return value == null
              ? whole(node)
              : nodes.store(node).loadPairIfChanged(key, accessKey, value);
        },
        known);
  }

  /** Returns whether nodes that still have their copy need not send it. */
  private boolean isComparable(FoundRecord known) {
    return known.id().hasBaseOf(id) && known.isComparable();
  }

  /** The node's copy of a record that is known; null if it has another one or none. */
  private static @Nullable KnownValue valueOn(
      String node, FoundRecord known, int size, boolean isProbablyOld) {
    long version = known.storeVersionOn(node);
    return version == 0 ? null : new KnownValue(version, size, isProbablyOld);
  }

  /** Reads to be sent behind the question for the lease. */
  ReadsBehindLease readsBehindLease(FoundRecord known, boolean isProbablyOld) {
    if (!isComparable(known)) {
      return new ReadsBehindLease(key, accessKey, null, Map.of());
    }
    int size = known.contentLength();
    Map<NodeStore, KnownValue> values = new HashMap<>();
    for (String node : order) {
      KnownValue value = valueOn(node, known, size, isProbablyOld);
      if (value != null) {
        values.put(nodes.store(node), value);
      }
    }
    return new ReadsBehindLease(key, accessKey, known, values);
  }

  /** Reads; earlier readers can no longer write. */
  CompletableFuture<FoundRecord> performFenced() {
    return performEach(this::fenced, null);
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
          return answering == null ? fenced(node) : answering;
        },
        reads.known());
  }

  private CompletableFuture<PairAnswer> whole(String node) {
    return nodes.store(node).loadPairIfChanged(key, accessKey, KnownValue.NONE);
  }

  private CompletableFuture<PairAnswer> fenced(String node) {
    return ReadBehind.fenced(nodes.store(node), key, accessKey);
  }

  /** Asks nodes side by side, and the others only if the answers of the first are not enough. */
  private CompletableFuture<FoundRecord> performEach(
      Function<String, CompletableFuture<PairAnswer>> asks, @Nullable FoundRecord unlessThis) {
    question = asks;
    known = unlessThis;
    ask(askedFirst);
    return found;
  }

  /** Asks the nodes up to this place that were not asked yet. */
  private void ask(int end) {
    int from = asked;
    asked = end;
    left.set(end - from + 1);
    for (int i = from; i < end; i++) {
      ask(i, question.apply(order.get(i)));
    }
    answered();
  }

  private void ask(int place, CompletableFuture<PairAnswer> answering) {
    var unused =
        answering.whenComplete(
            (answer, failure) -> {
              if (answer instanceof PairAnswer.Changed) {
                ask(place, whole(order.get(place)));
              } else {
                heard[place] = answer;
                answered();
              }
            });
  }

  /** The last one, which sees what other threads have noted, goes on. */
  private void answered() {
    if (left.decrementAndGet() > 0) {
      return;
    }
    try {
      FoundRecord same = unchanged();
      if (same != null) {
        tools.metrics().increment(Metric.LOADS_FOUND);
        tools.metrics().ended(Timing.LOAD, started);
        found.complete(same);
        return;
      }
      Answer[] all = said();
      if (asked < order.size() && !isEnough(all)) {
        ask(order.size());
        return;
      }
      tools.metrics().ended(Timing.LOAD, started);
      if (hasCrossed(all)) {
        var unused = found.completeAsync(() -> conclude(all), tools.work());
      } else {
        found.complete(conclude(all));
      }
    } catch (RuntimeException | Error e) {
      found.completeExceptionally(e);
    }
  }

  /**
   * What was found if the nodes that were asked are those that had the known record, and each has
   * it still; else null. That is nearly each request, so nothing is made of what is known already.
   */
  private @Nullable FoundRecord unchanged() {
    if (known == null || known.holdings().size() != asked) {
      return null;
    }
    SessionTimes times = Objects.requireNonNull(known.recorded());
    List<NodeHolding> holdings = known.holdings();
    StoredValue before = null;
    for (int i = 0; i < asked; i++) {
      long version = known.storeVersionOn(order.get(i));
      if (!(heard[i] instanceof PairAnswer.Unchanged same) || version == 0) {
        return null;
      }
      if (version != same.version()) { // it was renewed
        holdings = renewed(holdings, order.get(i), same.version());
      }
      StoredValue beside = same.beside();
      if (beside != null && (before == null || !Arrays.equals(before.bytes(), beside.bytes()))) {
        times = latest(times, accessIn(beside));
        before = beside;
      }
    }
    return known.again(id, times, holdings);
  }

  private static List<NodeHolding> renewed(List<NodeHolding> of, String node, long version) {
    List<NodeHolding> renewed = new ArrayList<>(of);
    renewed.replaceAll(
        each -> each.nodeId().equals(node) ? new NodeHolding(node, version, each.mark()) : each);
    return renewed;
  }

  /** What each node that was asked has. */
  private Answer[] said() {
    SessionSnapshot record = known == null ? null : known.comparable();
    State unchanged = record == null ? null : new State.Present(record);
    for (int i = 0; i < asked; i++) {
      if (answers[i] == null) {
        answers[i] = saidOrSilence(order.get(i), heard[i], unchanged);
      }
    }
    return Arrays.copyOf(answers, asked);
  }

  /**
   * Returns whether concurrent records have to be merged, for which they may have to be decoded.
   */
  private static boolean hasCrossed(Answer[] answers) {
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

  private boolean isEnough(Answer[] answers) {
    boolean found = false;
    boolean silence = false;
    for (Answer answer : answers) {
      found |= answer.state.version() > 0;
      silence |= answer.isSilent;
    }
    return found && !silence;
  }

  /** The same; silence where that fails, such as with too little memory. */
  private Answer saidOrSilence(
      String node, @Nullable PairAnswer answer, @Nullable State unchanged) {
    try {
      return said(node, answer, unchanged);
    } catch (RuntimeException | Error e) {
      return Answer.silence(node);
    }
  }

  /** What a node has, by its answer. */
  private Answer said(String node, @Nullable PairAnswer answer, @Nullable State unchanged) {
    if (answer instanceof PairAnswer.Unchanged same && unchanged != null) {
      return Answer.of(node, same.version(), unchanged, accessIn(same.beside()));
    }
    return answer instanceof PairAnswer.Read read ? read(node, read.pair()) : Answer.silence(node);
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
    Decoded before = decoded;
    if (before != null && Arrays.equals(before.bytes, bytes)) {
      return before.state;
    }
    State state =
        Tombstone.isTombstone(bytes)
            ? new State.Ended(Tombstone.decode(bytes), null)
            : new State.Present(tools.codec().decode(bytes));
    decoded = new Decoded(bytes, state);
    return state;
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

  private FoundRecord conclude(Answer[] answers) {
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
    List<NodeHolding> holdings = new ArrayList<>(answers.length);
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
  private @Nullable SessionSnapshot beside(Tombstone tombstone, Answer[] answers) {
    Answer[] records =
        Arrays.stream(answers)
            .filter(
                answer ->
                    answer.state instanceof State.Present present
                        && present.snapshot().times().creationTime() == tombstone.creationTime())
            .toArray(Answer[]::new);
    return together(records) instanceof State.Present present ? present.snapshot() : null;
  }

  private Set<String> unreachable(Answer[] answers) {
    Set<String> unreachable = new HashSet<>(nodes.stores().keySet());
    for (Answer answer : answers) {
      if (!answer.isSilent) {
        unreachable.remove(answer.holding.nodeId());
      }
    }
    return unreachable;
  }

  /** The newest of what was found, merged with its concurrent records. */
  private State together(Answer[] answers) {
    List<State> states = new ArrayList<>(answers.length);
    for (int i = 0; i < answers.length; i++) {
      State state = answers[i].state;
      if (i == 0 || state != answers[i - 1].state) {
        states.add(withLatestAccess(state, answers));
      }
    }
    states.sort(NEWEST_FIRST);
    State all = states.isEmpty() ? new State.Absent() : states.get(0);
    for (int i = 1; i < states.size(); i++) {
      all = together(all, states.get(i));
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
  private static State withLatestAccess(State found, Answer[] answers) {
    if (!(found instanceof State.Present present)) {
      return found;
    }
    SessionSnapshot snapshot = present.snapshot();
    SessionTimes times = snapshot.times();
    for (Answer answer : answers) {
      times = latest(times, answer.access);
    }
    return times.isSameAs(snapshot.times()) ? found : new State.Present(snapshot.withTimes(times));
  }

  private static SessionTimes latest(SessionTimes times, @Nullable AccessRecord access) {
    return access != null
            && access.lastAccessedTime() >= times.creationTime() // else of an earlier session
            && access.thisAccessedTime() > times.thisAccessedTime()
        ? times.withAccess(
            Math.max(times.lastAccessedTime(), access.lastAccessedTime()),
            access.thisAccessedTime())
        : times;
  }

  private void count(State state) {
    tools
        .metrics()
        .increment(
            state instanceof State.Present
                ? Metric.LOADS_FOUND
                : state instanceof State.Unavailable ? Metric.LOADS_FAILED : Metric.LOADS_ABSENT);
  }

  @SuppressWarnings("ArrayRecordComponent") // of one read, compared by no one else
  private record Decoded(byte[] bytes, State state) {}

  /** What one node said, and what it has: nothing if it did not answer. */
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
