package io.holdfast.core.flow;

import io.holdfast.core.session.Lineage;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionSnapshot;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who writes the records of a session in one Tomcat, for all instances of it that are there: one
 * save after the other, each with all that those before it have written, or may have written.
 *
 * <p>That is what a version of a writer promises, see {@link Lineage}. So a record tells exactly
 * whether it has a change of this Tomcat, whatever others have written since; and what one instance
 * could not store is not lost when a newer instance takes its place.
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
  synchronized long next(long found, @Nullable Lineage known, RandomGenerator random) {
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
  }

  /** A record may have been stored; it has everything that was written here before. */
  synchronized void attempted(SessionSnapshot record) {
    newest = record;
    unconfirmed = true;
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
