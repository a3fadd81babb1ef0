package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What a released serializer wrote is on users' nodes: every later version reads it. The golden
 * files never change; a serializer that writes other bytes gets a file of its own in a new folder.
 */
final class GoldenPayloadsTest {

  /**
   * Of JDK 17, as releases are: a later one orders and sizes the tables of some collections in its
   * own way.
   */
  private static final int JDK_OF_THE_FILES = 17;

  /**
   * Of the same objects, bytes that differ: the order of collections is another one in each virtual
   * machine, and a format has its currency only once that of its locale was asked for.
   */
  private static final Set<String> NOT_ALWAYS_ALIKE =
      Set.of("Set.of(2)", "Set.of(3)", "Map.of(3)", "IdentityHashMap", "DecimalFormat");

  private final Map<String, Kind> kinds = GoldenPayloads.kinds();

  @TestFactory
  Stream<DynamicTest> decodeWhenGoldenThenIsEqual() {
    return Serializer.ALL.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(serializer.title(), () -> checkReading(serializer)));
  }

  private void checkReading(Serializer serializer) throws IOException {
    List<Path> files = GoldenPayloads.filesOf(serializer);
    assertFalse(files.isEmpty(), () -> serializer + " has no golden file");
    for (Path file : files) {
      Set<String> wrong = new TreeSet<>();
      Map<String, Bytes> golden = GoldenPayloads.read(file);
      assertTrue(golden.size() > 150, file::toString);
      Transcoder transcoder = serializer.transcoder();
      golden.forEach(
          (name, bytes) -> {
            if (!isRead(Objects.requireNonNull(kinds.get(name), name), transcoder, bytes)) {
              wrong.add(name);
            }
          });
      assertEquals(Set.of(), wrong, file::toString);
    }
  }

  private static boolean isRead(Kind kind, Transcoder transcoder, Bytes bytes) {
    try {
      return kind.same().test(kind.sample().get(), transcoder.decode(bytes.toByteArray()));
    } catch (TranscoderException e) {
      return false;
    }
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenGoldenThenIdenticalBytes() {
    assumeTrue(Runtime.version().feature() == JDK_OF_THE_FILES, "bytes are those of JDK 17");
    return Serializer.ALL.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(serializer.title(), () -> checkWriting(serializer)));
  }

  private void checkWriting(Serializer serializer) throws IOException {
    List<Path> files = GoldenPayloads.filesOf(serializer);
    Transcoder transcoder = serializer.transcoder();
    Set<String> different = new TreeSet<>();
    GoldenPayloads.read(files.get(files.size() - 1))
        .forEach(
            (name, bytes) -> {
              Object sample = Objects.requireNonNull(kinds.get(name), name).sample().get();
              if (!NOT_ALWAYS_ALIKE.contains(name)
                  && !bytes.equals(Bytes.wrap(transcoder.encode(sample)))) {
                different.add(name);
              }
            });
    assertEquals(Set.of(), different);
  }
}
