package io.holdfast.core.transcoder.kit;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Graphs of a few bytes that take very long to hash. They are made without hashing them: a list is
 * put in as a key while it is empty, or harmless, and gets its content afterwards.
 */
@SuppressWarnings({"JdkObsolete", "CollectionUndefinedEquality"})
final class Bombs {

  /** Something of two parts that hashes both, as a web application has it. */
  record Twice(Object left, Object right) implements Serializable {}

  /** An object that writes itself. */
  @SuppressWarnings("serial")
  static final class Around implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Object held;

    Around(Object held) {
      this.held = held;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }

    @Override
    public String toString() {
      return "around a " + held.getClass();
    }
  }

  /** Something whose hash code asks a field, as tools write it. */
  @SuppressWarnings("serial") // the list is a serializable one
  static final class Tagged implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Object> tags;

    Tagged(List<Object> tags) {
      this.tags = tags;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Tagged that && tags.equals(that.tags);
    }

    @Override
    public int hashCode() {
      return Objects.hash(tags);
    }
  }

  /** Something that is not worth its hash code. */
  static final class Alike implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int number;
    private int hash;

    Alike(int number) {
      this.number = number;
      this.hash = number;
    }

    /** Gives it the hash code of all others; before, a table takes it quickly. */
    void collide() {
      hash = 7;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Alike that && number == that.number;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * A hostile graph.
   *
   * @param name what kind it is of
   * @param alike a harmless graph of the same classes
   */
  record Bomb(String name, Object graph, Object alike) {}

  private Bombs() {}

  /**
   * Graphs that ask {@code 2^depth} parts when they are hashed: each level holds the next one
   * twice.
   */
  static List<Bomb> exponential(int depth) {
    return bombs(towers(depth), towers(2));
  }

  /** Graphs with {@code count} keys that have one hash code and no order. */
  static List<Bomb> quadratic(int count) {
    return bombs(collisions(count), collisions(2));
  }

  /** Graphs with a key that holds itself, so that its hash code has no end. */
  static List<Bomb> endless() {
    return bombs(loops(true), loops(false));
  }

  private static List<Bomb> bombs(Map<String, Object> graphs, Map<String, Object> alike) {
    return graphs.entrySet().stream()
        .map(e -> new Bomb(e.getKey(), e.getValue(), alike.getOrDefault(e.getKey(), "none")))
        .toList();
  }

  private static Map<String, Object> loops(boolean closed) {
    Map<String, Object> bombs = new LinkedHashMap<>();
    bombs.put("list in a set", looped(closed, HashSet::new, HashSet::add));
    bombs.put("list as key", looped(closed, HashMap::new, (map, key) -> map.put(key, "v")));
    bombs.put("key of a table", looped(closed, Hashtable::new, (map, key) -> map.put(key, "v")));
    bombs.put(
        "key of a concurrent map",
        looped(closed, ConcurrentHashMap::new, (map, key) -> map.put(key, "v")));
    bombs.put("in an immutable set", looped(closed, () -> "", (unused, key) -> Set.of(key, "b")));
    return bombs;
  }

  private static <C> Object looped(boolean closed, Supplier<C> make, Insertion<C> insertion) {
    List<Object> key = new ArrayList<>();
    C container = make.get();
    Object inserted = insertion.insert(container, key);
    key.add("x");
    if (closed) {
      key.add(key);
    }
    return inserted instanceof Set<?> made ? made : container;
  }

  private static Map<String, Object> towers(int depth) {
    Map<String, Object> bombs = new LinkedHashMap<>();
    bombs.put("sets in sets", sets(depth));
    Map<String, BinaryOperator<Object>> levels = new LinkedHashMap<>();
    levels.put("array lists", Bombs::pair);
    levels.put("immutable lists", List::of);
    levels.put("lists on arrays", Arrays::asList);
    levels.put("unmodifiable lists", (a, b) -> Collections.unmodifiableList(Arrays.asList(a, b)));
    levels.put("values of maps", (a, b) -> new HashMap<>(Map.of("a", a, "b", b)));
    levels.put("values of immutable maps", (a, b) -> Map.of("a", a, "b", b));
    levels.put("entries", SimpleEntry::new);
    levels.put("optionals", (a, b) -> Optional.of(Arrays.asList(a, b)));
    levels.put("records", Twice::new);
    levels.forEach(
        (name, level) ->
            bombs.put(name + " in a set", keyed(tower(depth, level), HashSet::new, HashSet::add)));
    Object lists = tower(depth, Bombs::pair);
    bombs.put("key of a map", keyed(lists, HashMap::new, (map, key) -> map.put(key, "v")));
    bombs.put("key of a table", keyed(lists, Hashtable::new, (map, key) -> map.put(key, "v")));
    bombs.put(
        "key of a concurrent map",
        keyed(lists, ConcurrentHashMap::new, (map, key) -> map.put(key, "v")));
    bombs.put("in an immutable set", keyed(lists, key -> Set.of("other", key)));
    bombs.put("key of an immutable map", keyed(lists, key -> Map.of("other", "v", key, "v")));
    bombs.put(
        "in a set with writeObject around", new Around(keyed(lists, HashSet::new, HashSet::add)));
    bombs.put(
        "in a synchronized set",
        keyed(lists, () -> Collections.synchronizedSet(new HashSet<>()), Collection::add));
    return bombs;
  }

  /** A graph in which an object of the application is the key, and hashes such a list. */
  static Bomb inField(int depth) {
    return new Bomb("in a field", tagged(depth), tagged(2));
  }

  private static Object tagged(int depth) {
    List<Object> tags = new ArrayList<>();
    Object map = new HashMap<>(Map.of(new Tagged(tags), "v", "other", "v"));
    Object unused = tags.add(tower(depth, Bombs::pair));
    return map;
  }

  /** A graph that the writing side must not hash either, although it copies it. */
  static Object copied(int depth) {
    return keyed(
        tower(depth, List::of),
        () -> new LinkedHashMap<>(16, 0.75f, true),
        (map, key) -> map.put(key, "v"));
  }

  private static List<Object> pair(Object left, Object right) {
    return new ArrayList<>(Arrays.asList(left, right));
  }

  private interface Insertion<C> {
    Object insert(C container, Object key);
  }

  private static <C> Object keyed(Object bomb, Supplier<C> make, Insertion<C> insertion) {
    return keyed(
        bomb,
        key -> {
          C container = make.get();
          insertion.insert(container, key);
          return container;
        });
  }

  private static Object keyed(Object bomb, Function<Object, Object> container) {
    List<Object> key = new ArrayList<>();
    Object filled = container.apply(key);
    key.add(bomb);
    return filled;
  }

  private static Object tower(int depth, BinaryOperator<Object> level) {
    Object top = "end";
    for (int i = 0; i < depth; i++) {
      top = level.apply(top, top);
    }
    return top;
  }

  /** From the outermost to the innermost, so that each is empty when it is put in. */
  private static Object sets(int depth) {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> two = new HashSet<>();
    for (int i = 0; i < depth; i++) {
      Set<Object> nextOne = new HashSet<>();
      Set<Object> nextTwo = new HashSet<>();
      nextOne.add("x"); // else the two would be equal
      one.addAll(List.of(nextOne, nextTwo));
      two.addAll(List.of(nextOne, nextTwo));
      one = nextOne;
      two = nextTwo;
    }
    return root;
  }

  private static Map<String, Object> collisions(int count) {
    Map<String, Object> bombs = new LinkedHashMap<>();
    bombs.put("set", colliding(count, HashSet::new));
    bombs.put("linked set", colliding(count, LinkedHashSet::new));
    bombs.put("set without hashes", colliding(count, CopyOnWriteArraySet::new));
    bombs.put("map", colliding(count, keys -> values(keys, new HashMap<>())));
    bombs.put("table", colliding(count, keys -> values(keys, new Hashtable<>())));
    bombs.put("concurrent map", colliding(count, keys -> values(keys, new ConcurrentHashMap<>())));
    bombs.put(
        "keys before their concurrent map",
        colliding(
            count, keys -> new Object[] {keys.toArray(), values(keys, new ConcurrentHashMap<>())}));
    bombs.put("immutable set", colliding(count, keys -> Set.of(keys.toArray())));
    bombs.put("immutable map", colliding(count, keys -> Map.copyOf(values(keys, new HashMap<>()))));
    bombs.put("numbers in an immutable set", numbers(count));
    bombs.put("objects in a set", alike(count, HashSet::new));
    bombs.put("objects in a concurrent map", alike(count, Bombs::concurrentSet));
    bombs.put("objects in an immutable set", alike(count, keys -> Set.of(keys.toArray())));
    return bombs;
  }

  private static Map<Object, Object> values(Collection<?> keys, Map<Object, Object> map) {
    keys.forEach(key -> map.put(key, "v"));
    return map;
  }

  private static Object colliding(int count, Function<List<Object>, Object> container) {
    List<List<Object>> keys = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> keys.add(new ArrayList<>(List.of(i))));
    Object filled = container.apply(new ArrayList<>(keys));
    List<String> texts = equalHashes(count);
    IntStream.range(0, count).forEach(i -> keys.get(i).set(0, texts.get(i)));
    return filled;
  }

  private static List<String> equalHashes(int count) {
    List<String> texts = List.of("");
    while (texts.size() < count) {
      UnaryOperator<String> lower = text -> text + "Aa";
      UnaryOperator<String> upper = text -> text + "BB";
      List<String> shorter = texts;
      texts = Stream.of(lower, upper).flatMap(end -> shorter.stream().map(end)).toList();
    }
    return texts;
  }

  private static Object alike(int count, Function<List<Alike>, Object> container) {
    List<Alike> keys = IntStream.range(0, count).mapToObj(Alike::new).toList();
    Object filled = container.apply(keys);
    keys.forEach(Alike::collide);
    return filled;
  }

  private static Set<Object> concurrentSet(Collection<Alike> keys) {
    Set<Object> set = ConcurrentHashMap.newKeySet();
    set.addAll(keys);
    return set;
  }

  /** Tables of keys with one hash code. */
  static List<Bomb> alike(int count) {
    return bombs(tables(count), tables(2));
  }

  private static Map<String, Object> tables(int count) {
    Map<String, Object> tables = new LinkedHashMap<>();
    tables.put("set", alike(count, HashSet::new));
    tables.put("linked set", alike(count, LinkedHashSet::new));
    tables.put("map", alike(count, keys -> values(keys, new HashMap<>())));
    tables.put("concurrent set", alike(count, Bombs::concurrentSet));
    tables.put("immutable set", alike(count, keys -> Set.of(keys.toArray())));
    return tables;
  }

  /** A queue of two long numbers, again and again; each pair takes long to compare. */
  static Bomb ofDecimals(int count) {
    BigInteger digits = BigInteger.ONE.shiftLeft(800_000).subtract(BigInteger.ONE);
    int half = 120_000;
    BigDecimal one = new BigDecimal(digits);
    BigDecimal other =
        new BigDecimal(digits.divide(BigInteger.TEN.pow(half))).scaleByPowerOfTen(half);
    Object[] all = new Object[count];
    Arrays.setAll(all, i -> i % 2 == 0 ? one : other);
    return new Bomb(
        "decimals",
        new PriorityQueue<>(new Unsorted(all)),
        new PriorityQueue<>(List.of(BigDecimal.ONE, BigDecimal.TEN)));
  }

  /** So that a queue takes its elements without comparing them. */
  private static final class Unsorted extends TreeSet<Object> {

    private static final long serialVersionUID = 1L;

    private final transient Object[] all;

    Unsorted(Object[] all) {
      this.all = all;
    }

    @Override
    public Object[] toArray() {
      return all.clone();
    }
  }

  /** Numbers whose place in the table of the set is the same. */
  private static Object numbers(int count) {
    return Set.of(IntStream.range(0, count).mapToObj(i -> i * 2 * count).toArray());
  }
}
