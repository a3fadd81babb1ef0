package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WrittenObjectsTest {

  private static final int MANY = 10_000;

  private final WrittenObjects written = new WrittenObjects();

  @Test
  void findOrAddWhenNewThenSaysSo() {
    assertEquals(WrittenObjects.NEW, written.findOrAdd("a"));
  }

  @Test
  void findOrAddWhenEqualButNotTheSameThenIsNew() {
    written.findOrAdd(List.of(1));

    assertEquals(WrittenObjects.NEW, written.findOrAdd(List.of(1)));
  }

  @Test
  void findOrAddWhenThereAreManyThenEachKeepsItsNumber() {
    List<Object> objects = Stream.generate(Object::new).limit(MANY).toList();
    objects.forEach(written::findOrAdd);

    List<Integer> numbers = objects.stream().map(written::findOrAdd).toList();

    assertEquals(IntStream.range(0, MANY).boxed().toList(), numbers);
  }

  @Test
  void clearWhenThereWereManyThenTheyAreNewAgain() {
    List<Object> objects = Stream.generate(Object::new).limit(MANY).toList();
    objects.forEach(written::findOrAdd);

    written.clear();

    assertEquals(WrittenObjects.NEW, written.findOrAdd(objects.get(0)));
    assertEquals(1, written.size());
  }

  @Test
  void clearWhenThereWereFewThenTheyAreNewAgain() {
    Object object = new Object();
    written.findOrAdd(object);

    written.clear();

    assertEquals(WrittenObjects.NEW, written.findOrAdd(object));
  }
}
