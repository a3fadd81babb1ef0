package io.holdfast.serializer.graph;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Harmless look-alikes of the shapes that deserialization attacks have; all count their calls. */
final class Trap {

  /** How often code of a trap ran. */
  static final AtomicInteger SPRUNG = new AtomicInteger();

  private Trap() {}

  /** Graphs that hold a trap, by what is meant to spring it. */
  static Map<String, Object> graphs() {
    Map<String, Object> graphs = new LinkedHashMap<>();
    graphs.put("plain", new Plain());
    graphs.put("readObject", new Reading());
    graphs.put("readResolve", new Resolving());
    graphs.put("record", new Recorded(1));
    graphs.put("enum", Listed.ONE);
    graphs.put("class", Plain.class);
    graphs.put("array", new Plain[] {new Plain()});
    graphs.put("empty array", new Plain[0]);
    graphs.put("in a list", new ArrayList<>(List.of(new Reading())));
    graphs.put("in an immutable list", List.of(List.of(new Reading())));
    graphs.put("in an optional", java.util.Optional.of(new Plain()));
    graphs.put("hash key", new HashMap<>(Map.of(new Hashing(), "v")));
    graphs.put("hash set", new HashSet<>(Set.of(new Hashing())));
    graphs.put("compared key", new TreeMap<>(Map.of(new Hashing(), "v")));
    graphs.put("compared element", new PriorityQueue<>(List.of(new Hashing())));
    graphs.put("comparator", new TreeMap<>(new Comparing()));
    graphs.put("proxy", proxy());
    graphs.put("proxy as key", new HashMap<>(Map.of(1, proxy())));
    graphs.put("cause", new IllegalStateException("x", new Thrown()));
    graphs.put("lambda", (Runnable & Serializable) () -> SPRUNG.incrementAndGet());
    return graphs;
  }

  private static Object proxy() {
    return Proxy.newProxyInstance(
        Trap.class.getClassLoader(), new Class<?>[] {Runnable.class}, new Handling());
  }

  static final class Plain implements Serializable {
    private static final long serialVersionUID = 1L;

    static {
      SPRUNG.incrementAndGet();
    }
  }

  static final class Reading implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) {
      SPRUNG.incrementAndGet();
    }
  }

  static final class Resolving implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object readResolve() {
      SPRUNG.incrementAndGet();
      return this;
    }
  }

  record Recorded(int n) {
    Recorded {
      SPRUNG.incrementAndGet();
    }
  }

  enum Listed {
    ONE;

    static {
      SPRUNG.incrementAndGet();
    }
  }

  static final class Hashing implements Serializable, Comparable<Hashing> {
    private static final long serialVersionUID = 1L;

    @Override
    public int hashCode() {
      SPRUNG.incrementAndGet();
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object o) {
      SPRUNG.incrementAndGet();
      return o instanceof Hashing;
    }

    @Override
    public int compareTo(Hashing o) {
      SPRUNG.incrementAndGet();
      return 0;
    }
  }

  @SuppressWarnings("UnusedVariable")
  static final class Comparing implements Serializable, java.util.Comparator<Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Object a, Object b) {
      SPRUNG.incrementAndGet();
      return 0;
    }
  }

  static final class Handling implements Serializable, InvocationHandler {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) {
      SPRUNG.incrementAndGet();
      return method.getName().equals("hashCode") ? 1 : null;
    }
  }

  static final class Thrown extends Exception {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      SPRUNG.incrementAndGet();
      return this;
    }
  }
}
