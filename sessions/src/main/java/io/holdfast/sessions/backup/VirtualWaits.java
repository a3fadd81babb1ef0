package io.holdfast.sessions.backup;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets virtual threads wait, each for at most its time. The platform ends such a wait with a task
 * of a timer. Java 25 wakes the timer's thread to add the task and to drop it, which takes longer
 * than the rest of the wait. So virtual threads wait here without a time limit, and a periodic
 * check of all waits wakes those whose time is up.
 *
 * <h2>Concurrency</h2>
 *
 * <p>A wait is among {@code waits} before its thread tests whether a check is scheduled, or whether
 * this is closed. A check ends before it tests whether any thread waits. So one of the two sees the
 * other.
 */
public final class VirtualWaits implements AutoCloseable {

  /** As much longer than its time a wait may take. */
  static final Duration LOOK = Duration.ofMillis(50);

  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isWatched = new AtomicBoolean();
  private volatile boolean isClosed;

  VirtualWaits(ScheduledExecutorService timer, LongSupplier nanoTime) {
    this.timer = timer;
    this.nanoTime = nanoTime;
  }

  /** A thread that waits for an answer, or to be woken. */
  private static final class Wait extends CompletableFuture<@Nullable Void> {

    private final long end;

    Wait(long end) {
      this.end = end;
    }

    /** Lets the thread go on; it looks at the answer itself. */
    void wake() {
      complete(null);
    }
  }

  /** Returns whether the running thread is a virtual one; there are none before Java 21. */
  public static boolean isOnVirtualThread() {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual", e);
    }
  }

  private static @Nullable MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Waits like {@link CompletableFuture#get(long, TimeUnit)}, or {@link #LOOK} longer. */
  public <T> T get(CompletableFuture<T> answer, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = nanoTime.getAsLong() + nanos;
    if (!answer.isDone() && nanos > 0) {
      awaitAnswerOrEnd(answer, end);
    }
    return answer.get(Math.max(0, end - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
  }

  private void awaitAnswerOrEnd(CompletableFuture<?> answer, long end)
      throws InterruptedException, ExecutionException {
    Wait wait = new Wait(end);
    waits.add(wait);
    try {
      if (isClosed || !watch()) {
        return;
      }
      var unused = answer.whenComplete((value, failure) -> wait.wake());
      var unusedToo = wait.get();
    } finally {
      waits.remove(wait);
    }
  }

  /** Schedules a check of the waits. Returns false if there will be none. */
  private boolean watch() {
    if (!isWatched.compareAndSet(false, true)) {
      return true;
    }
    try {
      var unused = timer.schedule(this::look, LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (RuntimeException | Error e) { // it is shut down, or there is no memory for a task
      isWatched.set(false);
      waits.forEach(Wait::wake); // those who relied on this look
      return false;
    }
  }

  private void look() {
    isWatched.set(false);
    long now = nanoTime.getAsLong();
    for (Wait wait : waits) {
      if (wait.end - now <= 0) {
        wait.wake();
      }
    }
    if (!waits.isEmpty()) {
      watch();
    }
  }

  /** Lets each thread end its wait by itself; to be called when the timer is shut down. */
  @Override
  public void close() {
    isClosed = true;
    waits.forEach(Wait::wake);
  }
}
