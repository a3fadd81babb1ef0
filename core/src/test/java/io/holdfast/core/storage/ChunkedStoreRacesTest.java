package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.ChunkManifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Several Tomcats read and write one value in parts, in random order of their single operations.
 */
final class ChunkedStoreRacesTest {

  private static final int RUNS = 2_000;
  private static final int TOMCATS = 3;
  private static final int TURNS = 60;
  private static final int PART = 10;
  private static final TimeToLive HOUR = new TimeToLive(3_600);

  @Test
  void loadWhenOthersWriteMeanwhileThenAlwaysSomethingWholeAndNothingIsLeftOver() {
    for (int seed = 0; seed < RUNS; seed++) {
      World world = new World(seed);
      world.run(0);
      world.finish();
      world.checkNothingIsLeftOver();
    }
  }

  @Test
  void loadWhenTomcatsDieAndConnectionsBreakMeanwhileThenAlwaysSomethingWhole() {
    for (int seed = 0; seed < RUNS; seed++) {
      World world = new World(seed);
      world.run(20);
      world.finish();
    }
  }

  /** One run. */
  private static final class World {

    private final int seed;
    private final Random random;
    private final FaultyStore node = new FaultyStore("n1", new TestClock(Instant.EPOCH));
    private final SessionMetrics metrics = new SessionMetrics(true);
    private final List<Tomcat> tomcats = new ArrayList<>();

    World(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
      for (int i = 0; i < TOMCATS; i++) {
        tomcats.add(new Tomcat());
      }
    }

    /** Lets things happen; of a hundred turns so many are faults. */
    void run(int faults) {
      for (int i = 0; i < TURNS; i++) {
        int which = random.nextInt(TOMCATS);
        Tomcat tomcat = tomcats.get(which);
        if (random.nextInt(100) < faults) {
          if (random.nextBoolean()) {
            tomcat.line.cut(random.nextInt(4));
          } else {
            tomcat.line.kill();
            tomcats.set(which, new Tomcat());
          }
        } else if (tomcat.line.isIdle()) {
          tomcat.act();
        } else {
          tomcat.line.step();
        }
      }
    }

    void finish() {
      for (Tomcat tomcat : tomcats) {
        while (!tomcat.line.isIdle()) {
          tomcat.line.step();
        }
        check(NodeStoreKit.await(tomcat.read()));
      }
      assertEquals(0, metrics.get(Metric.LOADS_INCOMPLETE), () -> "seed " + seed);
    }

    void checkNothingIsLeftOver() {
      Tomcat last = tomcats.get(0);
      while (!last.line.isIdle()) {
        last.line.step();
      }
      @Nullable StoredValue value = NodeStoreKit.await(last.read());
      int parts = value == null || value.bytes().length <= PART ? 0 : count(value.bytes().length);
      int heads = value == null ? 0 : 1;
      Set<String> keys = node.keys();
      assertEquals(heads + parts, keys.size(), () -> "seed " + seed + ": " + keys);
    }

    private static int count(int length) {
      return (length + PART - 1) / PART;
    }

    /** What is read is one of the values that were written: of one byte throughout. */
    private void check(@Nullable StoredValue value) {
      if (value != null) {
        byte[] bytes = value.bytes();
        assertFalse(ChunkManifest.isHead(bytes), () -> "seed " + seed + ": torn");
        byte[] whole = new byte[bytes[0] * 7];
        Arrays.fill(whole, bytes[0]);
        assertTrue(Arrays.equals(whole, bytes), () -> "seed " + seed + ": mixed");
      }
    }

    /** Reads, and writes or deletes what it read, as compare-and-set. */
    private final class Tomcat {

      final SteppedLine line = new SteppedLine(node);
      private final ChunkedStore store =
          new ChunkedStore("n1", line, new ChunkLimits(PART, 1_000, 2 * PART), random, metrics);

      void act() {
        var unused =
            store
                .load("k")
                .whenComplete((found, failure) -> check(found))
                .thenCompose(found -> random.nextInt(4) > 0 ? write(found) : done());
      }

      private CompletableFuture<WriteResult> write(@Nullable StoredValue found) {
        WriteCondition condition =
            found == null ? WriteCondition.ifAbsent() : WriteCondition.ifVersion(found.version());
        if (random.nextInt(5) == 0) {
          return store.store("k", new byte[0], TimeToLive.OVER, condition);
        }
        byte id = (byte) (1 + random.nextInt(9));
        byte[] value = new byte[id * 7];
        Arrays.fill(value, id);
        return store.store("k", value, HOUR, condition);
      }

      private CompletableFuture<WriteResult> done() {
        return CompletableFuture.completedFuture(WriteResult.CONFLICT);
      }

      CompletableFuture<@Nullable StoredValue> read() {
        CompletableFuture<@Nullable StoredValue> reading = store.load("k");
        while (!line.isIdle()) {
          line.step();
        }
        return reading;
      }
    }
  }
}
