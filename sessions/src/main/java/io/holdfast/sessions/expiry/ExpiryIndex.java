package io.holdfast.sessions.expiry;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.store.SharedLines;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Tells when sessions may expire, for Tomcats that never had them: memcached can neither list what
 * it holds nor tell what it has dropped.
 *
 * <p>Time is cut into slots of ten seconds, and for each there are {@value #SHARES} lists of
 * session ids, to which ids are appended. A session is in a list of the first slot that begins
 * after its expiry, if no request uses it any more. If one did, the Tomcat that reads the list
 * moves the session to a later one; so a request costs nothing. A session may be in a list twice,
 * or in several.
 *
 * @param lines on the nodes in use now
 * @param keys under which the lists lie
 * @param clock tells how much longer a list has to stay
 */
public record ExpiryIndex(SharedLines lines, StorageKeys keys, InstantSource clock) {

  /** Lists for each slot, so that none becomes too large for an item. */
  static final int SHARES = 4;

  /** How long after its slot a list and its sessions stay in the store. */
  static final Duration GRACE = Duration.ofMinutes(10);

  /** How long the records of sessions in the lists stay. */
  public static final RecordLifetime LIFETIME = new RecordLifetime(GRACE);

  private static final long MILLIS_PER_SLOT = 10_000;

  /** {@link #GRACE} in slots. */
  static final long GRACE_SLOTS = GRACE.toMillis() / MILLIS_PER_SLOT;

  /** How long one Tomcat's mark keeps others from a list. */
  private static final TimeToLive CLAIM = new TimeToLive(60);

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
  public record Due(List<SessionId> ids, boolean isComplete) {}

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
    int share = Math.floorMod(id.base().hashCode(), SHARES);
    return new Place(Math.floorDiv(latest, MILLIS_PER_SLOT) + 1, share);
  }

  /** Puts sessions into a list; completes with whether a node has taken them, never fails. */
  public CompletableFuture<Boolean> note(Place place, Collection<SessionId> ids) {
    long untilSlot = place.slot * MILLIS_PER_SLOT - clock.millis();
    return lines.append(
        keyOf(place),
        ids.stream().map(SessionId::base).toList(),
        new TimeToLive(Duration.ofMillis(Math.max(0, untilSlot)).plus(GRACE).toSeconds()));
  }

  /** Reads a list from all nodes that answer; never completes exceptionally. */
  public CompletableFuture<Due> read(Place place) {
    return lines
        .read(keyOf(place))
        .thenApply(
            found ->
                new Due(
                    found.lines().stream()
                        .flatMap(line -> Stream.ofNullable(SessionId.parse(line)))
                        .distinct()
                        .toList(),
                    found.isComplete()));
  }

  /**
   * Marks a list for this Tomcat for a minute, so that not every Tomcat looks at each session.
   * Tombstones, not this, ensure that each session ends once.
   *
   * @return false if another Tomcat has it; never completes exceptionally
   */
  public CompletableFuture<Boolean> claim(Place place) {
    return lines.claim(keyOf(place), CLAIM);
  }

  /** Removes a list whose sessions are all dealt with; never completes exceptionally. */
  CompletableFuture<Void> drop(Place place) {
    return lines.remove(keyOf(place));
  }

  private String keyOf(Place place) {
    return keys.expiryKeyOf(place.slot, place.share);
  }
}
