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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told whose jars are not those that the attribute names. */
class TranscoderFactoriesTest {

  @TempDir private Path folder;

  @Test
  void findWhenOnlyAnotherSerializerIsThereThenSuggestsIt() throws IOException {
    createClass("io/holdfast/serializer/kryo/KryoTranscoderFactory.class");

    assertFalse(message("java", folder).contains("what is there"));

    createClass("io/holdfast/serializer/limits/WorkBudget.class");
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

  /** Of a serializer whose jar is there without another one that it needs. */
  private static final class Incomplete implements TranscoderFactory {

    private final String missing;

    Incomplete(String missing) {
      this.missing = missing;
    }

    @Override
    public String name() {
      return "incomplete";
    }

    @Override
    public Transcoder create(TranscoderContext context) {
      throw new NoClassDefFoundError(missing);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "xstream    | io/holdfast/serializer/graph/Shapes   | add io.holdfast:holdfast-serializer-graph to",
        "javolution | io/holdfast/serializer/graph/Shapes   | add io.holdfast:holdfast-serializer-graph to",
        "com.acme.F | io/holdfast/serializer/tree/TreeNode  | add io.holdfast:holdfast-serializer-graph to",
        "java       | io/holdfast/serializer/jdk/JdkStream  | add io.holdfast:holdfast-serializer-base to",
        "com.acme.F | io/holdfast/serializer/limits/Work    | add io.holdfast:holdfast-serializer-base to",
        "com.acme.F | io/holdfast/serializer/objects/Parts  | add io.holdfast:holdfast-serializer-base to",
        "xstream    | com/thoughtworks/xstream/XStream      | add io.holdfast:holdfast-serializer-xstream to",
        "com.acme.F | com/acme/Library                      | add the jar with this class to",
        "kryo       | Could not initialize class com.acme.F | add io.holdfast:holdfast-serializer-kryo to"
      })
  void createWhenTheSerializerNeedsAJarThatIsMissingThenNamesIt(
      String name, String missing, String remedy) {
    TranscoderContext context =
        TranscoderContext.of(ClassFilter.create(getClass().getClassLoader(), ""));

    TranscoderException refused =
        assertThrows(
            TranscoderException.class,
            () -> TranscoderFactories.create(name, new Incomplete(missing), context));

    String message = String.valueOf(refused.getMessage());
    assertEquals(TranscoderException.Reason.UNUSABLE, refused.reason());
    assertTrue(message.contains(missing.replace('/', '.')), message);
    assertTrue(message.contains("; " + remedy), message);
  }

  @Test
  void findWhenAnotherSerializerIsThereWithoutTheJarItNeedsThenSuggestsNone() throws IOException {
    createClass("io/holdfast/serializer/xstream/XStreamTranscoderFactory.class");
    createClass("io/holdfast/serializer/limits/WorkBudget.class");

    assertFalse(message("java", folder).contains("what is there"));

    createClass("io/holdfast/serializer/graph/ApplicationShapes.class");
    String message = message("java", folder);
    assertTrue(message.endsWith("what is there: transcoderFactoryClass=\"xstream\""), message);
  }

  private void createClass(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
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
