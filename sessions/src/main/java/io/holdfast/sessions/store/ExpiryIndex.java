package io.holdfast.sessions.store;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells when sessions may expire, for Tomcats that never had them: memcached can neither list what
 * it holds nor tell what it has dropped.
 *
 * <p>Time is cut into slots of ten seconds, and for each there are {@value #SHARES} lists of
 * session ids, each a value on two nodes to which ids are appended. A session is in a list of the
 * first slot that begins after its expiry, if no request uses it any more. If one did, the Tomcat
 * that reads the list moves the session to a later one; so a request costs nothing. A session may
 * be in a list twice, or in several.
 */
public final class ExpiryIndex {

  /** Lists for each slot, so that none becomes too large for an item. */
  public static final int SHARES = 4;

  /** How long after its slot a list and its sessions stay in the store. */
  public static final Duration GRACE = Duration.ofMinutes(10);

  private static final int COPIES = 2;
  private static final long MILLIS_PER_SLOT = 10_000;

  /** {@link #GRACE} in slots. */
  public static final long GRACE_SLOTS = GRACE.toMillis() / MILLIS_PER_SLOT;

  private static final char END_OF_ID = '\n';
  private static final String CLAIM_SUFFIX = ":c";
  private static final byte[] NO_LINES = {};
  private static final byte[] MARK = {1};
  private static final Due UNANSWERED = new Due(List.of(), false);

  /** How long one Tomcat's mark keeps others from a list. */
  private static final TimeToLive CLAIM = new TimeToLive(60);

  private final Supplier<NodeSet> nodes;
  private final StorageKeys keys;
  private final InstantSource clock;

  /**
   * The sessions of one list.
   *
   * @param slot counted from the epoch
   * @param share which of the slot's lists it is
   */
  public record Place(long slot, int share) {}

  /**
   * What the nodes have of a list.
   *
   * @param ids each once
   * @param isComplete whether every node has answered
   */
  public record Due(List<SessionId> ids, boolean isComplete) {

    /** Copies the list. */
    public Due {
      ids = List.copyOf(ids);
    }

    private Due and(Due other) {
      Set<SessionId> all = new LinkedHashSet<>(ids);
      all.addAll(other.ids);
      return new Due(List.copyOf(all), isComplete && other.isComplete);
    }
  }

  /**
   * Creates it.
   *
   * @param nodes the nodes in use now
   * @param keys under which the lists lie
   * @param clock tells how much longer a list has to stay
   */
  public ExpiryIndex(Supplier<NodeSet> nodes, StorageKeys keys, InstantSource clock) {
    this.nodes = nodes;
    this.keys = keys;
    this.clock = clock;
  }

  /** The latest slot that has begun. */
  public long slotNow() {
    return Math.floorDiv(clock.millis(), MILLIS_PER_SLOT);
  }

  /**
   * Notes when a session will expire. The caller need not wait: everything is sent when this
   * returns. If no node takes the note, an orphaned session ends without its events.
   *
   * @param overAt milliseconds since the epoch
   * @return whether a node has taken it; never completes exceptionally
   */
  public CompletableFuture<Boolean> note(SessionId id, long overAt) {
    return note(placeOf(id, overAt), List.of(id));
  }

  /** The list for a session that expires at a time; its slot is in the future. */
  public Place placeOf(SessionId id, long overAt) {
    long latest = Math.max(overAt, clock.millis());
    return new Place(Math.floorDiv(latest, MILLIS_PER_SLOT) + 1, shareOf(id));
  }

  private static int shareOf(SessionId id) {
    return Math.floorMod(id.base().hashCode(), SHARES);
  }

  /**
   * Puts sessions into a list.
   *
   * @return whether a node has taken them; never completes exceptionally
   */
  public CompletableFuture<Boolean> note(Place place, Collection<SessionId> ids) {
    NodeSet now = nodes.get();
    String key = keyOf(place);
    byte[] lines =
        ids.stream()
            .map(id -> id.base() + END_OF_ID)
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.US_ASCII);
    long untilSlot = place.slot * MILLIS_PER_SLOT - clock.millis();
    TimeToLive timeToLive =
        new TimeToLive(Duration.ofMillis(Math.max(0, untilSlot)).plus(GRACE).toSeconds());
    return now.placement().commonOrder(key).stream()
        .limit(COPIES)
        .map(node -> append(now.store(node), key, lines, timeToLive))
        .reduce(
            CompletableFuture.completedFuture(false),
            (one, other) -> one.thenCombine(other, Boolean::logicalOr));
  }

  /**
   * Creates the list and appends to it without waiting in between, so that both are sent when this
   * returns. An existing list is kept.
   */
  private static CompletableFuture<Boolean> append(
      NodeStore store, String key, byte[] lines, TimeToLive timeToLive) {
    var unused = store.store(key, NO_LINES, timeToLive, WriteCondition.ifAbsent());
    return store.append(key, lines).exceptionally(failure -> false);
  }

  /** Reads a list from all nodes that answer; never completes exceptionally. */
  public CompletableFuture<Due> read(Place place) {
    NodeSet now = nodes.get();
    String key = keyOf(place);
    return now.placement().readOrder(key).stream()
        .map(node -> read(now.store(node), key))
        .reduce(
            CompletableFuture.completedFuture(new Due(List.of(), true)),
            (one, other) -> one.thenCombine(other, Due::and));
  }

  private static CompletableFuture<Due> read(NodeStore store, String key) {
    return store.load(key).thenApply(ExpiryIndex::parse).exceptionally(f -> UNANSWERED);
  }

  private static Due parse(@Nullable StoredValue value) {
    return value == null
        ? new Due(List.of(), true)
        : new Due(
            new String(value.bytes(), StandardCharsets.US_ASCII)
                .lines()
                .flatMap(line -> Stream.ofNullable(SessionId.parse(line)))
                .distinct()
                .toList(),
            true);
  }

  /**
   * Marks a list for this Tomcat for a minute, so that not every Tomcat looks at each session.
   * Tombstones, not this, ensure that each session ends once.
   *
   * @return false if another Tomcat has it; never completes exceptionally
   */
  public CompletableFuture<Boolean> claim(Place place) {
    NodeSet now = nodes.get();
    String key = keyOf(place) + CLAIM_SUFFIX;
    List<String> order = now.placement().commonOrder(key);
    return order.isEmpty()
        ? CompletableFuture.completedFuture(true)
        : now.store(order.get(0))
            .store(key, MARK, CLAIM, WriteCondition.ifAbsent())
            .thenApply(WriteResult::isStored)
            .exceptionally(failure -> true);
  }

  /** Removes a list whose sessions are all dealt with; never completes exceptionally. */
  public CompletableFuture<Void> drop(Place place) {
    NodeSet now = nodes.get();
    String key = keyOf(place);
    return CompletableFuture.allOf(
        now.placement().readOrder(key).stream()
            .map(node -> now.store(node).delete(key).exceptionally(failure -> false))
            .toArray(CompletableFuture<?>[]::new));
  }

  private String keyOf(Place place) {
    return keys.expiryKeyOf(place.slot, place.share);
  }
}
