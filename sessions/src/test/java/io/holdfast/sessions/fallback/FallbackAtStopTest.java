package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.sessions.fallback.FallbackAtStop.Candidate;
import io.holdfast.testkit.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each session takes a second of a clock that only moves when it is looked at. */
final class FallbackAtStopTest {

  @TempDir private Path above;

  private long now;

  @Test
  void writeWhenTheTimeIsUpThenTheLatestUsedAreInFiles() {
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(FallbackAtStop.class)) {
      List<Candidate> candidates = List.of(kept("a", 1), kept("b", 4), kept("c", 2), kept("d", 3));

      int written = write(files, candidates, Duration.ofSeconds(3));

      assertEquals(2, written);
      assertNotNull(files.find(new SessionId("b")));
      assertNotNull(files.find(new SessionId("d")));
      assertNull(files.find(new SessionId("c")));
      assertEquals(
          List.of("The time to stop is up: 2 of 4 sessions were not checked, 2 are in files"),
          log.warnings());
    }
  }

  @Test
  void writeWhenTheStoreHasASessionThenItIsNotInAFile() {
    try (SessionFiles files = open()) {
      int written = write(files, List.of(candidate("a", 1, () -> null)), Duration.ofMinutes(1));

      assertEquals(0, written);
      assertNull(files.find(new SessionId("a")));
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void writeWhenOneSessionCannotBeEncodedThenTheOthersAreInFiles(Throwable failure) {
    Candidate broken =
        candidate(
            "a",
            9,
            () -> {
              if (failure instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) failure;
            });

    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(FallbackAtStop.class)) {
      assertEquals(1, write(files, List.of(broken, kept("b", 1)), Duration.ofMinutes(1)));
      assertEquals(1, log.warnings().size());
    }
  }

  @Test
  void writeWhenSessionsBlockWhileTheyAreEncodedThenTheOthersAreInFiles() {
    CountDownLatch released = new CountDownLatch(1);
    Supplier<@Nullable SessionSnapshot> blocking =
        () -> {
          awaitQuietly(released);
          return null;
        };
    List<Candidate> candidates =
        List.of(
            candidate("a", 9, blocking),
            candidate("b", 8, blocking),
            kept("c", 7),
            candidate("d", 6, blocking),
            kept("e", 5));

    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(FallbackAtStop.class)) {
      int written = new FallbackAtStop(files, () -> 0).write(candidates, Duration.ofSeconds(1));

      assertEquals(2, written);
      assertNotNull(files.find(new SessionId("c")));
      assertNotNull(files.find(new SessionId("e")));
      assertEquals(3, log.warnings().size());
    } finally {
      released.countDown();
    }
    Threads.assertNoneAlive("holdfast-stop-", Duration.ofSeconds(60));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new IllegalStateException("broken"),
        new NoClassDefFoundError("com/acme/Missing"),
        new OutOfMemoryError("thrown by a test"));
  }

  private SessionFiles open() {
    return new SessionFiles(
        above.resolve("spill"),
        1 << 20,
        "localhost",
        "/shop",
        StorageKeys.parse("", "localhost", "/shop", null),
        new RecordCodec("test"),
        Sealing.NONE,
        new SessionMetrics(true));
  }

  private int write(SessionFiles files, List<Candidate> candidates, Duration deadline) {
    return new FallbackAtStop(files, () -> now += Duration.ofSeconds(1).toNanos())
        .write(candidates, deadline);
  }

  private static Candidate kept(String id, long lastUse) {
    return candidate(id, lastUse, () -> snapshot(id));
  }

  private static Candidate candidate(
      String id, long lastUse, Supplier<@Nullable SessionSnapshot> unstored) {
    return new Candidate(new SessionId(id), lastUse, unstored);
  }

  private static SessionSnapshot snapshot(String id) {
    return new SessionSnapshot(
        new SessionId(id),
        1,
        new SessionTimes(1, 2, 3, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        new EncodedAttributes.Together(Bytes.EMPTY));
  }
}
