package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.sessions.fallback.FallbackAtStop.Candidate;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of sessions of one application in files, between files that are not ours. */
@Timeout(120)
final class ManyFilesTest {

  private static final int SESSIONS = 5_000;

  /** What a directory of that many names may take beside the names. */
  private static final int FEW_HANDLES = 20;

  @TempDir private Path above;

  private final SessionMetrics metrics = new SessionMetrics(true);
  private final AtomicLong mostHandles = new AtomicLong();

  @Test
  void sessionsWhenThereAreThousandsThenAllGoToFilesAndBackWithFewHandlesOpen() throws IOException {
    long handles = handles();
    try (SessionFiles files = open()) {
      List<Candidate> candidates =
          IntStream.range(0, SESSIONS)
              .mapToObj(i -> new Candidate(id(i), i, () -> Kept.session("s" + i, 1, 1_000)))
              .toList();
      assertEquals(
          SESSIONS, new FallbackAtStop(files, () -> 0).write(candidates, Duration.ofSeconds(60)));
      noteHandles();
    }
    Set<Path> foreign = leaveOthers();

    try (SessionFiles files = open()) {
      assertEquals(SESSIONS, files.waiting(Instant.now()).size());
      assertNotNull(files.find(id(SESSIONS / 2)), "a request does not wait for all others");
      assertEquals(SESSIONS - 1, putBackAll(files));
      files.stored(id(SESSIONS / 2));
    }

    assertTrue(mostHandles.get() < handles + FEW_HANDLES, () -> mostHandles + " handles");
    assertEquals(foreign, filesThere());
  }

  private static SessionId id(int number) {
    return new SessionId("s" + number);
  }

  private int putBackAll(SessionFiles files) {
    AtomicInteger stored = new AtomicInteger();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      FallbackReturn returning =
          new FallbackReturn(
              files,
              kept -> {
                noteHandles();
                stored.incrementAndGet();
                return CompletableFuture.completedFuture(Fate.STORED);
              },
              executor,
              new ManualTimer(),
              InstantSource.fixed(Instant.ofEpochSecond(5)),
              metrics);
      returning.nodeReturned("n1");
      Await.until(
          "all are put back",
          Duration.ofMinutes(3), // other tests run beside it
          () -> files.waiting(Instant.now()).isEmpty());
      returning.stop();
    } finally {
      executor.shutdownNow();
    }
    return stored.get();
  }

  /** Names like ours, and others. */
  private Set<Path> leaveOthers() throws IOException {
    Path folder = Objects.requireNonNull(filesThere().iterator().next().getParent());
    for (String name :
        List.of("notes.session", ".nfs0001", "backup.lock", "backup.tar", "A".repeat(64))) {
      Files.writeString(folder.resolve(name), "not ours");
    }
    Files.createDirectory(folder.resolve("lost+found"));
    Files.writeString(Files.createDirectory(folder.resolve("backup")).resolve("b"), "not ours");
    return filesThere().stream()
        .filter(file -> !file.getFileName().toString().matches("[0-9a-f]{64}\\.session"))
        .collect(Collectors.toSet());
  }

  private Set<Path> filesThere() {
    try (Stream<Path> files = Files.walk(above.resolve("spill"))) {
      return files.filter(Files::isRegularFile).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void noteHandles() {
    mostHandles.accumulateAndGet(handles(), Math::max);
  }

  private static long handles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  private SessionFiles open() {
    return new SessionFiles(
        above.resolve("spill"),
        1 << 30,
        "localhost",
        "/shop",
        StorageKeys.parse("", "localhost", "/shop", null),
        new RecordCodec("test"),
        Sealing.NONE,
        metrics);
  }
}
