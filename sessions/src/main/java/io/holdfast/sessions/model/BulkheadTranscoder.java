package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transcoder that bounds how many threads of one web application decode at a time, and so how
 * many can be lost to bytes that take for ever to decode. A class of the application may do
 * anything while it is read, and Java cannot stop a thread. Encoding needs no bound: the
 * application is trusted.
 *
 * <p>A decode that goes on for 30 s is <em>overdue</em>. While it is:
 *
 * <ul>
 *   <li>the same bytes are refused: one record costs one thread;
 *   <li>it keeps its permit. When overdue decodes hold all permits, every further decode is refused
 *       at once; else it waits for a permit, for 30 s at most.
 * </ul>
 *
 * <p>The decode stays on the thread that wants the result, and takes no lock when a permit is free.
 * A decode within a decode of the same thread needs no permit of its own. An overdue decode that
 * ends after all gives its permit back.
 *
 * <p>{@link #watch} has the log say of each overdue decode, whether or not anything else is
 * decoded, and while nothing can be decoded any more.
 */
public final class BulkheadTranscoder implements Transcoder {

  private static final System.Logger LOG = Loggers.of(BulkheadTranscoder.class);

  /** More than a graph of the size limit takes on a slow machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How often the decodes that run are looked at. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int LEAST = 8;
  private static final int MOST = 32;

  private final Transcoder transcoder;
  private final int permits;
  private final long patience;
  private final LongSupplier nanoTime;
  private final Semaphore free;
  private final Map<Thread, Decode> running = new ConcurrentHashMap<>();
  private final OccasionalLine ended;

  @SuppressWarnings("ArrayRecordComponent") // lent for the time of the decode
  private record Decode(
      Thread thread, byte[] bytes, int start, int length, long since, AtomicBoolean isReported) {

    boolean isOf(byte[] others, int othersStart, int othersLength) {
      return Arrays.equals(
          bytes, start, start + length, others, othersStart, othersStart + othersLength);
    }
  }

  /** Waits so long for a permit, and calls a decode overdue after it. */
  BulkheadTranscoder(Transcoder transcoder, int permits, Duration patience, LongSupplier nanoTime) {
    this.transcoder = transcoder;
    this.permits = permits;
    this.patience = patience.toNanos();
    this.nanoTime = nanoTime;
    this.free = new Semaphore(permits);
    this.ended =
        new OccasionalLine(BETWEEN_LINES, () -> Instant.EPOCH.plusNanos(nanoTime.getAsLong()));
  }

  /**
   * With twice as many permits as there are processors: decoding keeps a processor busy, so more at
   * a time would not be done sooner. At least 8, for classes that wait for something while they are
   * read; at most 32, which leaves a Tomcat most of its 200 threads.
   */
  public static BulkheadTranscoder ofProcessors(Transcoder transcoder) {
    int twice = 2 * Runtime.getRuntime().availableProcessors();
    return new BulkheadTranscoder(
        transcoder, Math.max(LEAST, Math.min(MOST, twice)), PATIENCE, System::nanoTime);
  }

  /** Looks at the decodes that run, from now on, until the timer is shut down. */
  public void watch(ScheduledExecutorService timer) {
    long nanos = BETWEEN_LOOKS.toNanos();
    var unused = timer.scheduleWithFixedDelay(this::look, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Says in the log which decodes are overdue, and each minute if nothing is decoded any more. */
  void look() {
    if (overdue() == permits && ended.due() >= 0) {
      LOG.log(
          System.Logger.Level.ERROR,
          "This application reads no session from the store any more: %d threads have been decoding"
                  .formatted(permits)
              + " for more than %d s each, and Java cannot stop them. Take a thread dump and restart"
                  .formatted(patience / NANOS_PER_SECOND)
              + " Tomcat; allowedClasses should name no class that their stacks show");
    }
  }

  @Override
  public byte[] encode(Object graph) {
    return transcoder.encode(graph);
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return transcoder.encodeEach(roots, isApart, reader);
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return decode(bytes, start, length, () -> transcoder.decode(bytes, start, length));
  }

  /** Decodes bytes on this thread, or refuses that as beyond a limit. */
  Object decode(byte[] bytes, int start, int length, Supplier<Object> work) {
    Thread thread = Thread.currentThread();
    if (running.containsKey(thread)) {
      return work.get();
    }
    long now = nanoTime.getAsLong();
    refuseOverdue(bytes, start, length, now);
    acquire(now);
    try {
      running.put(thread, new Decode(thread, bytes, start, length, now, new AtomicBoolean()));
      return work.get();
    } finally {
      running.remove(thread);
      free.release();
    }
  }

  private void refuseOverdue(byte[] bytes, int start, int length, long now) {
    for (Decode decode : running.values()) {
      if (isOverdue(decode, now) && decode.isOf(bytes, start, length)) {
        throw refused("the same bytes keep thread %s busy".formatted(decode.thread.getName()));
      }
    }
  }

  private void acquire(long now) {
    if (free.tryAcquire()) {
      return;
    }
    if (overdue(now) == permits) {
      look();
      throw refused("%d threads do not come back from decoding".formatted(permits));
    }
    // Also on a thread that is interrupted: what is not decoded counts as lost.
    boolean isInTime =
        Uninterrupted.await(
            () -> free.tryAcquire(now + patience - nanoTime.getAsLong(), TimeUnit.NANOSECONDS));
    if (!isInTime) {
      throw refused("%d threads decode already".formatted(permits));
    }
  }

  /** How many threads are in an overdue decode now; each is in the log once. */
  public int overdue() {
    return overdue(nanoTime.getAsLong());
  }

  private int overdue(long now) {
    return (int) running.values().stream().filter(decode -> isOverdue(decode, now)).count();
  }

  private boolean isOverdue(Decode decode, long now) {
    long age = now - decode.since;
    if (age <= patience) {
      return false;
    }
    if (decode.isReported.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Thread %s has been decoding %d bytes for %d s, and Java cannot stop it. These bytes are"
                  .formatted(decode.thread.getName(), decode.length, age / NANOS_PER_SECOND)
              + " not decoded again while it does, and %d such threads end all decoding in this"
                  .formatted(permits)
              + " application until it is restarted. The stack shows what keeps it busy",
          new StackOf(decode.thread));
    }
    return true;
  }

  /** Where another thread is, for the log. */
  private static final class StackOf extends Exception {

    private static final long serialVersionUID = 1L;

    StackOf(Thread thread) {
      super("the stack of " + thread.getName(), null, false, true);
      setStackTrace(thread.getStackTrace());
    }
  }

  private static TranscoderException refused(String why) {
    return new TranscoderException(Reason.LIMIT_EXCEEDED, "is not decoded: " + why);
  }
}
