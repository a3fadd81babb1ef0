package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.core.storage.SealedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordSealingTest {

  @TempDir private Path folder;

  private final InMemoryStore node = new InMemoryStore("n1", InstantSource.system());

  @Test
  void ofWhenThereIsNoKeyFileThenNothingIsSealed() {
    RecordSealing none = of("");

    assertSame(node, over(none));
    assertEquals(0, none.overhead());
    assertEquals("", none.sealing().inWords());
  }

  @Test
  void ofWhenThereIsOneThenStoresAreSealedAndKeysAreNamed() throws IOException {
    RecordSealing sealing = of(write("rw-------").toString());

    assertInstanceOf(SealedStore.class, over(sealing));
    assertEquals("k2 seals; keys k2, k1; opened {}", sealing.sealing().inWords());
  }

  @Test
  void ofWhenTheKeyFileCannotBeUsedThenTheErrorNamesAttributeValueAndRemedy() throws IOException {
    Path file = write("rw-r--r--");

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> of(file.toString()));

    assertEquals(
        "encryptionKeyFile=\"%s\": others than its owner may use it (rw-r--r--); chmod 600"
            .formatted(file),
        error.getMessage());
    assertFalse(String.valueOf(error.getMessage()).contains(TestKeys.base64(2)));
  }

  private Path write(String permissions) throws IOException {
    Path file = folder.resolve("keys");
    Files.writeString(file, TestKeys.text(2, 1));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Object over(RecordSealing sealing) {
    return sealing.over("n1", node, new SessionMetrics(true), InstantSource.system());
  }

  private static RecordSealing of(String keyFile) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    settings.put(Setting.MEMCACHED_NODES, "n1:a:1");
    settings.put(Setting.ENCRYPTION_KEY_FILE, keyFile);
    return RecordSealing.of(ConfigurationParser.parse(settings));
  }
}
