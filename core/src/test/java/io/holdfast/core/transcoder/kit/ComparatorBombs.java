package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.kit.Bombs.Bomb;
import java.io.Serializable;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Graphs of a few bytes that compare for ever when they are read, because of what their comparators
 * are made of, or because the same long texts are compared again and again.
 */
@SuppressWarnings({"JdkObsolete", "CollectionUndefinedEquality"})
final class ComparatorBombs {

  private static final int MANY = GraphSize.of(100_000);

  /** How often a long text is there: comparing them takes four times what is allowed. */
  private static final int OFTEN = 8_000;

  private static final int LONG = 20_000;

  private ComparatorBombs() {}

  private static Comparator<Object> thenItself(Comparator<Object> order) {
    return order.thenComparing(order);
  }

  /** Compares by two others, as a web application has it. */
  record Both(Comparator<Object> first, Comparator<Object> second)
      implements Comparator<Object>, Serializable {
    @Override
    public int compare(Object one, Object other) {
      int result = first.compare(one, other);
      return result == 0 ? second.compare(one, other) : result;
    }
  }

  /** Compares by several others, as libraries have it. */
  @SuppressWarnings("serial") // the list is a serializable one
  record All(List<Comparator<Object>> all) implements Comparator<Object>, Serializable {
    @Override
    public int compare(Object one, Object other) {
      return all.stream()
          .mapToInt(c -> c.compare(one, other))
          .filter(n -> n != 0)
          .findFirst()
          .orElse(0);
    }
  }

  /** Something of an application that is sorted. */
  record Task(String title, int priority) implements Serializable {}

  /** Graphs whose comparators run {@code 2^depth} others for one comparison. */
  static List<Bomb> exponential(int depth) {
    Map<String, UnaryOperator<Comparator<Object>>> levels = new LinkedHashMap<>();
    levels.put("then itself", ComparatorBombs::thenItself);
    levels.put(
        "nulls first, reversed",
        c -> {
          Comparator<Object> next = Comparator.nullsFirst(c.reversed());
          return next.thenComparing(next);
        });
    levels.put(
        "nulls last, in reverse order",
        c -> Comparator.nullsLast(Collections.reverseOrder(c)).thenComparing(c));
    levels.put("of the application", c -> new Both(c, c));
    levels.put("of the application, in a list", c -> new All(new ArrayList<>(List.of(c, c))));
    List<Bomb> bombs = new ArrayList<>();
    levels.forEach(
        (name, level) ->
            bombs.add(new Bomb(name, queue(tower(depth, level)), queue(tower(1, level)))));
    Map<String, Object> alike = containers(tower(1, ComparatorBombs::thenItself));
    containers(tower(depth, ComparatorBombs::thenItself))
        .forEach((name, graph) -> bombs.add(new Bomb(name, graph, alike.getOrDefault(name, ""))));
    return bombs;
  }

  private static Comparator<Object> tower(int depth, UnaryOperator<Comparator<Object>> level) {
    Comparator<Object> comparator = new Counted();
    for (int i = 0; i < depth; i++) {
      comparator = level.apply(comparator);
    }
    return comparator;
  }

  private static Map<String, Object> containers(Comparator<Object> order) {
    Map<String, Object> containers = new LinkedHashMap<>();
    containers.put("blocking queue", filled(new PriorityBlockingQueue<>(11, order)));
    containers.put("tree map", filled(new TreeMap<>(order)));
    containers.put("tree set", filled(new TreeSet<>(order)));
    containers.put("concurrent map", filled(new ConcurrentSkipListMap<>(order)));
    containers.put("concurrent set", filled(new ConcurrentSkipListSet<>(order)));
    containers.put(
        "in a synchronized map", Collections.synchronizedSortedMap(filled(new TreeMap<>(order))));
    containers.put(
        "sets in a set",
        new HashSet<>(List.of(filled(new TreeSet<>(order)), filled(new TreeSet<>()))));
    containers.put(
        "map as a key",
        new TreeMap<>(Map.of("v", new HashSet<>(List.of(filled(new TreeMap<>(order)))))));
    Comparator<Map.Entry<Object, Object>> byKey = Map.Entry.comparingByKey(order);
    Queue<Map.Entry<Object, Object>> entries = new PriorityQueue<>(byKey);
    entries.addAll(List.of(new SimpleEntry<>("a", 1), new SimpleEntry<>("b", 2)));
    containers.put("by keys of entries", entries);
    Comparator<Map.Entry<Object, Object>> byValue = Map.Entry.comparingByValue(order);
    Queue<Map.Entry<Object, Object>> byValues = new PriorityQueue<>(byValue);
    byValues.addAll(entries);
    containers.put("by values of entries", byValues);
    return containers;
  }

  private static Queue<Object> queue(Comparator<Object> order) {
    return filled(new PriorityQueue<>(order));
  }

  private static <C extends Collection<Object>> C filled(C collection) {
    collection.addAll(List.of("a", "b"));
    return collection;
  }

  private static <M extends Map<Object, Object>> M filled(M map) {
    map.putAll(Map.of("a", "v", "b", "v"));
    return map;
  }

  /** Queues of two long texts, again and again, that are equal but for their case. */
  static List<Bomb> longTexts() {
    List<Bomb> bombs = new ArrayList<>();
    bombs.add(texts("queue", String.CASE_INSENSITIVE_ORDER));
    bombs.add(texts("queue, reversed", String.CASE_INSENSITIVE_ORDER.reversed()));
    return bombs;
  }

  private static Bomb texts(String name, Comparator<String> order) {
    String one = "x".repeat(LONG);
    String other = "x".repeat(LONG); // another object
    List<String> all = new ArrayList<>(Collections.nCopies(OFTEN, one));
    all.addAll(Collections.nCopies(OFTEN, other));
    Queue<String> few = new PriorityQueue<>(order);
    few.addAll(List.of("a", "b"));
    return new Bomb(name, new PriorityQueue<>(new Unsorted<>(order, all)), few);
  }

  /** So that a queue takes its elements without comparing them. */
  private static final class Unsorted<E> extends TreeSet<E> {

    private static final long serialVersionUID = 1L;

    private final transient List<E> all;

    Unsorted(Comparator<E> order, List<E> all) {
      super(order);
      this.all = all;
    }

    @Override
    public Object[] toArray() {
      return all.toArray();
    }
  }

  /** What an application may really have, beside a long text that others share. */
  static Map<String, Object> honest() {
    Comparator<String> texts =
        Comparator.comparing((Function<String, Integer> & Serializable) String::length)
            .thenComparing(String.CASE_INSENSITIVE_ORDER)
            .thenComparing(Comparator.naturalOrder())
            .reversed();
    Comparator<Task> tasks =
        Comparator.comparing((Function<Task, Integer> & Serializable) Task::priority)
            .reversed()
            .thenComparing(
                (Function<Task, String> & Serializable) Task::title, String.CASE_INSENSITIVE_ORDER);
    Map<String, Object> graphs = new LinkedHashMap<>();
    put(graphs, "queue", new PriorityQueue<>(texts), texts());
    put(graphs, "queue in natural order", new PriorityQueue<>(), texts());
    put(graphs, "blocking queue", new PriorityBlockingQueue<>(11, texts), texts());
    put(graphs, "tree set", new TreeSet<>(texts), texts());
    put(graphs, "concurrent set", new ConcurrentSkipListSet<>(texts), texts());
    put(graphs, "queue of tasks", new PriorityQueue<>(tasks), tasks());
    Map<String, Object> sorted = new TreeMap<>(texts);
    Map<String, Object> concurrent = new ConcurrentSkipListMap<>(texts);
    for (String text : texts()) {
      sorted.put(text, text.length());
      concurrent.put(text, text.length());
    }
    graphs.put("tree map", sorted);
    graphs.put("concurrent map", concurrent);
    graphs.put("tasks that are elsewhere too, beside a long text", shared(tasks));
    graphs.put("many small tree maps", many(texts));
    return graphs;
  }

  private static <E> void put(
      Map<String, Object> graphs, String name, Collection<E> empty, List<E> elements) {
    empty.addAll(elements);
    graphs.put(name, empty);
  }

  private static List<String> texts() {
    List<String> texts = new ArrayList<>(MANY);
    for (int i = 0; i < MANY; i++) {
      texts.add("text " + Integer.toString(i * 7919 % MANY, 36));
    }
    return texts;
  }

  private static List<Task> tasks() {
    List<Task> tasks = new ArrayList<>(MANY);
    for (int i = 0; i < MANY; i++) {
      tasks.add(new Task("task " + i * 7919 % MANY, i % 5));
    }
    return tasks;
  }

  private static Object shared(Comparator<Task> order) {
    List<Task> tasks = new ArrayList<>(tasks().subList(0, MANY / 10));
    tasks.add(new Task("long " + "x".repeat(1_000_000), 7));
    Queue<Task> queue = new PriorityQueue<>(order);
    queue.addAll(tasks);
    return new ArrayList<>(List.of(new ArrayList<>(tasks), queue));
  }

  private static Object many(Comparator<String> order) {
    List<Object> maps = new ArrayList<>();
    for (int i = 0; i < MANY / 10; i++) {
      Map<String, Object> map = new TreeMap<>(order);
      map.put("key " + i, i);
      map.put("other " + i, i);
      maps.add(map);
    }
    return maps;
  }

  /** Everything in a graph, in its order. */
  static List<Object> content(Object graph) {
    List<Object> all = new ArrayList<>();
    if (graph instanceof Map<?, ?> map) {
      map.forEach((key, value) -> all.addAll(List.of(key, value)));
    } else if (graph instanceof Collection<?> collection) {
      collection.forEach(part -> all.addAll(content(Objects.requireNonNull(part))));
    } else {
      all.add(graph);
    }
    return all;
  }
}
