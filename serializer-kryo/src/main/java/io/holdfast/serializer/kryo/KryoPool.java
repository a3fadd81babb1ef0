package io.holdfast.serializer.kryo;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A bounded number of Kryos, each for one thread at a time. */
final class KryoPool {

  private static final int SIZE = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private final Supplier<GuardedKryo> maker;

  /** The one that was given back last; a queue is slower when only one thread is at work. */
  private final AtomicReference<@Nullable GuardedKryo> last = new AtomicReference<>();

  private final Queue<GuardedKryo> others = new ArrayBlockingQueue<>(SIZE);

  KryoPool(Supplier<GuardedKryo> maker) {
    this.maker = maker;
    release(maker.get());
  }

  GuardedKryo borrow() {
    GuardedKryo kryo = last.getAndSet(null);
    if (kryo == null) {
      kryo = others.poll();
    }
    return kryo == null ? maker.get() : kryo;
  }

  /** Only after success: one that failed may be left in the middle of something. */
  void release(GuardedKryo kryo) {
    kryo.end();
    if (!last.compareAndSet(null, kryo)) {
      others.offer(kryo);
    }
  }
}
