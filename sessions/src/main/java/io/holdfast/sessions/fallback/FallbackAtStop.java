package io.holdfast.sessions.fallback;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the sessions to files that the store could not take, when an application stops: the latest
 * used first, until the deadline. A session whose encoding does not end costs no other session.
 */
public final class FallbackAtStop {

  private static final System.Logger LOG = Loggers.of(FallbackAtStop.class);
  private static final long PROGRESS_NANOS = Duration.ofSeconds(2).toNanos();

  private final SessionFiles files;
  private final LongSupplier nanoTime;
  private int seen;
  private int written;

  public FallbackAtStop(SessionFiles files, LongSupplier nanoTime) {
    this.files = files;
    this.nanoTime = nanoTime;
  }

  /**
   * A session that the container holds.
   *
   * @param id of the session
   * @param lastUse when it was used last, milliseconds since the epoch
   * @param unstored gives the snapshot for the file; null if the store has it
   */
  public record Candidate(
      SessionId id, long lastUse, Supplier<@Nullable SessionSnapshot> unstored) {}

  /**
   * Writes the files.
   *
   * @param deadline how long that may take
   * @return how many sessions are in files
   */
  public int write(List<Candidate> candidates, Duration deadline) {
    try (AsideThread aside = new AsideThread()) {
      return write(candidates, deadline, aside);
    }
  }

  private int write(List<Candidate> candidates, Duration deadline, AsideThread aside) {
    long start = nanoTime.getAsLong();
    long nextProgress = PROGRESS_NANOS;
    List<Candidate> latestFirst =
        candidates.stream()
            .sorted(Comparator.comparingLong(Candidate::lastUse).reversed())
            .toList();
    for (Candidate candidate : latestFirst) {
      long elapsed = nanoTime.getAsLong() - start;
      if (elapsed >= deadline.toNanos()) {
        reportTimeIsUp(candidates.size());
        break;
      }
      if (elapsed >= nextProgress) {
        nextProgress = elapsed + PROGRESS_NANOS;
        reportProgress(candidates.size());
      }
      write(candidate, aside, deadline.minusNanos(elapsed));
    }
    return written;
  }

  /** Writes one session; its failure must not cost the others. */
  private void write(Candidate candidate, AsideThread aside, Duration left) {
    seen++;
    try {
      SessionSnapshot unstored = aside.call(candidate.unstored, left);
      if (unstored == null) {
        files.stored(candidate.id);
      } else if (files.spill(unstored)) {
        written++;
      }
    } catch (ExecutionException e) {
      notWritten(candidate, e.getCause());
    } catch (AsideThread.StuckException | RuntimeException | Error e) {
      notWritten(candidate, e);
    }
  }

  private static void notWritten(Candidate candidate, @Nullable Throwable cause) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Session %s is not written to a file".formatted(candidate.id),
        cause);
  }

  private void reportTimeIsUp(int all) {
    LOG.log(
        System.Logger.Level.WARNING,
        "The time to stop is up: {0} of {1} sessions were not looked at, {2} are in files",
        String.valueOf(all - seen),
        String.valueOf(all),
        String.valueOf(written));
  }

  private void reportProgress(int all) {
    LOG.log(
        System.Logger.Level.INFO,
        "{0} of {1} sessions were looked at, {2} are in files",
        String.valueOf(seen),
        String.valueOf(all),
        String.valueOf(written));
  }
}
