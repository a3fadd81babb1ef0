package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObjectNumbersTest {

  private static final int MANY = 10_000;

  private final ObjectNumbers numbers = new ObjectNumbers();

  @Test
  void findOrAddWhenNewThenSaysSo() {
    assertEquals(ObjectNumbers.NONE, numbers.findOrAdd("a"));
  }

  @Test
  void findOrAddWhenEqualButNotTheSameThenIsNew() {
    numbers.findOrAdd(List.of(1));

    assertEquals(ObjectNumbers.NONE, numbers.findOrAdd(List.of(1)));
  }

  @Test
  void findOrAddWhenThereAreManyThenEachKeepsItsNumber() {
    List<Object> objects = Stream.generate(Object::new).limit(MANY).toList();
    objects.forEach(numbers::findOrAdd);

    List<Integer> found = objects.stream().map(numbers::findOrAdd).toList();

    assertEquals(IntStream.range(0, MANY).boxed().toList(), found);
  }

  @Test
  void findWhenNewThenDoesNotAdd() {
    int unused = numbers.find("a");

    assertEquals(ObjectNumbers.NONE, numbers.find("a"));
    assertEquals(0, numbers.size());
  }

  @Test
  void findWhenAddedThenReturnsTheNumber() {
    Object second = new Object();
    numbers.findOrAdd(new Object());
    numbers.findOrAdd(second);

    assertEquals(1, numbers.find(second));
  }

  @Test
  void clearWhenThereWereManyThenTheyAreNewAgain() {
    List<Object> objects = Stream.generate(Object::new).limit(MANY).toList();
    objects.forEach(numbers::findOrAdd);

    numbers.clear();

    assertEquals(ObjectNumbers.NONE, numbers.findOrAdd(objects.get(0)));
    assertEquals(1, numbers.size());
  }

  @Test
  void clearWhenThereWereFewThenTheyAreNewAgain() {
    Object object = new Object();
    numbers.findOrAdd(object);

    numbers.clear();

    assertEquals(ObjectNumbers.NONE, numbers.findOrAdd(object));
  }
}
