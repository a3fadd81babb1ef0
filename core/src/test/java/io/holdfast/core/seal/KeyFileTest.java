package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFileTest {

  @TempDir private Path folder;

  private long now;
  private int changes;

  @Test
  void openWhenInOrderThenItsKeys() throws IOException {
    assertEquals(List.of("k1", "k2"), open(1, 2).now().ids());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw----r--", "rw--w----", "rwx--x---"})
  void openWhenOthersMayUseItThenRefusedWithTheRemedy(String permissions) throws IOException {
    Path file = write(TestKeys.text(1));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

    assertRefused(file, "others than its owner may use it (" + permissions + "); chmod 600");
  }

  @Test
  void openWhenThereIsNoneThenRefused() {
    assertRefused(folder.resolve("none"), "there is no such file");
    assertRefused(folder, "it is not a file");
  }

  @Test
  void openWhenItIsNoTextThenRefused() throws IOException {
    Path file = write("");
    Files.write(file, new byte[] {(byte) 0xC0, (byte) 0xC0});

    assertRefused(file, "it is not a text in UTF-8");
  }

  @Test
  void lookWhenChangedThenTheNewKeys() throws IOException {
    KeyFile keys = open(1);
    write(TestKeys.text(2, 1));

    keys.look();

    assertEquals(List.of("k2", "k1"), keys.now().ids());
  }

  /** An editor replaces the file; between the two there may be none, or half of one. */
  @Test
  void lookWhenItCannotBeUsedThenTheKeysStayAndItIsNamedOnce() throws IOException {
    KeyFile keys = open(1);
    try (CapturedLog log = new CapturedLog(KeyFile.class)) {
      Files.delete(folder.resolve("keys"));
      keys.look();
      keys.look();
      write("k2:half");
      keys.look();
      keys.look();

      assertEquals(List.of("k1"), keys.now().ids());
      assertEquals(2, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(0).contains("there is no such file"));
      assertTrue(log.warnings().get(1).contains("line 1: the key k2 has"));

      write(TestKeys.text(2));
      keys.look();
      assertEquals(List.of("k2"), keys.now().ids());
    }
  }

  /** Who copies a file and then sets its mode changes neither its time nor its size. */
  @Test
  void lookWhenOnlyItsPermissionsWereWrongThenItIsReadOnceTheyAreRight() throws IOException {
    KeyFile keys = open(1);
    Path file = write(TestKeys.text(1, 2));
    try (CapturedLog log = new CapturedLog(KeyFile.class)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      keys.look();
      assertEquals(List.of("k1"), keys.now().ids());

      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      keys.look();
      assertEquals(List.of("k1", "k2"), keys.now().ids());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
    }
  }

  /** Such as that of another cluster, whose first key has the same name. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lookWhenTheKeyThatSealsIsNotThereAnyMoreThenTheLossIsNamed(boolean hasItsName)
      throws IOException {
    KeyFile keys = open(1);
    try (CapturedLog log = new CapturedLog(KeyFile.class)) {
      String other = TestKeys.text(2);
      write(hasItsName ? other.replace("k2:", "k1:") : other);
      keys.look();

      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(0).contains("has no more the key k1 that sealed until now"));
    }
  }

  @Test
  void lookWhenAnotherKeySealsFromNowOnThenNothingIsLost() throws IOException {
    KeyFile keys = open(1);
    try (CapturedLog log = new CapturedLog(KeyFile.class)) {
      write(TestKeys.text(2, 1));
      keys.look();

      assertEquals(List.of(), log.warnings());
    }
  }

  @Test
  void newestWhenAskedAgainWithinASecondThenItDoesNotLook() throws IOException {
    KeyFile keys = open(1);
    write(TestKeys.text(2));

    assertEquals(List.of("k1"), keys.newest().ids());
    now += Duration.ofSeconds(1).toNanos();
    assertEquals(List.of("k2"), keys.newest().ids());
  }

  private KeyFile open(int... numbers) throws IOException {
    return KeyFile.open(write(TestKeys.text(numbers)), () -> now);
  }

  /** Two changes may come within one step of the file system's clock. */
  private Path write(String text) throws IOException {
    Path file = folder.resolve("keys");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.setLastModifiedTime(file, FileTime.fromMillis(++changes * 1_000L));
    return file;
  }

  private static void assertRefused(Path file, String message) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> KeyFile.open(file, () -> 0));
    assertEquals(message, refused.getMessage());
  }
}
