package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.ClassFilter;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Graphs that take much more memory than bytes, and those of applications that take much too. */
@SuppressWarnings({"JdkObsolete", "serial"})
final class HeavyGraphs {

  /** Some serializers write a million of these in three megabytes. */
  private static final int MANY = 450_000;

  private static final int SOME = 3_000;
  private static final int LONG = 4_000;

  /** Fields that are null take no bytes with some serializers. */
  private static final SourceLoader APPLICATION =
      new SourceLoader(ofNulls("Wide", 256), ofNulls("Sparse", 32));

  private static String ofNulls(String name, int fields) {
    return """
        public class %s implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          Object %s;
          public boolean equals(Object other) { return other != null && other.getClass() == getClass(); }
          public int hashCode() { return 1; }
        }
        """
        .formatted(
            name,
            IntStream.range(0, fields).mapToObj(i -> "f" + i).collect(Collectors.joining(", ")));
  }

  private HeavyGraphs() {}

  /** Allows their classes. */
  static ClassFilter filter() {
    return Filters.ofLoader(APPLICATION, Kept.class.getName());
  }

  private static Object made(String name) {
    try {
      return APPLICATION.loadClass(name).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is written as a stream of the JDK by all serializers, in which objects share parts. */
  static final class Kept implements Serializable {

    private static final long serialVersionUID = 1L;

    final Object[] all;

    Kept(List<?> all) {
      this.all = all.toArray();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  /** Graphs that take so few bytes in a serializer that it must refuse them, by name. */
  static Object refused(String name) {
    return switch (name) {
      case "tables" -> many(MANY, i -> new Hashtable<>());
      case "wide objects" -> many(50_000, i -> made("Wide"));
      case "addresses that share a text" -> addresses();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Objects that bring much along, for which every serializer writes many bytes. */
  static Map<String, Supplier<Object>> heavy() {
    Map<String, Supplier<Object>> graphs = new LinkedHashMap<>();
    graphs.put("maps by identity", () -> many(SOME, i -> new IdentityHashMap<>()));
    graphs.put("concurrent maps", () -> many(SOME, i -> new ConcurrentHashMap<>()));
    graphs.put("queues with locks", () -> many(SOME, i -> new LinkedBlockingQueue<>(4)));
    graphs.put("maps by an enum", () -> many(SOME, i -> new EnumMap<>(TimeUnit.class)));
    return graphs;
  }

  private static Object addresses() {
    String text = "http://host/" + "a".repeat(LONG);
    return new Kept(many(LONG, i -> URI.create(text)));
  }

  /** What an application may really have, and takes the most memory for its bytes. */
  static Map<String, Supplier<Object>> honest() {
    Map<String, Supplier<Object>> graphs = new LinkedHashMap<>();
    graphs.put("empty lists", () -> many(GraphSize.of(100_000), i -> new ArrayList<>()));
    graphs.put("empty maps", () -> many(GraphSize.of(100_000), i -> new HashMap<>()));
    graphs.put("empty sets", () -> many(GraphSize.of(100_000), i -> new HashSet<>()));
    graphs.put(
        "maps of one number", () -> many(GraphSize.of(50_000), i -> new HashMap<>(Map.of(i, i))));
    graphs.put(
        "calendars",
        () -> many(GraphSize.of(1_000), i -> new GregorianCalendar(2026, i % 12, 1 + i % 28)));
    graphs.put("sparse objects", () -> many(GraphSize.of(10_000), i -> made("Sparse")));
    graphs.put("numbers", () -> many(GraphSize.of(200_000), i -> i));
    graphs.put("numbers by texts", HeavyGraphs::numbersByTexts);
    graphs.put("one number, many times", () -> filled(new Integer[GraphSize.of(1_000_000)], 1_234));
    graphs.put("nulls", () -> new Object[GraphSize.of(1_000_000)]);
    graphs.put("a text of one letter", () -> many(2, i -> "a".repeat(4_000_000 + i)));
    graphs.put("a row, shared by all", HeavyGraphs::sharing);
    return graphs;
  }

  private static Object numbersByTexts() {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < GraphSize.of(100_000); i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  private static Object sharing() {
    Map<String, Object> row = new HashMap<>(Map.of("columns", many(10, i -> "column " + i)));
    return many(GraphSize.of(300_000), i -> row);
  }

  private static Object[] filled(Object[] array, Object element) {
    Arrays.fill(array, element);
    return array;
  }

  private static List<Object> many(int count, IntFunction<Object> make) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(make).toList());
  }
}
