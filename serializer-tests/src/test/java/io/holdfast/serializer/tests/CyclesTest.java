package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.tests.Holders.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A list in a holder of every kind that holds that holder: the same after a round trip, whichever
 * of the two comes first, or refused. Nothing that stood for an object in the bytes is left behind.
 */
final class CyclesTest {

  @TestFactory
  Stream<DynamicTest> decodeWhenAHolderHoldsItselfThenItStillDoesOrWasRefused() {
    return Serializer.WITH_OPTIONS.stream()
        .map(serializer -> DynamicTest.dynamicTest(serializer.title(), () -> check(serializer)));
  }

  private static void check(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder(CyclesTest.class.getClassLoader());
    List<String> wrong = new ArrayList<>();
    for (Holder kind : Holders.all()) {
      List<Object> list = new ArrayList<>();
      Object holder = kind.holding().apply(list);
      list.add(holder);
      if (!isCycle(transcoder, new Object[] {holder, list}, kind, 0)) {
        wrong.add(kind + " first");
      }
      if (!isCycle(transcoder, new Object[] {list, holder}, kind, 1)) {
        wrong.add(kind + " second");
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static boolean isCycle(Transcoder transcoder, Object graph, Holder kind, int place) {
    byte[] bytes;
    try {
      bytes = transcoder.encode(graph);
    } catch (TranscoderException e) {
      return true;
    }
    Object[] read = (Object[]) transcoder.decode(bytes);
    List<?> list = (List<?>) read[1 - place];
    return list.get(0) == read[place] && kind.held().apply(read[place]) == list;
  }

  /** What stands for an object need not lead back to it, though the object does. */
  @TestFactory
  Stream<DynamicTest> encodeWhenOnlyTheObjectItselfLeadsBackThenIsStored() {
    return Serializer.WITH_OPTIONS.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(
                    serializer.title(),
                    () -> {
                      Transcoder transcoder =
                          serializer.transcoder(CyclesTest.class.getClassLoader());
                      List<Object> list = new ArrayList<>();
                      list.add(new Holders.ByName("x", list));

                      List<?> read = (List<?>) transcoder.decode(transcoder.encode(list));

                      assertEquals("x", ((Holders.ByName) read.get(0)).name);
                    }));
  }
}
