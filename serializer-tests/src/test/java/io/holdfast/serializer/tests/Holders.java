package io.holdfast.serializer.tests;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Objects that hold another one, of every kind that a serializer may write in a way of its own. */
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage"})
final class Holders {

  /**
   * A kind of holder.
   *
   * @param holding makes one that holds an object
   * @param held what it holds
   */
  record Holder(String name, UnaryOperator<Object> holding, UnaryOperator<Object> held) {

    @Override
    public String toString() {
      return name;
    }
  }

  private Holders() {}

  static List<Holder> all() {
    List<Holder> all = new ArrayList<>();
    collections(all);
    maps(all);
    cells(all);
    ofTheApplication(all);
    return all;
  }

  private static <T> void add(
      List<Holder> all, Class<T> type, Function<Object, T> holding, Function<T, Object> held) {
    String name = type.getSimpleName() + " " + all.size();
    all.add(new Holder(name, holding::apply, holder -> held.apply(type.cast(holder))));
  }

  private static void collection(List<Holder> all, Function<Object, Collection<?>> holding) {
    String name = holding.apply("x").getClass().getSimpleName();
    all.add(new Holder(name, holding::apply, holder -> ((Collection<?>) holder).iterator().next()));
  }

  private static void collections(List<Holder> all) {
    collection(all, x -> new ArrayList<>(List.of(x)));
    collection(all, x -> new ArrayDeque<>(List.of(x)));
    collection(all, x -> new Vector<>(List.of(x)));
    collection(all, x -> new LinkedBlockingQueue<>(List.of(x)));
    collection(all, x -> new LinkedBlockingDeque<>(List.of(x)));
    collection(all, x -> new ArrayBlockingQueue<>(2, false, List.of(x)));
    collection(all, x -> new ConcurrentLinkedQueue<>(List.of(x)));
    collection(all, x -> Collections.unmodifiableList(new ArrayList<>(List.of(x))));
    collection(all, x -> Collections.synchronizedCollection(new ArrayList<>(List.of(x))));
    collection(all, x -> Collections.checkedList(new ArrayList<>(List.of(x)), Object.class));
    collection(all, Collections::singletonList);
    collection(all, x -> Collections.nCopies(2, x));
    collection(all, x -> List.of(x));
    collection(all, x -> List.of(1, x, 2).subList(0, 3).stream().skip(1).toList());
    collection(all, x -> Map.of(1, x).values().stream().toList());
    collection(all, x -> new ListOfOurs(x));
    collection(all, x -> new QueueOfOurs(x));
  }

  private static void map(List<Holder> all, Function<Object, Map<?, ?>> holding) {
    String name = holding.apply("x").getClass().getSimpleName();
    all.add(
        new Holder(
            name, holding::apply, holder -> ((Map<?, ?>) holder).values().iterator().next()));
  }

  private static void maps(List<Holder> all) {
    map(all, x -> new HashMap<>(Map.of(1, x)));
    map(all, Holders::inOrderOfAccess);
    map(all, x -> new TreeMap<>(Map.of(1, x)));
    map(all, x -> new ConcurrentHashMap<>(Map.of(1, x)));
    map(all, x -> new IdentityHashMap<>(Map.of(TimeUnit.DAYS, x)));
    map(all, x -> new EnumMap<>(Map.of(TimeUnit.DAYS, x)));
    map(all, x -> Map.of(1, x));
    map(all, x -> Map.of(1, x, 2, x));
    map(all, x -> Collections.singletonMap(1, x));
    map(all, x -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, x))));
    map(all, x -> new MapOfOurs(x));
  }

  private static Map<Object, Object> inOrderOfAccess(Object x) {
    Map<Object, Object> map = new LinkedHashMap<>(16, 0.75f, true);
    map.put(1, x);
    return map;
  }

  private static void cells(List<Holder> all) {
    add(all, Object[].class, x -> new Object[] {x}, array -> array[0]);
    add(all, Map.Entry.class, x -> new SimpleEntry<>(1, x), Map.Entry<?, ?>::getValue);
    add(all, AtomicReference.class, AtomicReference<Object>::new, AtomicReference<?>::get);
    add(
        all,
        AtomicReferenceArray.class,
        x -> new AtomicReferenceArray<>(new Object[] {x}),
        array -> array.get(0));
    add(all, Proxy.class, Holders::proxy, proxy -> ((Answer) Proxy.getInvocationHandler(proxy)).x);
  }

  private static Proxy proxy(Object x) {
    Object proxy =
        Proxy.newProxyInstance(
            Holders.class.getClassLoader(), new Class<?>[] {Runnable.class}, new Answer(x));
    return (Proxy) proxy;
  }

  private static void ofTheApplication(List<Holder> all) {
    add(all, Bean.class, Bean::new, bean -> bean.x);
    add(all, Pair.class, x -> new Pair(x, 1), Pair::x);
    add(all, WritesItself.class, WritesItself::new, bean -> bean.x);
    add(all, WritesWhatItHas.class, WritesWhatItHas::new, bean -> bean.x);
    add(all, External.class, External::new, bean -> bean.x);
    add(all, Failure.class, Failure::new, failure -> failure.x);
    add(all, Replaced.class, Replaced::new, bean -> bean.x);
  }

  static final class Answer implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;
    final Object x;

    Answer(Object x) {
      this.x = x;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
      return method.getName().equals("hashCode") ? (Object) 1 : null;
    }
  }

  static class Bean implements Serializable {
    private static final long serialVersionUID = 1L;
    Object x;

    Bean(Object x) {
      this.x = x;
    }
  }

  record Pair(Object x, Object y) implements Serializable {}

  static final class WritesItself extends Bean {
    private static final long serialVersionUID = 1L;

    WritesItself(Object x) {
      super(x);
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  static final class WritesWhatItHas implements Serializable {
    private static final long serialVersionUID = 1L;
    transient Object x;

    WritesWhatItHas(Object x) {
      this.x = x;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(x);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      x = in.readObject();
    }
  }

  /** Read by its public constructor. */
  public static final class External implements Externalizable {
    private static final long serialVersionUID = 1L;
    Object x = "";

    /** For the stream. */
    public External() {}

    External(Object x) {
      this.x = x;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(x);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      x = in.readObject();
    }
  }

  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final Object x;

    Failure(Object x) {
      super("failed", null, false, false);
      this.x = x;
    }
  }

  static final class Replaced implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient Object x;

    Replaced(Object x) {
      this.x = x;
    }

    private Object writeReplace() {
      return new Stand(x);
    }

    private static final class Stand implements Serializable {
      private static final long serialVersionUID = 1L;
      private final Object x;

      Stand(Object x) {
        this.x = x;
      }

      private Object readResolve() {
        return new Replaced(x);
      }
    }
  }

  static final class ListOfOurs extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    ListOfOurs(Object x) {
      super(List.of(x));
    }
  }

  static final class QueueOfOurs extends LinkedBlockingQueue<Object> {
    private static final long serialVersionUID = 1L;

    QueueOfOurs(Object x) {
      super(List.of(x));
    }
  }

  static final class MapOfOurs extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1L;

    MapOfOurs(Object x) {
      super(Map.of(1, x));
    }
  }
}
