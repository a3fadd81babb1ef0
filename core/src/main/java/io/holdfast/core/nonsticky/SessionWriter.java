package io.holdfast.core.nonsticky;

import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who writes the records of a session in one Tomcat, for all instances of it that are there: one
 * save after the other, each with all that those before it have written, or may have written.
 *
 * <p>That is what a version of a writer promises, see {@link VersionHistory}. So a record tells
 * exactly whether it has a change of this Tomcat, whatever others have written since; and what one
 * instance could not store is not lost when a newer instance takes its place.
 *
 * <p>The fields have the monitor of this object, which is never held while anything else is called.
 */
final class SessionWriter {

  private static final int UNNAMED = -1;

  private int name = UNNAMED;

  /** The last version that was given out. */
  private long last;

  /** The newest record that is known here and has all that was written here; null if none is. */
  private @Nullable SessionSnapshot newest;

  /** Whether nobody has said that the newest record is stored. */
  private boolean unconfirmed;

  /** What is known without the changes that were tried under a lease; null if there are none. */
  private @Nullable Known beforeLease;

  private record Known(@Nullable SessionSnapshot newest, boolean unconfirmed) {}

  private CompletableFuture<?> lastSave = CompletableFuture.completedFuture(null);

  /** The writer of a session of which a record may be known. */
  SessionWriter(@Nullable SessionSnapshot found) {
    this.newest = found;
  }

  /**
   * A version for what is written next.
   *
   * @param found what is known to be written is older
   * @param known the lineage of what is written over; another writer of that cannot have the name
   *     of this one
   */
  synchronized long next(long found, @Nullable VersionHistory known, RandomGenerator random) {
    if (known != null && name != UNNAMED && known.latestOf(name) > last) {
      name = UNNAMED; // two Tomcats have the same name by chance, and this one has just learned it
    }
    while (name == UNNAMED) {
      int drawn = RecordVersion.writer(random);
      name = known == null || known.latestOf(drawn) == 0 ? drawn : UNNAMED;
    }
    last = RecordVersion.next(Math.max(found, last), name);
    return last;
  }

  /** The newest record that is known here and has all that was written here; null if none is. */
  synchronized @Nullable SessionSnapshot newest() {
    return newest;
  }

  /** Whether the session had an id with that base when it was written last. */
  synchronized boolean isOf(String base) {
    return newest == null || newest.id().base().equals(base);
  }

  /** Whether something was written here of which nobody has said that it is stored. */
  synchronized boolean isUnconfirmed() {
    return unconfirmed;
  }

  /** A record has been stored that has everything that was written here before. */
  synchronized void stored(SessionSnapshot record) {
    newest = record;
    unconfirmed = false;
    beforeLease = null;
  }

  /** A record may have been stored; it has everything that was written here before. */
  synchronized void attempted(SessionSnapshot record) {
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

  /** The nodes have a record. */
  synchronized void found(SessionSnapshot record) {
    SessionSnapshot known = newest;
    if (known == null || record.lineage().includes(known.lineage())) {
      stored(known != null && known.version() == record.version() ? known : record);
    }
  }

  /** What was written here cannot be joined with what others wrote: it is given up. */
  synchronized void giveUp() {
    newest = null;
    unconfirmed = false;
    beforeLease = null;
    name = UNNAMED;
  }

  /**
   * The lease is lost: what was tried under it, others here must not lay over what the next holder
   * stores. What requests without the lease have written stays, though no node may have it yet.
   */
  synchronized void leaseLost() {
    Known before = beforeLease;
    if (before != null) {
      newest = before.newest;
      unconfirmed = before.unconfirmed;
      beforeLease = null;
    }
    name = UNNAMED;
  }

  /**
   * Puts a save behind those that were begun before.
   *
   * @return completes, perhaps exceptionally, when it may begin
   */
  synchronized CompletableFuture<?> enqueue(CompletableFuture<?> save) {
    CompletableFuture<?> before = lastSave;
    lastSave = save;
    return before;
  }
}
