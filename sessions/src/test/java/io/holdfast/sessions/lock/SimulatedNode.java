package io.holdfast.sessions.lock;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import io.holdfast.core.storage.WriteResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A memcached in a {@link World}: it counts whole seconds, takes a while to answer, can be frozen
 * and can crash and come back empty.
 */
final class SimulatedNode {

  static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(1);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** Expires at a whole second. */
  private record Entry(StoredValue value, long expiry) {}

  private final String id;
  private final World world;
  private final Random random;
  private final boolean inOneStep;
  private final Map<String, Entry> entries = new HashMap<>();
  private long lastVersion;
  private int life;
  private boolean up = true;
  private long frozenUntil;

  /**
   * Creates it empty.
   *
   * @param inOneStep whether it writes and reads in one step, as by a script
   */
  SimulatedNode(String id, World world, Random random, boolean inOneStep) {
    this.id = id;
    this.world = world;
    this.random = random;
    this.inOneStep = inOneStep;
  }

  void crash() {
    up = false;
    life++;
    entries.clear();
  }

  void start() {
    up = true;
  }

  /** Nothing is carried out for so long; what arrives is carried out afterwards. */
  void freeze(Duration time) {
    frozenUntil = world.now() + time.toNanos();
  }

  boolean holds(String key) {
    return live(key) != null;
  }

  /** The node as one machine reaches it: operations arrive in order, answers too. */
  NodeStore linkFrom(World.Machine machine) {
    return new Link(machine);
  }

  private @Nullable Entry live(String key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.expiry <= world.now() / SECOND) {
      entries.remove(key);
      return null;
    }
    return entry;
  }

  private WriteResult write(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    Entry before = live(key);
    boolean holds = true;
    if (condition instanceof IfAbsent) {
      holds = before == null;
    } else if (condition instanceof IfVersion expected) {
      holds = before != null && before.value.version() == expected.version();
    }
    if (!holds) {
      return WriteResult.CONFLICT;
    }
    long expiry = world.now() / SECOND + timeToLive.seconds();
    entries.put(key, new Entry(new StoredValue(value, ++lastVersion), expiry));
    return WriteResult.stored(lastVersion);
  }

  private final class Link implements NodeStore {

    private final World.Machine machine;
    private long lastArrival;
    private long lastAnswer;

    Link(World.Machine machine) {
      this.machine = machine;
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      return this.<@Nullable StoredValue>send(
          () -> {
            Entry entry = live(key);
            return entry == null ? null : entry.value;
          });
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
      return send(() -> write(key, value.toByteArray(), timeToLive, condition));
    }

    @Override
    public CompletableFuture<WriteResult> storeThenRead(
        String key,
        byte[] value,
        TimeToLive timeToLive,
        WriteCondition condition,
        @Nullable ReadBehind behind) {
      return inOneStep
          ? send(() -> write(key, value, timeToLive, condition))
          : NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
    }

    @Override
    public CompletableFuture<Boolean> renewVersion(String key) {
      throw new AssertionError("never used for leases");
    }

    @Override
    public CompletableFuture<Boolean> append(String key, byte[] more) {
      throw new AssertionError("never used for leases");
    }

    @Override
    public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
      throw new AssertionError("never used for leases");
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
      throw new AssertionError("never used for leases");
    }

    @Override
    public void close() {}

    private <T extends @Nullable Object> CompletableFuture<T> send(Supplier<T> operation) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      if (!up) {
        return CompletableFuture.failedFuture(failure(Reason.UNAVAILABLE));
      }
      int sentTo = life;
      lastArrival = Math.max(lastArrival, world.now() + travel());
      at(lastArrival, () -> arrived(sentTo, operation, answer));
      at(
          world.now() + OPERATION_TIMEOUT.toNanos(),
          () -> {
            if (!answer.isDone()) {
              machine.receive(() -> answer.completeExceptionally(failure(Reason.TIMEOUT)));
            }
          });
      return answer;
    }

    private <T extends @Nullable Object> void arrived(
        int sentTo, Supplier<T> operation, CompletableFuture<T> answer) {
      if (sentTo == life && world.now() < frozenUntil) {
        at(frozenUntil, () -> arrived(sentTo, operation, answer));
        return;
      }
      if (sentTo != life) {
        machine.receive(() -> answer.completeExceptionally(failure(Reason.UNAVAILABLE)));
        return;
      }
      T result = operation.get();
      lastAnswer = Math.max(lastAnswer, world.now() + travel());
      at(
          lastAnswer,
          () ->
              machine.receive(
                  () -> {
                    if (sentTo == life) {
                      answer.complete(result);
                    } else {
                      answer.completeExceptionally(failure(Reason.UNAVAILABLE));
                    }
                  }));
    }

    /** Mostly a fraction of a millisecond, now and then long. */
    private long travel() {
      long most = random.nextInt(50) == 0 ? 140_000_000 : 500_000;
      return random.nextLong(most) + 1;
    }

    private void at(long time, Runnable event) {
      world.later(Duration.ofNanos(time - world.now()), event);
    }

    private StoreException failure(Reason reason) {
      return new StoreException(reason, id, "in the simulation", null);
    }
  }
}
