package io.holdfast.serializer.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @Test
  void nextGraphWhenAValueIsThereAgainThenItIsNewInTheNextGraph() {
    List<String> texts = IntStream.range(0, MANY).mapToObj(i -> "text " + i).toList();
    texts.forEach(numbers::findOrAdd);

    numbers.nextGraph();

    assertEquals(0, numbers.size());
    assertEquals(ObjectNumbers.NONE, numbers.find(texts.get(7)));
    texts.forEach(text -> assertEquals(ObjectNumbers.NONE, numbers.findOrAdd(text)));
    for (int i = 0; i < MANY; i++) {
      assertEquals(i, numbers.find(texts.get(i)));
    }
    assertFalse(numbers.isShared());
  }

  @Test
  void nextGraphWhenWhatCanChangeIsThereAgainThenIsSharedUntilCleared() {
    Object object = new Object();
    numbers.findOrAdd(object);
    numbers.nextGraph();

    assertEquals(0, numbers.findOrAdd(object));
    assertTrue(numbers.isShared());
    assertEquals(0, numbers.find("whatever"));

    numbers.clear();
    assertFalse(numbers.isShared());
    assertEquals(ObjectNumbers.NONE, numbers.findOrAdd(object));
  }
}
