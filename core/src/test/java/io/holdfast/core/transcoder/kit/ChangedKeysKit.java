package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Keys that the application changes while they are in a table: sorted tables keep them as they are,
 * and a hash table that would lose one, or could not be filled, is refused when it is written.
 */
@SuppressWarnings({"JdkObsolete", "serial"})
public abstract class ChangedKeysKit {

  private final Transcoder transcoder =
      factory()
          .create(
              TranscoderContext.of(Filters.ofLoader(ChangedKeysKit.class.getClassLoader(), "")));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** A row of a form, which its user changes. */
  private static final class Row implements Comparable<Row>, Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable String name;
    private int rank;

    Row(String name, int rank) {
      this.name = name;
      this.rank = rank;
    }

    private String name() {
      return Objects.requireNonNull(name, "a row without a name");
    }

    @Override
    public int hashCode() {
      return name().hashCode() + rank;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Row row && row.name().equals(name()) && row.rank == rank;
    }

    @Override
    public int compareTo(Row other) {
      return Comparator.comparing(Row::name).thenComparing(row -> row.rank).compare(this, other);
    }
  }

  private static final class ByRank implements Comparator<Row>, Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Row one, Row other) {
      return Integer.compare(one.rank, other.rank);
    }
  }

  /** Holds its rows, as a form does. */
  private static final class Form implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Set<Row> rows = new LinkedHashSet<>();
  }

  private static Map<Row, String> filled(Map<Row, String> map, List<Row> rows) {
    rows.forEach(row -> map.put(row, "value"));
    return map;
  }

  private static Collection<Row> filled(Collection<Row> set, List<Row> rows) {
    set.addAll(rows);
    return set;
  }

  private Map<String, Function<List<Row>, Object>> hashed() {
    Map<String, Function<List<Row>, Object>> all = new LinkedHashMap<>();
    all.put("HashSet", HashSet::new);
    all.put("LinkedHashSet", LinkedHashSet::new);
    all.put("HashMap", rows -> filled(new HashMap<>(), rows));
    all.put("LinkedHashMap", rows -> filled(new LinkedHashMap<>(), rows));
    all.put("Hashtable", rows -> filled(new Hashtable<>(), rows));
    all.put("ConcurrentHashMap", rows -> filled(new ConcurrentHashMap<>(), rows));
    all.put("ConcurrentHashMap$KeySet", rows -> filled(ConcurrentHashMap.newKeySet(), rows));
    all.put("ImmutableCollections$Set", Set::copyOf);
    all.put("ImmutableCollections$Map", rows -> Map.copyOf(filled(new HashMap<>(), rows)));
    return all;
  }

  private static Map<String, Function<List<Row>, Object>> ordered() {
    Map<String, Function<List<Row>, Object>> all = new LinkedHashMap<>();
    all.put("TreeSet", TreeSet::new);
    all.put("TreeSet by rank", rows -> filled(new TreeSet<>(new ByRank()), rows));
    all.put("TreeMap", rows -> filled(new TreeMap<>(), rows));
    all.put("TreeMap by rank", rows -> filled(new TreeMap<>(new ByRank()), rows));
    return all;
  }

  private static Map<String, Function<List<Row>, Object>> comparing() {
    Map<String, Function<List<Row>, Object>> all = new LinkedHashMap<>();
    all.put("ConcurrentSkipListSet", ConcurrentSkipListSet::new);
    all.put("ConcurrentSkipListMap", rows -> filled(new ConcurrentSkipListMap<>(), rows));
    all.put("PriorityQueue", PriorityQueue::new);
    return all;
  }

  private static Map<String, Consumer<List<Row>>> changes() {
    return new TreeMap<>(
        Map.of(
            "that have become equal",
            rows -> {
              rows.get(1).name = rows.get(0).name;
              rows.get(1).rank = rows.get(0).rank;
            },
            "that are in another order",
            rows -> {
              rows.get(0).name = "z";
              rows.get(0).rank = 9;
            },
            "that cannot be compared",
            rows -> rows.get(0).name = null));
  }

  private static List<Row> rows() {
    return List.of(new Row("a", 1), new Row("b", 2), new Row("c", 3));
  }

  private static List<?> keysOf(Object table) {
    return new ArrayList<>(table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table);
  }

  private static Map<String, Object> session(Object attribute) {
    return new LinkedHashMap<>(Map.of("table", attribute, "user", "kept"));
  }

  private Object readAgain(Object attribute) {
    Map<?, ?> read = (Map<?, ?>) transcoder.decode(transcoder.encode(session(attribute)));
    return Objects.requireNonNull(read.get("table"));
  }

  /** Its classes were read back once, with harmless keys. */
  private Object provenTable(Function<List<Row>, Object> make, List<Row> rows) {
    assertEquals(3, keysOf(readAgain(make.apply(rows()))).size());
    return make.apply(rows);
  }

  private TranscoderException refusal(Object attribute) {
    return assertThrows(TranscoderException.class, () -> transcoder.encode(session(attribute)));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenKeysOfAHashTableHaveBecomeEqualThenIsRefused() {
    return hashed().entrySet().stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.getKey(),
                    () -> {
                      List<Row> rows = rows();
                      Object attribute = provenTable(table.getValue(), rows);
                      rows.get(1).name = "a";
                      rows.get(1).rank = 1;

                      assertNamed(table.getKey(), refusal(attribute));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenAKeyOfAHashTableHasNoHashCodeThenIsRefused() {
    return hashed().entrySet().stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.getKey(),
                    () -> {
                      List<Row> rows = rows();
                      Object attribute = provenTable(table.getValue(), rows);
                      rows.get(1).name = null;

                      TranscoderException e = refusal(attribute);

                      assertNamed(table.getKey(), e);
                      assertTrue(String.valueOf(e.getMessage()).contains("without a name"));
                    }));
  }

  private static void assertNamed(String table, TranscoderException e) {
    String message = String.valueOf(e.getMessage());
    assertEquals(Reason.UNWRITABLE, e.reason(), message);
    assertTrue(message.contains("[\"table\"]"), message);
    assertTrue(message.contains("$Row") || message.contains(table), message);
  }

  @Test
  void encodeWhenKeysHaveBecomeEqualThenSaysHowManyAreLeft() {
    List<Row> rows = rows();
    Set<Row> set = new HashSet<>(rows);
    rows.get(1).name = "a";
    rows.get(1).rank = 1;

    String message = String.valueOf(refusal(set).getMessage());

    assertTrue(
        message.contains(
            "class java.util.HashSet has 3 keys, but reading leaves 2: some have become equal"),
        message);
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenKeysOfASortedTableHaveChangedThenAllAreThereInTheirOrder() {
    return ordered().entrySet().stream()
        .flatMap(
            table ->
                changes().entrySet().stream()
                    .map(
                        change ->
                            DynamicTest.dynamicTest(
                                table.getKey() + " of keys " + change.getKey(),
                                () -> {
                                  List<Row> rows = rows();
                                  Object attribute = provenTable(table.getValue(), rows);
                                  change.getValue().accept(rows);

                                  assertEquals(
                                      rows.stream().map(row -> row.name + row.rank).toList(),
                                      keysOf(readAgain(attribute)).stream()
                                          .map(key -> ((Row) key).name + ((Row) key).rank)
                                          .toList());
                                })));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenKeysThatAreComparedHaveChangedThenAllAreReadOrItIsRefused() {
    return comparing().entrySet().stream()
        .flatMap(
            table ->
                changes().entrySet().stream()
                    .map(
                        change ->
                            DynamicTest.dynamicTest(
                                table.getKey() + " of keys " + change.getKey(),
                                () -> {
                                  List<Row> rows = rows();
                                  Object attribute = provenTable(table.getValue(), rows);
                                  change.getValue().accept(rows);

                                  assertAllReadOrRefused(attribute);
                                })));
  }

  private void assertAllReadOrRefused(Object attribute) {
    byte[] bytes;
    try {
      bytes = transcoder.encode(session(attribute));
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return;
    }
    Object read = ((Map<?, ?>) transcoder.decode(bytes)).get("table");
    assertEquals(3, keysOf(Objects.requireNonNull(read)).size());
  }

  /** A key that changes inside of one that does not. */
  @Test
  void encodeWhenRecordsHaveBecomeEqualThenIsRefused() {
    List<Row> rows = rows();
    Set<Object> set = new HashSet<>(Set.of(List.of(rows.get(0)), List.of(rows.get(1))));
    assertNotNull(readAgain(set));
    rows.get(1).name = "a";
    rows.get(1).rank = 1;

    assertEquals(Reason.UNWRITABLE, refusal(set).reason());
  }

  @Test
  void decodeWhenATableInAFieldIsWholeThenIsRead() {
    Form form = new Form();
    form.rows.addAll(rows());

    assertEquals(form.rows, ((Form) readAgain(form)).rows);
  }

  /** In a sorted table that it holds itself, and whose keys are read before its own rank. */
  private static final class Node implements Comparable<Node>, Serializable {

    private static final long serialVersionUID = 1L;

    private final TreeSet<Node> all = new TreeSet<>();
    private final TreeMap<Node, String> byNode = new TreeMap<>();
    private final Integer rank;

    Node(int rank) {
      this.rank = rank;
    }

    @Override
    public int compareTo(Node other) {
      return rank.compareTo(other.rank);
    }
  }

  @Test
  void decodeWhenAKeyHoldsTheSortedTableItIsInThenTheTableFindsIt() {
    Node node = new Node(2);
    List<Node> nodes = List.of(new Node(1), node, new Node(3));
    node.all.addAll(nodes);
    nodes.forEach(each -> node.byNode.put(each, "value"));

    Node read = (Node) readAgain(node);

    assertEquals(List.of(1, 2, 3), read.all.stream().map(each -> each.rank).toList());
    assertSame(read, read.all.ceiling(read));
    assertEquals("value", read.byNode.get(read));
  }

  /** Was two when it was written; another version of its class takes the two for one. */
  private static final class Merged implements Serializable {

    private static final long serialVersionUID = 1L;

    private static boolean isOne;

    private final String name;

    Merged(String name) {
      this.name = name;
    }

    @Override
    public int hashCode() {
      return isOne ? 1 : name.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Merged merged && (isOne || merged.name.equals(name));
    }
  }

  @Test
  void decodeWhenKeysBecomeEqualOnlyAsTheyAreReadThenOneIsLeft() {
    byte[] bytes = transcoder.encode(new HashSet<>(Set.of(new Merged("a"), new Merged("b"))));
    Merged.isOne = true;
    try {
      assertEquals(1, ((Set<?>) transcoder.decode(bytes)).size());
    } finally {
      Merged.isOne = false;
    }
  }
}
