package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told whose jars are not those that the attribute names. */
class TranscoderFactoriesTest {

  @TempDir private Path folder;

  @Test
  void findWhenOnlyAnotherSerializerIsThereThenSuggestsIt() throws IOException {
    Path factory = folder.resolve("io/holdfast/serializer/kryo/KryoTranscoderFactory.class");
    Files.createDirectories(factory.getParent());
    Files.createFile(factory);

    String message = message("java", folder);

    assertTrue(message.contains("holdfast-serializer-java"), message);
    assertTrue(message.endsWith("or use what is there: transcoderFactoryClass=\"kryo\""), message);
  }

  @Test
  void findWhenNoSerializerIsThereThenSuggestsNone() throws IOException {
    String message = message("java", folder);

    assertTrue(message.contains("holdfast-serializer-java"), message);
    assertFalse(message.contains("what is there"), message);
  }

  private static String message(String name, Path folder) throws IOException {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, TranscoderFactories.class.getClassLoader())) {
      TranscoderException refused =
          assertThrows(
              TranscoderException.class, () -> TranscoderFactories.find(name, loader).name());
      assertEquals(TranscoderException.Reason.UNUSABLE, refused.reason());
      return String.valueOf(refused.getMessage());
    }
  }
}
