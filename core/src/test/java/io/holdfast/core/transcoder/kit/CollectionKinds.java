package io.holdfast.core.transcoder.kit;

import java.time.DayOfWeek;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collections, maps and arrays of the JDK, their wrappers and views. */
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage"})
final class CollectionKinds {

  private CollectionKinds() {}

  static List<KindGroup> groups() {
    return List.of(
        new KindGroup("Collections", collections()),
        new KindGroup("Maps", maps()),
        new KindGroup("Immutable and wrapped collections", wrappers()),
        new KindGroup("Views of collections", views()),
        new KindGroup("Arrays", arrays()));
  }

  private static List<Kind> collections() {
    return List.of(
        Kind.of("ArrayList", () -> new ArrayList<>(some())),
        Kind.of("ArrayList with null", () -> new ArrayList<>(Arrays.asList("a", null, "b"))),
        Kind.of("LinkedList", () -> new LinkedList<>(some())),
        Kind.of("Vector", () -> new Vector<>(some())),
        Kind.of(
            "Stack",
            () -> {
              Stack<String> stack = new Stack<>();
              stack.push("a");
              stack.push("b");
              return stack;
            }),
        Kind.of("ArrayDeque", () -> new ArrayDeque<>(some())),
        Kind.of("HashSet", () -> new HashSet<>(some())),
        Kind.of("LinkedHashSet", () -> new LinkedHashSet<>(some())),
        Kind.of("TreeSet", () -> new TreeSet<>(List.of("b", "a"))),
        Kind.of(
            "TreeSet with comparator", () -> reversed(new TreeSet<>(Comparator.reverseOrder()))),
        Kind.of("PriorityQueue", () -> new PriorityQueue<>(List.of(3, 1, 2))),
        Kind.of(
            "PriorityQueue with comparator",
            () -> reversed(new PriorityQueue<>(Collections.reverseOrder()))),
        Kind.of("CopyOnWriteArrayList", () -> new CopyOnWriteArrayList<>(some())),
        Kind.of("CopyOnWriteArraySet", () -> new CopyOnWriteArraySet<>(some())),
        Kind.of("ConcurrentSkipListSet", () -> new ConcurrentSkipListSet<>(List.of("b", "a"))),
        Kind.of("ConcurrentLinkedQueue", () -> new ConcurrentLinkedQueue<>(some())),
        Kind.of("ConcurrentLinkedDeque", () -> new ConcurrentLinkedDeque<>(some())),
        Kind.of(
            "LinkedBlockingQueue",
            () -> reversed(new LinkedBlockingQueue<>(5)),
            (a, b) -> ((LinkedBlockingQueue<?>) b).remainingCapacity() == 2),
        Kind.of("LinkedBlockingDeque", () -> new LinkedBlockingDeque<>(some())),
        Kind.of(
            "ArrayBlockingQueue",
            () -> reversed(new ArrayBlockingQueue<>(5)),
            (a, b) -> ((ArrayBlockingQueue<?>) b).remainingCapacity() == 2),
        Kind.of("PriorityBlockingQueue", () -> new PriorityBlockingQueue<>(List.of(3, 1, 2))),
        Kind.of("EnumSet", () -> EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS)),
        Kind.of("EnumSet empty", () -> EnumSet.noneOf(TimeUnit.class)),
        Kind.of("nested lists", () -> new ArrayList<>(List.of(new ArrayList<>(some()), some()))));
  }

  private static List<Kind> maps() {
    return List.of(
        Kind.of("HashMap", () -> new HashMap<>(pairs())),
        Kind.of(
            "HashMap with nulls",
            () -> {
              Map<Object, Object> map = new HashMap<>();
              map.put(null, "a");
              map.put("b", null);
              return map;
            }),
        Kind.of("LinkedHashMap", () -> new LinkedHashMap<>(new TreeMap<>(pairs()))),
        Kind.of(
            "LinkedHashMap in access order",
            () -> {
              Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
              map.putAll(new TreeMap<>(pairs()));
              return map;
            },
            (a, b) -> {
              ((Map<?, ?>) b).get("a");
              return ((Map<?, ?>) b).keySet().iterator().next().equals("b");
            }),
        Kind.of("TreeMap", () -> new TreeMap<>(pairs())),
        Kind.of(
            "TreeMap with comparator",
            () -> {
              Map<String, Integer> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
              map.putAll(pairs());
              return map;
            }),
        Kind.of("Hashtable", () -> new Hashtable<>(pairs())),
        Kind.of(
            "Properties",
            () -> {
              Properties properties = new Properties();
              properties.setProperty("k", "v");
              return properties;
            }),
        Kind.of(
            "Properties with defaults",
            () -> {
              Properties defaults = new Properties();
              defaults.setProperty("d", "v");
              Properties properties = new Properties(defaults);
              properties.setProperty("k", "v");
              return properties;
            },
            (a, b) -> "v".equals(((Properties) b).getProperty("d"))),
        Kind.of("ConcurrentHashMap", () -> new ConcurrentHashMap<>(pairs())),
        Kind.of("ConcurrentSkipListMap", () -> new ConcurrentSkipListMap<>(pairs())),
        Kind.of("IdentityHashMap", () -> new IdentityHashMap<>(pairs())),
        Kind.of("WeakHashMap", CollectionKinds::weakPair),
        Kind.of("EnumMap", () -> new EnumMap<>(Map.of(TimeUnit.DAYS, "d"))),
        Kind.of("EnumMap empty", () -> new EnumMap<TimeUnit, String>(TimeUnit.class)),
        Kind.of("AbstractMap.SimpleEntry", () -> new AbstractMap.SimpleEntry<>("k", 1)),
        Kind.of(
            "AbstractMap.SimpleImmutableEntry",
            () -> new AbstractMap.SimpleImmutableEntry<>("k", 1)),
        Kind.of("Map.entry", () -> Map.entry("k", 1)),
        Kind.of("ConcurrentHashMap.newKeySet", CollectionKinds::concurrentSet),
        Kind.of("Collections.newSetFromMap", () -> fromMap(new ConcurrentHashMap<>())));
  }

  private static List<Kind> wrappers() {
    return List.of(
        Kind.of("Arrays.asList", () -> Arrays.asList("a", null, "c")),
        Kind.of("List.of()", List::of),
        Kind.of("List.of(1)", () -> List.of("a")),
        Kind.of("List.of(3)", () -> List.of("a", "b", "c")),
        Kind.of("List.copyOf", () -> List.copyOf(new ArrayList<>(some()))),
        Kind.of("Set.of()", Set::of),
        Kind.of("Set.of(2)", () -> Set.of("a", "b")),
        Kind.of("Set.of(3)", () -> Set.of("a", "b", "c")),
        Kind.of("Map.of()", Map::of),
        Kind.of("Map.of(1)", () -> Map.of("k", "v")),
        Kind.of("Map.of(3)", () -> Map.copyOf(pairs())),
        Kind.of("Stream.toList", () -> Stream.of("a", "b").toList()),
        Kind.of("Stream.toList with null", () -> Stream.of("a", null).toList()),
        Kind.of("Collectors.toList", () -> Stream.of("a", "b").collect(Collectors.toList())),
        Kind.of("Collections.emptyList", Collections::emptyList),
        Kind.of("Collections.emptySet", Collections::emptySet),
        Kind.of("Collections.emptyMap", Collections::emptyMap),
        Kind.of("Collections.emptySortedSet", Collections::emptySortedSet),
        Kind.of("Collections.emptySortedMap", Collections::emptySortedMap),
        Kind.of("Collections.singletonList", () -> Collections.singletonList("a")),
        Kind.of("Collections.singleton", () -> Collections.singleton("a")),
        Kind.of("Collections.singletonMap", () -> Collections.singletonMap("a", "b")),
        Kind.of("Collections.nCopies", () -> Collections.nCopies(3, "a")),
        Kind.of(
            "unmodifiableCollection",
            () -> Collections.unmodifiableCollection(new ArrayDeque<>(some())),
            CollectionKinds::sameElements),
        Kind.of("unmodifiableList", () -> Collections.unmodifiableList(new ArrayList<>(some()))),
        Kind.of("unmodifiableList of linked", () -> unmodifiable(new LinkedList<>(some()))),
        Kind.of("unmodifiableSet", () -> Collections.unmodifiableSet(new LinkedHashSet<>(some()))),
        Kind.of(
            "unmodifiableSortedSet",
            () -> Collections.unmodifiableSortedSet(new TreeSet<>(some()))),
        Kind.of(
            "unmodifiableNavigableSet",
            () -> Collections.unmodifiableNavigableSet(new TreeSet<>(some()))),
        Kind.of("unmodifiableMap", () -> Collections.unmodifiableMap(new HashMap<>(pairs()))),
        Kind.of(
            "unmodifiableSortedMap",
            () -> Collections.unmodifiableSortedMap(new TreeMap<>(pairs()))),
        Kind.of(
            "unmodifiableNavigableMap",
            () -> Collections.unmodifiableNavigableMap(new TreeMap<>(pairs()))),
        Kind.of(
            "synchronizedCollection",
            () -> Collections.synchronizedCollection(new ArrayList<>(some())),
            CollectionKinds::sameElements),
        Kind.of("synchronizedList", () -> Collections.synchronizedList(new ArrayList<>(some()))),
        Kind.of("synchronizedSet", () -> Collections.synchronizedSet(new HashSet<>(some()))),
        Kind.of(
            "synchronizedSortedSet",
            () -> Collections.synchronizedSortedSet(new TreeSet<>(some()))),
        Kind.of("synchronizedMap", () -> Collections.synchronizedMap(new HashMap<>(pairs()))),
        Kind.of(
            "synchronizedSortedMap",
            () -> Collections.synchronizedSortedMap(new TreeMap<>(pairs()))),
        Kind.of(
            "checkedList", () -> Collections.checkedList(new ArrayList<>(some()), String.class)),
        Kind.of(
            "checkedMap",
            () -> Collections.checkedMap(new HashMap<>(pairs()), String.class, Integer.class)),
        Kind.of("Collections.reverseOrder", Collections::reverseOrder),
        Kind.of("Comparator.naturalOrder", Comparator::naturalOrder),
        Kind.of("String.CASE_INSENSITIVE_ORDER", () -> String.CASE_INSENSITIVE_ORDER));
  }

  private static List<Kind> views() {
    return List.of(
        Kind.of(
            "ArrayList.subList",
            () -> new ArrayList<>(List.of("a", "b", "c")).subList(1, 3),
            CollectionKinds::sameElements),
        Kind.of("List.of.subList", () -> List.of("a", "b", "c").subList(1, 3)),
        Kind.of("HashMap.keySet", () -> new HashMap<>(pairs()).keySet()),
        Kind.of(
            "HashMap.values", () -> new HashMap<>(pairs()).values(), CollectionKinds::sameElements),
        Kind.of("HashMap.entrySet", () -> new HashMap<>(pairs()).entrySet()),
        Kind.of("LinkedHashMap.keySet", () -> new LinkedHashMap<>(new TreeMap<>(pairs())).keySet()),
        Kind.of("HashMap entry", () -> new HashMap<>(Map.of("k", 1)).entrySet().iterator().next()),
        Kind.of("TreeMap.headMap", () -> new TreeMap<>(pairs()).headMap("c")),
        Kind.of("TreeMap.descendingMap", () -> descending(new TreeMap<>(pairs()))),
        Kind.of("TreeMap.keySet", () -> new TreeMap<>(pairs()).keySet()),
        Kind.of("TreeSet.descendingSet", () -> descending(new TreeSet<>(some()))),
        Kind.of("ConcurrentHashMap.keySet", () -> new ConcurrentHashMap<>(pairs()).keySet()));
  }

  private static List<Kind> arrays() {
    return List.of(
        Kind.of("boolean[]", () -> new boolean[] {true, false}),
        Kind.of("byte[]", () -> new byte[] {1, -2}),
        Kind.of("short[]", () -> new short[] {1, -2}),
        Kind.of("char[]", () -> new char[] {'a', '\u20ac'}),
        Kind.of("int[]", () -> new int[] {1, Integer.MIN_VALUE}),
        Kind.of("int[] large", () -> IntStream.range(0, 50_000).toArray()),
        Kind.of("long[]", () -> new long[] {1, Long.MIN_VALUE}),
        Kind.of("float[]", () -> new float[] {1.5f, Float.NaN}),
        Kind.of("double[]", () -> new double[] {1.5, -0.0}),
        Kind.of("String[]", () -> new String[] {"a", null, "b"}),
        Kind.of("Object[]", () -> new Object[] {"a", 1, null, new int[] {1}}),
        Kind.of("Integer[]", () -> new Integer[] {1, null}),
        Kind.of("int[][]", () -> new int[][] {{1}, {}, {2, 3}}),
        Kind.of("String[][]", () -> new String[][] {{"a"}, {}}),
        Kind.of("List[]", () -> new List<?>[] {new ArrayList<>(some()), List.of()}),
        Kind.of("empty array", () -> new Object[0]));
  }

  private static List<String> some() {
    return List.of("a", "b", "c");
  }

  private static Map<String, Integer> pairs() {
    return Map.of("a", 1, "b", 2, "c", 3);
  }

  private static <C extends Collection<String>> C reversed(C collection) {
    collection.addAll(some());
    return collection;
  }

  private static Set<String> fromMap(Map<String, Boolean> map) {
    Set<String> set = Collections.newSetFromMap(map);
    set.addAll(some());
    return set;
  }

  private static Set<String> concurrentSet() {
    Set<String> set = ConcurrentHashMap.newKeySet();
    set.addAll(some());
    return set;
  }

  private static List<String> unmodifiable(List<String> list) {
    return Collections.unmodifiableList(list);
  }

  private static Map<String, Integer> descending(NavigableMap<String, Integer> map) {
    return map.descendingMap();
  }

  private static Set<String> descending(NavigableSet<String> set) {
    return set.descendingSet();
  }

  /** For those that have no equality of their own. */
  private static boolean sameElements(Object a, Object b) {
    return a.getClass() == b.getClass()
        && new ArrayList<>((Collection<?>) a).equals(new ArrayList<>((Collection<?>) b));
  }

  /** The key is a constant of its class: another one could be collected before anybody compares. */
  private static Map<DayOfWeek, String> weakPair() {
    return new WeakHashMap<>(Map.of(DayOfWeek.MONDAY, "one"));
  }
}
