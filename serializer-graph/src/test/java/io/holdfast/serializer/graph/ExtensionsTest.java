package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExtensionsTest {

  private static final byte[] GRAPH = {1, 2, 3};

  private final Extensions both = extensions(new First(), new Second());

  private static final class First {}

  private static final class Second {}

  @Test
  void markWhenNoExtensionWroteThenTheBytesAreThoseOfTheGraph() {
    assertSame(GRAPH, both.write().mark(GRAPH));
  }

  @Test
  void readWhenTheSameExtensionIsThereThenReturnsTheGraph() {
    byte[] marked = marked(new First());

    assertArrayEquals(GRAPH, extensions(new First()).read(marked).graph());
  }

  @Test
  void readWhenAnotherOneIsThereThenRefuses() {
    byte[] marked = marked(new First());
    Extensions other = extensions(new Second());

    assertThrows(TranscoderException.class, () -> other.read(marked));
  }

  @Test
  void readWhenNoneIsThereThenRefuses() {
    byte[] marked = marked(new First());
    Extensions none = extensions();

    assertThrows(TranscoderException.class, () -> none.read(marked));
  }

  @Test
  void readWhenTheMarkIsCutThenRefuses() {
    byte[] marked = marked(new First());

    for (int length = 1; length < marked.length - GRAPH.length; length++) {
      byte[] cut = Arrays.copyOf(marked, length);
      assertThrows(TranscoderException.class, () -> both.read(cut));
    }
  }

  @Test
  void checkWhenTheExtensionWroteThenAccepts() {
    Second second = new Second();
    Extensions.Read read = extensions(new First(), second).read(marked(second));

    assertDoesNotThrow(() -> read.check(second, String.class));
  }

  @Test
  void checkWhenTheExtensionDidNotWriteThenRefuses() {
    Second second = new Second();
    Extensions.Read read = extensions(second).read(GRAPH);

    assertThrows(TranscoderException.class, () -> read.check(second, String.class));
  }

  private static Extensions extensions(Object... all) {
    return new Extensions(Stream.of(all).collect(Collectors.toMap(e -> e, Object::getClass)));
  }

  private static byte[] marked(Object extension) {
    Extensions.Written written = extensions(extension).write();
    written.note(extension);
    return written.mark(GRAPH);
  }
}
