package io.holdfast.serializer.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SortedTablesTest {

  @SuppressWarnings("NonApiType")
  private static TreeSet<@Nullable Object> filled(
      @Nullable Comparator<@Nullable Object> order, @Nullable Object... elements) {
    TreeSet<@Nullable Object> set = new TreeSet<>(order);
    SortedTables.fill(set, Arrays.asList(elements));
    return set;
  }

  @SuppressWarnings("NonApiType")
  private static TreeMap<@Nullable Object, @Nullable Object> map(
      @Nullable Comparator<@Nullable Object> order, @Nullable Object... entries) {
    TreeMap<@Nullable Object, @Nullable Object> map = new TreeMap<>(order);
    SortedTables.fill(map, Arrays.asList(entries));
    return map;
  }

  @Test
  void fillWhenElementsAreSortedThenTheSetFindsThem() {
    TreeSet<@Nullable Object> set = filled(null, 1, 2, 3, 4, 5, 6, 7);
    set.add(0);
    set.remove(4);

    assertEquals(List.of(0, 1, 2, 3, 5, 6, 7), new ArrayList<>(set));
  }

  @Test
  void fillWhenElementsAreNotSortedOrEqualThenTheSetHasThemAsTheyCome() {
    assertEquals(List.of(2, 1, 1), new ArrayList<>(filled(null, 2, 1, 1)));
  }

  @Test
  void fillWhenElementsCannotBeComparedThenTheSetHasThem() {
    Object one = new Object();

    assertEquals(Arrays.asList(one, null), new ArrayList<>(filled(null, one, null)));
  }

  @Test
  @SuppressWarnings("UnusedVariable")
  void fillWhenThereIsAComparatorThenItIsNotAsked() {
    Comparator<@Nullable Object> failing =
        (one, other) -> {
          throw new IllegalStateException("compared");
        };

    assertEquals(List.of(2, 1), new ArrayList<>(filled(failing, 2, 1)));
    assertEquals(List.of(2, 1), new ArrayList<>(map(failing, 2, "b", 1, "a").keySet()));
  }

  @Test
  void fillWhenEntriesAreSortedThenTheMapFindsThem() {
    TreeMap<@Nullable Object, @Nullable Object> map = map(null, 1, "a", 2, "b", 3, null);

    assertEquals("b", map.get(2));
    assertEquals(List.of(1, 2, 3), new ArrayList<>(map.keySet()));
  }

  @Test
  void fillWhenConstantsWereDeclaredInAnotherOrderThenTheirOrderIsThatOfNow() {
    assertEquals(
        List.of(TimeUnit.SECONDS, TimeUnit.DAYS),
        new ArrayList<>(filled(null, TimeUnit.DAYS, TimeUnit.SECONDS)));
    assertEquals("a", map(null, TimeUnit.DAYS, "a", TimeUnit.SECONDS, "b").get(TimeUnit.DAYS));
  }

  @Test
  void fillWhenThereIsNothingThenStaysEmpty() {
    assertEquals(List.of(), new ArrayList<>(filled(null)));
    assertEquals(0, map(null).size());
  }
}
