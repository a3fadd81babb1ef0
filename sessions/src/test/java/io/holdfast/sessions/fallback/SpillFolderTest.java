package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.StorageKeys;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpillFolderTest {

  private static final String NAME = "a".repeat(64) + ".session";
  private static final byte[] OLD = {1, 2, 3};
  private static final byte[] NEW = {4, 5, 6, 7};
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

  @TempDir private Path above;

  @Test
  void writeWhenThereIsAFileThenTakesItsPlace() throws IOException {
    SpillFolder folder = open();
    folder.write(NAME, OLD);

    folder.write(NAME, NEW);

    assertArrayEquals(NEW, folder.read(NAME));
    assertEquals(List.of(NAME), folder.names());
  }

  @Test
  void readWhenTwoShareTheDirectoryThenBothFindIt() throws IOException {
    SpillFolder one = open();
    SpillFolder other = open();
    one.write(NAME, OLD);

    assertArrayEquals(OLD, other.read(NAME));
    assertArrayEquals(OLD, one.read(NAME));
  }

  @Test
  void deleteIfStillWhenManyDeleteWhatIsWrittenAnewThenTheNewOneStays() throws Exception {
    int files = 200;
    SpillFolder writer = open();
    for (int i = 0; i < files; i++) {
      writer.write(name(i), OLD);
    }
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      SpillFolder tomcat = open();
      all.add(each(files, name -> tomcat.deleteIfStill(name, Bytes.wrap(OLD))));
    }
    all.add(each(files, name -> writer.write(name, NEW)));
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      for (Future<Integer> done : threads.invokeAll(all)) {
        assertEquals(files, done.get());
      }
    } finally {
      threads.shutdownNow();
    }

    assertEquals(files, inFolder().size());
    for (int i = 0; i < files; i++) {
      assertArrayEquals(NEW, writer.read(name(i)));
    }
  }

  private interface Step {
    void with(String name) throws IOException;
  }

  private static Callable<Integer> each(int files, Step step) {
    return () -> {
      for (int i = 0; i < files; i++) {
        step.with(name(i));
      }
      return files;
    };
  }

  private static String name(int number) {
    return "%064x.session".formatted(number);
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

    assertEquals(List.of(), inFolder());
  }

  @Test
  void namesWhenThereAreFilesOfOthersThenTheyAreNotTouched() throws IOException {
    SpillFolder folder = open();
    Path foreign = folderPath().resolve("notes.session");
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
    Path folderPath = folderPath();
    Path half = Files.write(folderPath.resolve(UUID.randomUUID() + ".part"), OLD);
    age(half, Duration.ofDays(8));
    Path justBegun = Files.write(folderPath.resolve(UUID.randomUUID() + ".part"), OLD);
    age(justBegun, Duration.ofDays(6));
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
    assertFalse(Files.exists(half));
    assertTrue(Files.exists(justBegun));
  }

  private static void age(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
  }

  private Path folderPath() {
    Path spill = above.resolve("spill");
    return spill.resolve(StorageKeys.sha256("localhost\n/shop\n").substring(0, 32));
  }

  private List<Path> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folderPath())) {
      return files.toList();
    }
  }

  private SpillFolder open() {
    return SpillFolder.open(above.resolve("spill"), "localhost", "/shop", "");
  }
}
