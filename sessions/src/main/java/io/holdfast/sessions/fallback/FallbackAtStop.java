package io.holdfast.sessions.fallback;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
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

  /** Creates it. */
  public FallbackAtStop(SessionFiles files, LongSupplier nanoTime) {
    this.files = files;
    this.nanoTime = nanoTime;
  }

  /**
   * A session that the container holds.
   *
   * @param lastUse when it was used last, milliseconds since the epoch
   * @param unstored gives the snapshot for the file; null if the store has it
   */
  public record Candidate(
      SessionId id, long lastUse, Supplier<@Nullable SessionSnapshot> unstored) {}

  /** Writes the files; returns how many sessions are in files. */
  public int write(List<Candidate> candidates, Duration deadline) {
    List<Candidate> latestFirst =
        candidates.stream()
            .sorted(Comparator.comparingLong(Candidate::lastUse).reversed())
            .toList();
    long start = nanoTime.getAsLong();
    long nextProgress = PROGRESS_NANOS;
    int seen = 0;
    int written = 0;
    try (AsideThread aside = new AsideThread()) {
      for (Candidate candidate : latestFirst) {
        long elapsed = nanoTime.getAsLong() - start;
        if (elapsed >= deadline.toNanos()) {
          LOG.log(
              System.Logger.Level.WARNING,
              "The time to stop is up: {0} of {1} sessions were not checked, {2} are in files",
              String.valueOf(candidates.size() - seen),
              String.valueOf(candidates.size()),
              String.valueOf(written));
          break;
        }
        if (elapsed >= nextProgress) {
          nextProgress = elapsed + PROGRESS_NANOS;
          LOG.log(
              System.Logger.Level.INFO,
              "{0} of {1} sessions are checked, {2} are in files",
              String.valueOf(seen),
              String.valueOf(candidates.size()),
              String.valueOf(written));
        }
        seen++;
        written += isWritten(candidate, aside, deadline.minusNanos(elapsed)) ? 1 : 0;
      }
    }
    return written;
  }

  /** Writes one session; its failure must not cost the others. */
  private boolean isWritten(Candidate candidate, AsideThread aside, Duration left) {
    @Nullable Throwable failure;
    try {
      SessionSnapshot unstored = aside.call(candidate.unstored, left);
      if (unstored == null) {
        files.stored(candidate.id);
      }
      return unstored != null && files.spill(unstored);
    } catch (ExecutionException e) {
      failure = e.getCause();
    } catch (TimeoutException | RuntimeException | Error e) {
      failure = e;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "Session %s is not written to a file".formatted(candidate.id),
        failure);
    return false;
  }
}
