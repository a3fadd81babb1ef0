package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpillFolderTest {

  private static final UUID PROCESS = UUID.randomUUID();
  private static final String FOLDER = "0123456789abcdef";
  private static final String NAME = "a".repeat(64) + ".session";
  private static final byte[] OLD = {1, 2, 3};
  private static final byte[] NEW = {4, 5, 6, 7};
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

  @TempDir private Path above;

  private final List<SpillFolder> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (SpillFolder folder : open) {
      folder.close();
    }
  }

  @Test
  void writeWhenThereIsAFileThenTakesItsPlace() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, OLD);

    folder.write(NAME, NEW);

    assertArrayEquals(NEW, folder.read(NAME));
    assertEquals(List.of(NAME), folder.names());
  }

  @Test
  void claimWhenTwoShareTheDirectoryThenOneGetsIt() throws IOException {
    SpillFolder one = open();
    SpillFolder other = open();
    one.write(NAME, OLD);

    assertTrue(other.claim(NAME));
    assertFalse(one.claim(NAME));
    assertArrayEquals(OLD, other.readClaimed(NAME));
  }

  @Test
  void claimWhenManyTryAtOnceThenEachFileIsSomebodysOnce() throws Exception {
    int files = 200;
    List<SpillFolder> tomcats = List.of(open(), open(), open(), open());
    for (int i = 0; i < files; i++) {
      tomcats.get(0).write(name(i), OLD);
    }
    ExecutorService threads = Executors.newFixedThreadPool(tomcats.size());
    try {
      List<Callable<Integer>> claims =
          tomcats.stream().<Callable<Integer>>map(folder -> () -> claimAll(folder, files)).toList();
      int claimed = 0;
      for (Future<Integer> future : threads.invokeAll(claims)) {
        claimed += future.get();
      }

      assertEquals(files, claimed);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int claimAll(SpillFolder folder, int files) throws IOException {
    int claimed = 0;
    for (int i = 0; i < files; i++) {
      claimed += folder.claim(name(i)) ? 1 : 0;
    }
    return claimed;
  }

  private static String name(int number) {
    return "%064x.session".formatted(number);
  }

  @Test
  void closeWhenAFileIsClaimedThenItIsEverybodysAgain() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, OLD);
    folder.claim(NAME);

    folder.close();

    assertArrayEquals(OLD, open().read(NAME));
  }

  @Test
  void closeWhenTheSameSessionWasWrittenMeanwhileThenThatStays() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, OLD);
    folder.claim(NAME);
    folder.write(NAME, NEW);

    folder.close();

    assertArrayEquals(NEW, open().read(NAME));
  }

  @Test
  void closeWhenAllIsDoneThenNothingIsLeft() throws IOException {
    SpillFolder folder = open();

    folder.close();

    assertEquals(List.of(), inFolder());
  }

  @Test
  void openWhenAProcessDiedThenItsClaimsAreEverybodysAndWhatItWroteHalfIsGone() throws IOException {
    Path room = deadRoom();
    Files.write(room.resolve(NAME), OLD);
    Files.write(room.resolve("half.part"), new byte[] {1});

    SpillFolder folder = open();

    assertEquals(List.of(NAME), folder.names());
    assertFalse(Files.exists(room));
    assertFalse(Files.exists(room.resolveSibling(room.getFileName() + ".lock")));
  }

  @Test
  void openWhenAnotherOfThisProcessIsAtWorkThenItKeepsWhatItClaimed() throws IOException {
    SpillFolder atWork = open();
    atWork.write(NAME, OLD);
    atWork.claim(NAME);

    SpillFolder folder = open();

    assertEquals(List.of(), folder.names());
    assertArrayEquals(OLD, atWork.readClaimed(NAME));
  }

  @Test
  void deleteIfStillWhenTheContentIsAnotherOneThenItStays() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, NEW);

    folder.deleteIfStill(NAME, Bytes.wrap(OLD));

    assertArrayEquals(NEW, folder.read(NAME));
  }

  @Test
  void deleteIfStillWhenTheContentIsTheSameThenItIsGone() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, OLD);

    folder.deleteIfStill(NAME, Bytes.wrap(OLD));

    assertEquals(List.of(), folder.names());
  }

  @Test
  void namesWhenThereAreFilesOfOthersThenTheyAreNotTouched() throws IOException {
    SpillFolder folder = open();
    Path foreign = above.resolve("spill").resolve(FOLDER).resolve("notes.session");
    Files.writeString(foreign, "not ours");

    assertEquals(List.of(), folder.names());
    assertEquals("not ours", Files.readString(foreign));
  }

  @Test
  void forgetOldOnesWhenAWeekHasPassedThenWhatWasPutAsideIsDeleted() throws IOException {
    SpillFolder folder = open();
    for (int i = 0; i < 2; i++) {
      folder.write(name(i), OLD);
      folder.putAside(name(i));
    }
    Path folderPath = above.resolve("spill").resolve(FOLDER);
    age(folderPath.resolve("%064x.unreadable".formatted(0)), Duration.ofDays(8));
    age(folderPath.resolve("%064x.unreadable".formatted(1)), Duration.ofDays(6));
    for (int i = 2; i < 5; i++) {
      folder.write(name(i), OLD);
      age(folderPath.resolve(name(i)), Duration.ofDays(i == 3 ? 6 : 8));
    }
    Set<String> others = new HashSet<>(Set.of(name(2), name(3)));

    folder.forgetOldOnes(NOW, others);

    assertEquals(new SpillFolder.Usage(3, 3L * OLD.length), folder.usage());
    assertEquals(Set.of(name(3), name(4)), Set.copyOf(folder.names()));
    assertEquals(Set.of(name(3)), others);
  }

  private static void age(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
  }

  /** The room of a process that is gone: no process has its lock. */
  private Path deadRoom() throws IOException {
    Path folder = PrivateDirectory.open(above.resolve("spill")).resolve(FOLDER);
    PrivateDirectory.open(folder);
    String name = UUID.randomUUID() + "-" + UUID.randomUUID();
    Files.createFile(folder.resolve(name + ".lock"));
    return Files.createDirectory(folder.resolve(name));
  }

  private List<Path> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(above.resolve("spill").resolve(FOLDER))) {
      return files.toList();
    }
  }

  private SpillFolder open() {
    SpillFolder folder = SpillFolder.open(above.resolve("spill"), FOLDER, PROCESS);
    open.add(folder);
    return folder;
  }
}
