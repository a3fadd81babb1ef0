package io.holdfast.core.transcoder.kit;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Where in a graph something can hide. */
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage"})
final class Places {

  private Places() {}

  /** Graphs that hold the object, by the place where they do. */
  static Map<String, Object> of(Object it) {
    Map<String, Object> places = new LinkedHashMap<>();
    places.put("alone", it);
    places.put("as a class", it.getClass());
    inFields(it, places);
    inCollections(it, places);
    inArrays(it, places);
    asKeys(it, places);
    asValues(it, places);
    if (it instanceof Comparable) {
      sorted(it, places);
    }
    if (it instanceof Gadgets.ComparesOthers order) {
      compared(order, places);
    }
    if (it instanceof Gadgets.Handles handler) {
      handled(handler, places);
    }
    if (it instanceof Throwable cause) {
      places.put("as a cause", new IllegalStateException("x", cause));
      Exception failure = new IllegalStateException("x");
      failure.addSuppressed(cause);
      places.put("suppressed", failure);
    }
    return places;
  }

  private static void inFields(Object it, Map<String, Object> places) {
    places.put("in an allowed class", new Gadgets.Carrier(it));
    places.put("in an allowed record", new Gadgets.Crate(it, "x"));
    places.put(
        "deep in allowed classes",
        new Gadgets.Carrier(
            new ArrayList<>(List.of(new Gadgets.Crate(Map.of("k", List.of(it)), "x")))));
    places.put("in a field of one that writes itself", Gadgets.Truck.with(it, "x"));
    places.put("handed out by one that writes itself", Gadgets.Truck.with("x", it));
    places.put("in a reference", new AtomicReference<>(it));
    places.put("in an entry", new SimpleEntry<>("k", it));
  }

  private static void inCollections(Object it, Map<String, Object> places) {
    List<Object> elements = List.of("a", it);
    places.put("in a list", new ArrayList<>(elements));
    places.put("in a linked list", new LinkedList<>(elements));
    places.put("in a deque", new ArrayDeque<>(elements));
    places.put("in a list for threads", new CopyOnWriteArrayList<>(elements));
    places.put("in an immutable list", elements);
    places.put("in a list of one", Collections.singletonList(it));
    places.put("in copies", Collections.nCopies(3, it));
    places.put("in Arrays.asList", Arrays.asList("a", it));
    places.put("in an unmodifiable list", Collections.unmodifiableList(new ArrayList<>(elements)));
    places.put("in a synchronized list", Collections.synchronizedList(new ArrayList<>(elements)));
    places.put("in a list in lists", List.of(List.of(new ArrayList<>(List.of(elements)))));
  }

  private static void inArrays(Object it, Map<String, Object> places) {
    Object own = Array.newInstance(it.getClass(), 2);
    Array.set(own, 1, it);
    places.put("in an array", new Object[] {"a", it});
    places.put("in an array in arrays", new Object[][] {{"a"}, {"b", it}});
    places.put("in an array of its class", own);
    places.put("as the type of an array", Array.newInstance(it.getClass(), 1));
    places.put("as the type of an array of arrays", Array.newInstance(it.getClass(), 0, 0));
    places.put("in an array of an allowed class", new Gadgets.Carrier[] {new Gadgets.Carrier(it)});
    places.put("in an array for threads", new AtomicReferenceArray<>(new Object[] {it}));
  }

  private static void asKeys(Object it, Map<String, Object> places) {
    places.put("as a key", new HashMap<>(Map.of(it, "v")));
    places.put("as a linked key", new LinkedHashMap<>(Map.of(it, "v")));
    places.put("as a key by identity", new IdentityHashMap<>(Map.of(it, "v")));
    places.put("as a key of a table", new Hashtable<>(Map.of(it, "v")));
    places.put("as a key for threads", new ConcurrentHashMap<>(Map.of(it, "v")));
    places.put("as an immutable key", Map.of(it, "v"));
    places.put("in a key", new HashMap<>(Map.of(List.of(it), "v")));
    places.put(
        "in a key of an allowed class", new HashMap<>(Map.of(new Gadgets.Crate(it, "x"), 1)));
    places.put("in a set", new HashSet<>(Set.of(it)));
    places.put("in a linked set", new LinkedHashSet<>(Set.of(it)));
    places.put("in an immutable set", Set.of(it, "b"));
    places.put("in a set for threads", new CopyOnWriteArraySet<>(Set.of(it)));
    places.put("in an unmodifiable set", Collections.unmodifiableSet(new HashSet<>(Set.of(it))));
  }

  private static void asValues(Object it, Map<String, Object> places) {
    places.put("as a value", new HashMap<>(Map.of("k", it)));
    places.put("as a sorted value", new TreeMap<>(Map.of("k", it)));
    places.put("as a value for threads", new ConcurrentHashMap<>(Map.of("k", it)));
    places.put("as an immutable value", Map.of("k", it));
    places.put("as a value by identity", new IdentityHashMap<>(Map.of("k", it)));
    places.put(
        "in a synchronized map", Collections.synchronizedMap(new HashMap<>(Map.of("k", it))));
    LinkedHashMap<Object, Object> byAccess = new LinkedHashMap<>(16, 0.75f, true);
    byAccess.put("k", it);
    places.put("as a value in the order of access", byAccess);
  }

  private static void sorted(Object it, Map<String, Object> places) {
    places.put("in a queue", new PriorityQueue<>(List.of(it)));
    places.put("as a sorted key", new TreeMap<>(Map.of(it, "v")));
    places.put("as a sorted key for threads", new ConcurrentSkipListMap<>(Map.of(it, "v")));
    places.put("in a sorted set", new TreeSet<>(List.of(it)));
    places.put(
        "in a synchronized sorted set",
        Collections.synchronizedSortedSet(new TreeSet<>(List.of(it))));
  }

  private static void compared(Comparator<Object> order, Map<String, Object> places) {
    TreeMap<Object, Object> map = new TreeMap<>(order);
    map.put("k", "v");
    places.put("as a comparator", map);
    places.put("as the comparator of an empty set", new TreeSet<>(order));
    PriorityQueue<Object> queue = new PriorityQueue<>(2, order);
    queue.addAll(List.of("a", "b"));
    places.put("as the comparator of a queue", queue);
    places.put("in a comparator", new TreeSet<>(Collections.reverseOrder(order)));
  }

  private static void handled(Gadgets.Handles handler, Map<String, Object> places) {
    Object proxy =
        Proxy.newProxyInstance(
            Places.class.getClassLoader(), new Class<?>[] {Samples.Greeter.class}, handler);
    places.put("as a handler", proxy);
    places.put("as a handler in an allowed class", new Gadgets.Carrier(proxy));
    places.put("as the handler of a key", new HashMap<>(Map.of(proxy, "v")));
    places.put("as the handler in a set", new HashSet<>(Set.of(proxy)));
    places.put("as a handler in an array", new Samples.Greeter[] {(Samples.Greeter) proxy});
  }
}
