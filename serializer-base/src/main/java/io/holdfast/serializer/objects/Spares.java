package io.holdfast.serializer.objects;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of things that take long to make, each for one thread at a time.
 *
 * @param <T> such a thing
 */
public final class Spares<T> {

  private static final int SIZE = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private final Supplier<T> maker;

  /** The one that was given back last; a queue is slower when only one thread is at work. */
  private final AtomicReference<@Nullable T> last = new AtomicReference<>();

  private final Queue<T> others = new ArrayBlockingQueue<>(SIZE);

  /**
   * Creates it without any.
   *
   * @param maker makes one; thread-safe
   */
  public Spares(Supplier<T> maker) {
    this.maker = maker;
  }

  /** One that no other caller has. */
  public T borrow() {
    @Nullable T spare = last.getAndSet(null);
    if (spare == null) {
      spare = others.poll();
    }
    return spare == null ? maker.get() : spare;
  }

  /** Gives one back that can be used again; of one that cannot, nothing need be said. */
  public void giveBack(T spare) {
    if (!last.compareAndSet(null, spare)) {
      others.offer(spare);
    }
  }
}
