package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberedObjectsTest {

  private final NumberedObjects objects = new NumberedObjects();

  @Test
  void getWhenNumbersFollowEachOtherThenTheirObjects() {
    IntStream.range(1, 10_000).forEach(i -> objects.put(i, i));

    IntStream.range(1, 10_000).forEach(i -> assertEquals(i, objects.get(i)));
    assertNull(objects.get(0));
    assertNull(objects.get(10_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 64, 127, 128, 1_000_000, Integer.MAX_VALUE})
  void getWhenNumberIsMadeUpThenItsObject(int number) {
    objects.put(number, "far");

    assertEquals("far", objects.get(number));
    assertNull(objects.get(5));
  }

  @Test
  void getWhenNumbersCatchUpThenStillTheObject() {
    objects.put(200, "ahead");

    IntStream.range(1, 199).forEach(i -> objects.put(i, i));

    assertEquals("ahead", objects.get(200));
    assertNull(objects.get(199));
  }

  @Test
  void putWhenNumbersDoubleEachTimeThenTakesNoMoreThanTheObjects() {
    for (int number = 64; number > 0; number *= 2) {
      objects.put(number, "hostile"); // an array for these would not fit in memory
    }

    assertEquals("hostile", objects.get(1 << 30));
  }

  @Test
  void putWhenNumberIsPutAgainThenTheLastObject() {
    objects.put(1, "announced");
    objects.put(1, "complete");

    assertEquals("complete", objects.get(1));
  }
}
