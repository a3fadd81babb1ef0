package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"JdkObsolete", "UnusedVariable"})
final class PlainGraphTest {

  private static class Bean implements Serializable {

    private static final long serialVersionUID = 1L;

    private final @Nullable Object held;
    private final transient Object forgotten = new Vector<>();

    Bean(@Nullable Object held) {
      this.held = held;
    }
  }

  private static final class SubBean extends Bean {

    private static final long serialVersionUID = 1L;

    SubBean(Object held) {
      super(held);
    }
  }

  private static class WritesItself extends Bean {

    private static final long serialVersionUID = 1L;

    WritesItself() {
      super(null);
    }

    private void writeObject(ObjectOutputStream out) {}
  }

  private static final class InheritsCode extends WritesItself {

    private static final long serialVersionUID = 1L;
  }

  private static final class Replaced implements Serializable {

    private static final long serialVersionUID = 1L;

    private Object writeReplace() {
      return "another";
    }
  }

  private static final class External implements Externalizable {

    private static final long serialVersionUID = 1L;

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }

  private static final class OwnList extends AbstractList<Object> {

    @Override
    public Object get(int index) {
      throw new AssertionError("nothing of the application is to be called");
    }

    @Override
    public int size() {
      throw new AssertionError("nothing of the application is to be called");
    }
  }

  private static final class SubList extends ArrayList<Object> {

    private static final long serialVersionUID = 1L;
  }

  private record Pair(Object left, @Nullable Object right) {}

  private interface SerializableSupplier extends Supplier<Object>, Serializable {}

  static List<Arguments> graphs() {
    SerializableSupplier lambda = () -> "a";
    return List.of(
        graph("values", true, Arrays.asList(1, 2L, "a", 'c', Instant.EPOCH, new UUID(1, 2), null)),
        graph("arrays", true, new Object[] {new int[1], new Object[] {"a"}}),
        graph("lists", true, new ArrayList<>(List.of(List.of(), List.of(1, 2, 3)))),
        graph("maps", true, new HashMap<>(Map.of("a", new ConcurrentHashMap<>(Map.of(1, 2))))),
        graph("map of enums", true, new EnumMap<>(Map.of(TimeUnit.DAYS, new Bean(1)))),
        graph("sorted", true, new TreeMap<>(Map.of("a", new TreeSet<>(List.of(1))))),
        graph("wrapped", true, Collections.unmodifiableList(new ArrayList<>(List.of("a")))),
        graph("beans", true, new Bean(new SubBean(new Pair(new Bean(null), TimeUnit.DAYS)))),
        graph("reference", true, new AtomicReference<>(new Bean(1))),
        graph("cycle", true, cycle()),
        graph("writeObject", false, new Bean(new WritesItself())),
        graph("inherited writeObject", false, List.of(new InheritsCode())),
        graph("writeReplace", false, new Pair("a", new Replaced())),
        graph("Externalizable", false, Map.of("a", new External())),
        graph("collection of the application", false, new Bean(new OwnList())),
        graph("subclass of a collection", false, new Bean(new SubList())),
        graph("lambda", false, new Bean(lambda)),
        graph("order by a lambda", false, new TreeSet<>(Comparator.comparing(Object::hashCode))),
        graph("proxy", false, new Object[] {proxy()}),
        graph("Vector", false, new Bean(new Vector<>())),
        graph("Hashtable", false, new Bean(new Hashtable<>())),
        graph("synchronized", false, Collections.synchronizedList(new ArrayList<>())),
        graph("queue with a lock", false, new LinkedBlockingQueue<>()),
        graph("element of a wrapper", false, Collections.unmodifiableList(List.of(new External()))),
        graph("StringBuffer", false, new Bean(new StringBuffer("a"))),
        graph("exception", false, new Bean(new IllegalStateException("a"))));
  }

  private static Arguments graph(String name, boolean isPlain, Object root) {
    return Arguments.of(name, isPlain, new Object[] {root});
  }

  private static Object cycle() {
    List<Object> list = new ArrayList<>();
    list.add(new Bean(list));
    return list;
  }

  private static Object proxy() {
    return Proxy.newProxyInstance(
        PlainGraphTest.class.getClassLoader(),
        new Class<?>[] {Supplier.class},
        (self, method, arguments) -> "a");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("graphs")
  void isWhenAGraphIsLookedAtThenKnowsWhetherItIsPlain(
      String name, boolean isPlain, Object[] root) {
    assertEquals(isPlain, PlainGraph.is(root[0]), name);
  }
}
