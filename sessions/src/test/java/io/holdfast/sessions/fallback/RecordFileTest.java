package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordFileTest {

  private static final byte[] CONTENT = {1, 2, 3, 4, 5};

  @TempDir private Path directory;

  @Test
  void readWholeWhenTheFileIsLongerThanAllowedThenThrows() throws IOException {
    Path file = created();

    assertArrayEquals(CONTENT, RecordFile.readWhole(file, 5));
    assertThrows(IOException.class, () -> RecordFile.readWhole(file, 4));
  }

  @Test
  void readWholeWhenThereIsASymbolicLinkThenItIsNotFollowed() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), created());

    assertThrows(IOException.class, () -> RecordFile.readWhole(link, 5));
  }

  @Test
  void createWhenTheFileIsNewThenOnlyItsOwnerMayReadIt() throws IOException {
    Path file = created();

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void createWhenThereIsAFileThenItStaysAsItIs() throws IOException {
    Path file = created();

    assertThrows(FileAlreadyExistsException.class, () -> RecordFile.create(file, new byte[] {9}));
    assertArrayEquals(CONTENT, Files.readAllBytes(file));
  }

  private Path created() throws IOException {
    Path file = directory.resolve("file");
    RecordFile.create(file, CONTENT);
    return file;
  }
}
