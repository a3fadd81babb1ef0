package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.report.Turn.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesStoreTest {

  @TempDir Path directory;
  private FilesStore store;

  @BeforeEach
  void create() {
    store = new FilesStore(directory);
  }

  @Test
  void trafficWhenNothingIsWrittenThenItStandsStill() throws IOException {
    write("a", 100, 1);
    store.traffic();

    assertEquals(new Traffic(1, 100), store.traffic());
  }

  @Test
  void trafficWhenAFileIsWrittenAgainThenItCountsAgain() throws IOException {
    write("a", 100, 1);
    write("b", 10, 1);
    store.traffic();
    write("a", 100, 2);

    assertEquals(new Traffic(3, 210), store.traffic());
  }

  @Test
  void trafficWhenAFileIsGoneThenItStandsStill() throws IOException {
    write("a", 100, 1);
    store.traffic();
    Files.delete(directory.resolve("a"));

    assertEquals(new Traffic(1, 100), store.traffic());
  }

  private void write(String name, int size, int second) throws IOException {
    Path file = directory.resolve(name);
    Files.write(file, new byte[size]);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * second));
  }
}
