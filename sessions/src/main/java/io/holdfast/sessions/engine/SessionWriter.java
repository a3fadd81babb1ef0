package io.holdfast.sessions.engine;

import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a session's records in one Tomcat, for all its instances there: one save after
 * the other, each including all that those before it have written, or may have written.
 *
 * <p>A writer's version promises just that, see {@link VersionHistory}. So a record tells exactly
 * whether it includes a change of this Tomcat, whatever others have written since; and a change
 * that one instance could not store survives when a newer instance takes its place.
 *
 * <p>The monitor of this object guards the fields and is never held while anything else is called.
 */
final class SessionWriter {

  /** Seconds; not longer than the interval of any record. */
  private static final int SHORTEST_INTERVAL = 1;

  /** True if the last version that was given out has the name of the next ones. */
  private boolean isNamed;

  /** The last version that was given out. */
  private long last;

  /** The newest record that is known here and has all that was written here; null if none is. */
  private @Nullable SessionSnapshot newest;

  /** True if no node has confirmed that the newest record is stored. */
  private boolean unconfirmed;

  /** What is known without the changes that were tried under a lease; null if there are none. */
  private @Nullable Known beforeLease;

  private record Known(@Nullable SessionSnapshot newest, boolean unconfirmed) {}

  /** See {@link #isProbablyBehind}. */
  private boolean behind;

  /** In seconds, of any record read or written here; 0 or below if one was never to expire. */
  private int longestInterval = SHORTEST_INTERVAL;

  private static final CompletableFuture<?> NO_SAVE = CompletableFuture.completedFuture(null);

  private CompletableFuture<?> lastSave = NO_SAVE;

  /** Creates the writer of a session, with its known record if there is one. */
  SessionWriter(@Nullable SessionSnapshot found) {
    this.newest = found;
    if (found != null) {
      saw(found.times());
    }
  }

  /**
   * A version for what is written next.
   *
   * @param known the version history of the record that is replaced; no other writer in it may have
   *     this writer's name
   */
  synchronized long next(long found, @Nullable VersionHistory known, RandomGenerator random) {
    int name = RecordVersion.writerOf(last);
    if (known != null && isNamed && known.latestOf(name) > last) {
      isNamed = false; // two Tomcats have the same name by chance, and this one has just learned it
    }
    while (!isNamed) {
      name = RecordVersion.writer(random);
      isNamed = known == null || known.latestOf(name) == 0;
    }
    last = RecordVersion.next(Math.max(found, last), name);
    return last;
  }

  /** The newest record that is known here and has all that was written here; null if none is. */
  synchronized @Nullable SessionSnapshot newest() {
    return newest;
  }

  /** Returns whether the session had an id with that base when it was written last. */
  synchronized boolean isOf(String base) {
    return newest == null || newest.id().base().equals(base);
  }

  /** Returns whether something was written here that no node has confirmed. */
  synchronized boolean isUnconfirmed() {
    return unconfirmed;
  }

  /** A record with these times was read or written here, or may have been written. */
  synchronized void saw(SessionTimes times) {
    longestInterval = withLongestInterval(times).maxInactiveInterval();
  }

  /** These times with the longest interval that the session had in any record seen here. */
  synchronized SessionTimes withLongestInterval(SessionTimes times) {
    return times.withLongerInterval(longestInterval);
  }

  /** A record has been stored that has everything that was written here before. */
  synchronized void stored(SessionSnapshot record) {
    saw(record.times());
    newest = record;
    unconfirmed = false;
    beforeLease = null;
  }

  /** A record may have been stored; it has everything that was written here before. */
  synchronized void attempted(SessionSnapshot record) {
    saw(record.times());
    newest = record;
    unconfirmed = true;
  }

  /** The same, with changes that count only as long as the lease is not lost. */
  synchronized void attemptedUnderLease(SessionSnapshot record) {
    if (beforeLease == null) {
      beforeLease = new Known(newest, unconfirmed);
    }
    attempted(record);
  }

  /** Gives up the bytes of the newest record; null if this is not it, or is not confirmed. */
  synchronized @Nullable SessionSnapshot forget(long version) {
    SessionSnapshot known = newest;
    if (known == null || known.version() != version || unconfirmed || beforeLease != null) {
      return null;
    }
    newest = known.forgotten();
    return newest;
  }

  /** The nodes have a record. */
  synchronized void found(SessionSnapshot record) {
    saw(record.times());
    SessionSnapshot known = newest;
    if (known == null || record.lineage().includes(known.lineage())) {
      stored(known != null && known.version() == record.version() ? known : record);
    }
  }

  /**
   * Returns whether another Tomcat has probably written what the next request reads: it had when
   * one read last.
   */
  synchronized boolean isProbablyBehind() {
    return behind;
  }

  /** A request has read the session, and its instance here did not show what others had written. */
  synchronized void wasBehind(boolean was) {
    behind = was;
  }

  /** Gives up what was written here: it cannot be merged with what others wrote. */
  synchronized void giveUp() {
    newest = null;
    unconfirmed = false;
    beforeLease = null;
    isNamed = false;
  }

  /**
   * The lease is lost: other instances here must not merge what was tried under it into what the
   * next holder stores. What requests without the lease have written stays, though no node may have
   * it yet.
   */
  synchronized void leaseLost() {
    Known before = beforeLease;
    if (before != null) {
      newest = before.newest;
      unconfirmed = before.unconfirmed;
      beforeLease = null;
    }
    isNamed = false;
  }

  /** Queues a save; completes, perhaps exceptionally, when it may begin. */
  synchronized CompletableFuture<?> enqueue(CompletableFuture<?> save) {
    CompletableFuture<?> before = lastSave;
    lastSave = save;
    return before;
  }

  /** A save that was queued has completed. */
  synchronized void over(CompletableFuture<?> save) {
    lastSave = lastSave == save ? NO_SAVE : lastSave;
  }
}
