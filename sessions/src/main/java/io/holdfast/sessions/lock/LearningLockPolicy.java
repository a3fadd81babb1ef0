package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a kind that was seen to change sessions need the lease.
 *
 * <p>A kind that is not known runs without the lease: the policy learns from its first writer. It
 * forgets a kind that only read for a while, by count or by time, and the kind seen longest ago
 * when there are too many.
 */
final class LearningLockPolicy implements LockPolicy {

  static final int MAX_KINDS = 1_000;
  static final int READS_TO_FORGET = 50;
  static final Duration TIME_TO_FORGET = Duration.ofHours(1);

  private record Seen(Instant lastWrite, int readsSince) {}

  private final InstantSource clock;

  /** Kinds that write, the least recently used first. */
  private final Map<RequestKind, Seen> writers = new LinkedHashMap<>(16, 0.75f, true);

  LearningLockPolicy(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized boolean needsLease(RequestLine request) {
    RequestKind kind = RequestKind.of(request);
    Seen seen = writers.get(kind);
    if (seen == null) {
      return false;
    }
    boolean isFresh = clock.instant().isBefore(seen.lastWrite.plus(TIME_TO_FORGET));
    if (!isFresh) {
      writers.remove(kind);
    }
    return isFresh;
  }

  @Override
  public synchronized void requestEnded(RequestLine request, boolean modified) {
    RequestKind kind = RequestKind.of(request);
    Seen now = modified ? new Seen(clock.instant(), 0) : afterOneRead(writers.get(kind));
    if (now == null) {
      writers.remove(kind);
      return;
    }
    writers.put(kind, now);
    if (writers.size() > MAX_KINDS) {
      writers.remove(writers.keySet().iterator().next());
    }
  }

  private static @Nullable Seen afterOneRead(@Nullable Seen before) {
    return before == null || before.readsSince + 1 >= READS_TO_FORGET
        ? null
        : new Seen(before.lastWrite, before.readsSince + 1);
  }
}
