package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.sessions.fallback.FaultyDisk.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions in files, where the disk refuses what it took before, and takes it again. */
final class FaultyDiskTest {

  private static final String FULL = "No space left on device";
  private static final String READ_ONLY = "Read-only file system";
  private static final String TOO_MANY = "Too many open files";
  private static final SessionId ID = new SessionId("a");

  @TempDir private Path above;

  private final SessionMetrics metrics = new SessionMetrics(true);
  private final SessionSnapshot session = Kept.session("a", 7, 10_000);
  private FaultyDisk disk;

  @BeforeEach
  void mount() {
    disk = new FaultyDisk(above);
  }

  // ---- at a stop ----

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"CREATE", "WRITE", "MOVE"})
  void spillWhenTheDiskIsFullThenNothingHalfIsLeftAndTheLogSaysItOnce(Operation operation) {
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(SessionFiles.class)) {
      disk.refuse(operation, FULL);

      for (int i = 0; i < 100; i++) {
        assertFalse(files.spill(Kept.session("s" + i, 1, 10_000)));
      }

      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(0).startsWith("A session cannot be written to a file below"));
      assertEquals(List.of(), endingIn(".part"));
      disk.heal();
      assertTrue(files.spill(session));
    }
    assertEquals(1, endingIn("").size(), () -> endingIn("").toString());
  }

  @Test
  void spillWhenTheDiskIsFullThenWhatAFormerStopLeftOfTheSessionStays() {
    SessionSnapshot former = stopWith(Kept.session("a", 3, 10_000));
    try (SessionFiles files = open()) {
      assertEquals(former, files.find(ID));
      disk.refuse(Operation.WRITE, FULL);
      assertFalse(files.spill(session));
    }
    disk.heal();

    try (SessionFiles files = open()) {
      assertEquals(former, files.find(ID));
    }
  }

  @Test
  void spillWhenTheLimitIsReachedThenTheLogSaysItOnce() {
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(SessionFiles.class)) {
      assertTrue(files.spill(Kept.session("b", 1, 900_000)));

      assertFalse(files.spill(Kept.session("c", 1, 900_000)));
      assertFalse(files.spill(Kept.session("d", 1, 900_000)));

      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(0).contains("spillLimit"), log.warnings()::toString);
    }
  }

  // ---- at a start, and behind it ----

  @Test
  void openWhenNothingCanBeCreatedThenSaysWhy() {
    disk.refuse(Operation.CREATE, READ_ONLY);

    ConfigurationException refused = assertThrows(ConfigurationException.class, this::open);

    assertTrue(String.valueOf(refused.getMessage()).contains(READ_ONLY), refused::toString);
  }

  /** Another Tomcat of this machine may have all of its files open for a moment. */
  @Test
  void findWhenTheFileCannotBeReadNowThenItStaysAndIsFoundLater() {
    stopWith(session);
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(SessionFiles.class)) {
      disk.refuse(Operation.READ, TOO_MANY);
      assertNull(files.find(ID));
      assertNull(files.find(ID));
      assertEquals(1, files.waiting(Instant.EPOCH).size(), "it is everybody's");
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      disk.heal();

      assertEquals(session, files.find(ID));
    }
    assertEquals(0, metrics.get(Metric.FILES_UNREADABLE));
  }

  @Test
  void findWhenTheDiskIsReadOnlyThenTheSession() {
    stopWith(session);
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(SessionFiles.class)) {
      disk.refuse(Operation.MOVE, READ_ONLY);
      for (int i = 0; i < 100; i++) {
        assertEquals(session, files.find(ID));
      }
      assertEquals(List.of(), log.warnings());
    }
    assertEquals(0, metrics.get(Metric.FILES_UNREADABLE));
  }

  @Test
  void readWhenFilesCannotBeReadNowThenTheyAllStay() throws IOException {
    stopWith(session, Kept.session("b", 1), Kept.session("c", 1));
    try (SessionFiles files = open()) {
      disk.refuse(Operation.READ, TOO_MANY);
      for (String name : files.waiting(Instant.EPOCH)) {
        assertThrows(IOException.class, () -> files.read(name));
      }
      disk.heal();

      assertEquals(3, files.waiting(Instant.EPOCH).size());
      for (String name : files.waiting(Instant.EPOCH)) {
        assertNotNull(files.read(name));
      }
    }
    assertEquals(0, metrics.get(Metric.FILES_UNREADABLE));
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"READ", "MOVE"})
  void deleteWhenTheDiskRefusesThenTheFileIsStillFoundByOthers(Operation operation)
      throws IOException {
    stopWith(session);
    try (SessionFiles files = open();
        SessionFiles others = open()) {
      SessionFiles.ReadFile read = files.read(files.waiting(Instant.EPOCH).get(0));
      disk.refuse(operation, READ_ONLY);
      files.delete(Objects.requireNonNull(read));
      disk.heal();

      assertEquals(session, others.find(ID));
    }
  }

  /** The session must not come back with its file in the next start. */
  @Test
  void endedWhenItsFileCannotBeDeletedThenItIsDeletedWhenTheDiskTakesItAgain() {
    stopWith(session);
    try (SessionFiles files = open();
        CapturedLog log = new CapturedLog(SessionFiles.class)) {
      files.ended(ID);
      disk.refuse(Operation.DELETE, READ_ONLY);
      files.deleteObsolete();
      files.deleteObsolete();
      assertTrue(files.hasObsolete());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      disk.heal();

      files.deleteObsolete();
    }
    assertEquals(List.of(), endingIn(".session"));
  }

  @Test
  void findWhenTheTomcatThatHadFoundItWasKilledThenTheSession() {
    stopWith(session);
    SessionFiles killed = open();
    assertEquals(session, killed.find(ID));

    try (SessionFiles files = open()) {
      assertEquals(session, files.find(ID));
    }
  }

  private SessionSnapshot stopWith(SessionSnapshot... sessions) {
    try (SessionFiles files = open()) {
      for (SessionSnapshot each : sessions) {
        assertTrue(files.spill(each));
      }
    }
    return sessions[0];
  }

  private SessionFiles open() {
    return new SessionFiles(
        disk.on(above.resolve("spill")),
        1 << 20,
        "localhost",
        "/shop",
        StorageKeys.parse("", "localhost", "/shop", null),
        new RecordCodec("test"),
        Sealing.NONE,
        metrics);
  }

  private List<Path> endingIn(String suffix) {
    try (Stream<Path> files = Files.walk(above.resolve("spill"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(suffix))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
