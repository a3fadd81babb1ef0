package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests need the lease unless their kind was seen to read sessions only.
 *
 * <p>A kind that is not known may write, so it needs the lease: two requests of it that come first,
 * side by side, must not overwrite each other. One that has written needs it until it has not done
 * so for long. The kinds seen longest ago are forgotten when there are too many, readers and
 * writers each for themselves.
 */
final class LearningLockPolicy implements LockPolicy {

  static final int MAX_KINDS = 1_000;
  static final Duration TIME_TO_FORGET = Duration.ofHours(1);

  private final InstantSource clock;

  /** Kinds that only read, the least recently used first. */
  private final Map<RequestKind, Instant> readers = new LinkedHashMap<>(16, 0.75f, true);

  /** When kinds have written last, the least recently used first. */
  private final Map<RequestKind, Instant> writers = new LinkedHashMap<>(16, 0.75f, true);

  LearningLockPolicy(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized boolean needsLease(RequestLine request) {
    return readers.get(RequestKind.of(request)) == null;
  }

  @Override
  public synchronized void requestEnded(RequestLine request, boolean modified) {
    RequestKind kind = RequestKind.of(request);
    Instant now = clock.instant();
    Instant lastWrite = writers.get(kind);
    if (modified) {
      readers.remove(kind);
      put(kind, now, writers);
    } else if (lastWrite == null || !now.isBefore(lastWrite.plus(TIME_TO_FORGET))) {
      writers.remove(kind);
      put(kind, now, readers);
    }
  }

  private static void put(RequestKind kind, Instant seen, Map<RequestKind, Instant> kinds) {
    kinds.put(kind, seen);
    if (kinds.size() > MAX_KINDS) {
      kinds.remove(kinds.keySet().iterator().next());
    }
  }
}
