package io.holdfast.serializer.tests;

import static io.holdfast.serializer.tests.OwnShapes.list;
import static io.holdfast.serializer.tests.OwnShapes.node;
import static io.holdfast.serializer.tests.OwnShapes.with;

import io.holdfast.serializer.tests.OwnShapes.Holder;
import io.holdfast.serializer.tests.OwnShapes.Node;
import io.holdfast.serializer.tests.RareShapes.Failure;
import io.holdfast.serializer.tests.RareShapes.Handler;
import io.holdfast.serializer.tests.RareShapes.Left;
import java.beans.PropertyChangeEvent;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.text.ChoiceFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Graphs of what the JDK, languages and libraries have beside plain objects. */
@SuppressWarnings({
  "serial",
  "UnusedVariable",
  "UnusedMethod",
  "ClassCanBeStatic",
  "JdkObsolete",
  "JavaUtilDate",
  "IdentityHashMapUsage",
  "DoubleBraceInitialization",
  "ArrayRecordComponent",
  "GetClassOnEnum",
  "NullAway.Init"
})
final class UnlistedShapes {

  private UnlistedShapes() {}

  // Maps and collections

  /** Compares by what its owner says. */
  static final class ByOwner implements Comparator<String>, Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;

    @Override
    public int compare(String a, String b) {
      return b.compareTo(a);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** A view of an array, as of Arrays.asList. */
  static final class View extends AbstractList<Object> implements Serializable {
    private static final long serialVersionUID = 1L;
    private final Object[] array;

    View(Object... array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return array[index];
    }

    @Override
    public int size() {
      return array.length;
    }
  }

  static final class Zone extends SimpleTimeZone {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;

    Zone(Object owner) {
      super(5, "mine");
      this.owner = owner;
    }
  }

  static final class Moment extends Date {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;

    Moment(Object owner) {
      super(5);
      this.owner = owner;
    }
  }

  static final class Counter extends AtomicLong {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;

    Counter(Object owner) {
      super(5);
      this.owner = owner;
    }
  }

  private static void maps(Map<String, Supplier<Object>> all) {
    all.put(
        "LinkedHashMap in the order of access",
        () -> {
          Map<String, Object> map = new LinkedHashMap<>(16, 0.75f, true);
          map.put("a", 1);
          map.put("b", node(map));
          map.put("c", 3);
          map.get("a");
          return map;
        });
    BiFunction<ByOwner, String, Object> tree =
        (order, unused) -> {
          TreeMap<String, Object> map = new TreeMap<>(order);
          map.put("a", 1);
          map.put("b", 2);
          return map;
        };
    all.put(
        "TreeMap whose comparator knows it",
        () -> {
          ByOwner order = new ByOwner();
          order.owner = tree.apply(order, "");
          return order.owner;
        });
    all.put(
        "sorted maps and queues whose comparator knows them",
        () -> {
          ByOwner order = new ByOwner();
          Map<String, Object> skip = new ConcurrentSkipListMap<>(order);
          skip.put("a", 1);
          PriorityQueue<String> queue = new PriorityQueue<>(order);
          queue.addAll(List.of("a", "b", "c"));
          PriorityBlockingQueue<String> blocking = new PriorityBlockingQueue<>(3, order);
          blocking.addAll(List.of("a", "b", "c"));
          Set<String> set = new ConcurrentSkipListSet<>(order);
          set.add("z");
          order.owner = list(skip, queue, blocking, set);
          return order.owner;
        });
    all.put(
        "ConcurrentHashMap with keys of the application that know it",
        () -> {
          Map<Object, Object> map = new ConcurrentHashMap<>();
          OwnShapes.Key key = new OwnShapes.Key("k");
          key.owner = map;
          map.put(key, node(key));
          return list(map, key);
        });
    all.put(
        "view of an array that is elsewhere",
        () -> {
          Object[] array = {"x", list("y")};
          return list(new View(array), array, node(Arrays.asList(array)));
        });
    all.put(
        "queues in a node that they hold",
        () -> {
          Node node = new Node("n");
          node.extra =
              list(
                  new ArrayBlockingQueue<>(3, true, List.of(node)),
                  new ConcurrentLinkedQueue<>(List.of(node)),
                  new ConcurrentLinkedDeque<>(List.of(node)),
                  new CopyOnWriteArraySet<>(List.of(node)),
                  new LinkedList<>(List.of(node)),
                  new ArrayDeque<>(List.of(node)));
          return node;
        });
    all.put(
        "classes of the application above those of the JDK, in cycles",
        () ->
            with(
                new Node("n"),
                node -> node.extra = list(new Zone(node), new Moment(node), new Counter(node))));
  }

  // What stands for others

  /** As Kotlin's lazy values: what is known is written. */
  static final class Lazy implements Serializable {
    private static final long serialVersionUID = 1L;
    private transient @Nullable Object value;
    private transient Object lock = this;

    Lazy(@Nullable Object value) {
      this.value = value;
    }

    private Object writeReplace() {
      return new Known(value);
    }
  }

  static final class Known implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object value;

    Known(@Nullable Object value) {
      this.value = value;
    }
  }

  /** As objects of Scala and Kotlin: there is one. */
  static final class Module implements Serializable {
    private static final long serialVersionUID = 1L;
    static final Module ONE = new Module();

    private Object writeReplace() {
      return new ModuleProxy(Module.class);
    }
  }

  static final class ModuleProxy implements Serializable {
    private static final long serialVersionUID = 1L;
    final Class<?> module;

    ModuleProxy(Class<?> module) {
      this.module = module;
    }

    private Object readResolve() {
      return module == Module.class ? Module.ONE : this;
    }
  }

  /** As values of Joda: one class writes and makes those of all. */
  static final class Value implements Serializable {
    private static final long serialVersionUID = 1L;
    final Object currency;

    Value(Object currency) {
      this.currency = currency;
    }

    private Object writeReplace() {
      return new Ser(this);
    }
  }

  /** Writes one, and makes it again. */
  public static final class Ser implements Externalizable {
    private static final long serialVersionUID = 1L;
    @Nullable Object object;

    public Ser() {}

    Ser(Object object) {
      this.object = object;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(((Value) Objects.requireNonNull(object)).currency);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      object = new Value(in.readObject());
    }

    private Object readResolve() {
      return Objects.requireNonNull(object);
    }
  }

  /** Names nothing, a text, a constant, a list, an array, a class or a record to be written. */
  static final class Names implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient @Nullable Object named;

    Names(@Nullable Object named) {
      this.named = named;
    }

    private @Nullable Object writeReplace() {
      return named;
    }
  }

  /** Makes such a one each time. */
  static final class Makes implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient Supplier<Object> maker;

    Makes(Supplier<Object> maker) {
      this.maker = maker;
    }

    private Object writeReplace() {
      return maker.get();
    }
  }

  record Made(Object part) implements Serializable {}

  private static final class Twin implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Left typed;
  }

  private static void standIns(Map<String, Supplier<Object>> all) {
    all.put(
        "lazy values in a node and elsewhere",
        () -> {
          Lazy lazy = new Lazy(list("x"));
          return list(
              node(lazy), lazy, new Failure(lazy, null), Objects.requireNonNull(lazy.value));
        });
    all.put(
        "values that one class writes",
        () -> {
          Value currency = new Value(list("EUR"));
          Value value = new Value(currency);
          return list(value, currency, node(value), new Failure(currency, "x"));
        });
    Map<String, Supplier<Object>> named = new LinkedHashMap<>();
    named.put("a text", () -> "text");
    named.put("a number", () -> 5);
    named.put("a constant", () -> TimeUnit.DAYS);
    named.put("a list", () -> list("x"));
    named.put("a List.of", () -> List.of("x", list("y")));
    named.put("a Set.of", () -> Set.of("x"));
    named.put("a map", () -> new HashMap<>(Map.of("k", list(1))));
    named.put("an array", () -> new Object[] {"x", list("y")});
    named.put("an array of numbers", () -> new int[] {1});
    named.put("a class", () -> Made.class);
    named.put("a record", () -> new Made(list("x")));
    named.put("an exception", () -> new Failure(list("x"), null));
    named.put("a set of constants", () -> EnumSet.of(TimeUnit.DAYS));
    named.put("a lock", ReentrantLock::new);
    named.put("a lambda", () -> (Supplier<Object> & Serializable) () -> "x");
    named.put("a proxy", () -> face(new Handler(list("x"))));
    named.put("a date", () -> new Date(5));
    named.put("another one that names", () -> new Names(new Makes(() -> list("x"))));
    // JDK serialization makes two of these, as it replaces them, too
    Set<String> replaced = Set.of("a List.of", "a Set.of", "a set of constants");
    named.forEach(
        (what, make) -> {
          Map<String, UnaryOperator<Object>> holders = new LinkedHashMap<>();
          holders.put("a list", OwnShapes::list);
          holders.put("a node", OwnShapes::node);
          holders.put("an exception", each -> new Failure(each, null));
          holders.put("a queue", each -> new LinkedBlockingDeque<>(List.of(each)));
          holders.forEach(
              (holder, holding) -> {
                all.put(
                    "made to be written is " + what + ", in " + holder,
                    () -> {
                      Makes one = new Makes(make);
                      return list(holding.apply(one), one, holding.apply(one));
                    });
                if (replaced.contains(what)) {
                  return;
                }
                all.put(
                    "named to be written is " + what + ", in " + holder,
                    () -> {
                      Object named1 = make.get();
                      Names one = new Names(named1);
                      return list(one, holding.apply(one), named1, one);
                    });
                all.put(
                    "named to be written is " + what + ", in " + holder + " first",
                    () -> {
                      Object named1 = make.get();
                      Names one = new Names(named1);
                      return list(holding.apply(one), holding.apply(one), one, named1);
                    });
              });
        });
    all.put(
        "replacement that its field cannot hold",
        () -> {
          Twin twin = new Twin();
          twin.typed = new Left("x");
          return list(twin);
        });
  }

  // Proxies and code

  /** Is answered by a lambda. */
  interface LambdaHandler extends InvocationHandler, Serializable {}

  /** Has a way to say what is written for it. */
  interface Replaceable {
    Object writeReplace();
  }

  private static Object face(InvocationHandler handler, Class<?>... more) {
    List<Class<?>> faces = new ArrayList<>(List.of(more));
    faces.add(Supplier.class);
    return Proxy.newProxyInstance(
        UnlistedShapes.class.getClassLoader(), faces.toArray(new Class<?>[0]), handler);
  }

  private static void code(Map<String, Supplier<Object>> all) {
    all.put(
        "proxy that names what is written",
        () -> {
          List<Object> named = list("x");
          Object proxy =
              face(
                  (LambdaHandler)
                      (self, method, arguments) ->
                          switch (method.getName()) {
                            case "hashCode" -> 7;
                            case "equals" -> self == arguments[0];
                            case "toString" -> "proxy";
                            default -> named;
                          },
                  Replaceable.class);
          return list(proxy, node(proxy), named);
        });
    all.put(
        "comparators of methods that know one another",
        () -> {
          Comparator<String> length =
              Comparator.comparing((Function<String, Integer> & Serializable) String::length);
          return list(
              length, node(length.reversed()), length.thenComparing(Comparator.naturalOrder()));
        });
  }

  // Records, enums, Externalizable

  record Wide(byte b, short s, char c, long l, float f, double d, boolean z, int[] ints, Object o)
      implements Serializable {}

  /** Is written by a code of its own, with parts of all kinds. */
  public static final class Parcel implements Externalizable {
    private static final long serialVersionUID = 1L;
    @Nullable Object one;
    @Nullable Object two;

    public Parcel() {}

    Parcel(@Nullable Object one, @Nullable Object two) {
      this.one = one;
      this.two = two;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(one);
      out.write(new byte[] {1, 2, 3}, 1, 2);
      out.writeChars("chars");
      out.writeBytes("bytes");
      out.writeUTF("\0\u00e4\u20ac\ud83d\ude00");
      out.writeObject(two);
      out.flush();
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      one = in.readObject();
      if (in.skip(1) != 1 || in.read() != 3 || in.readChar() != 'c' || in.available() < 13) {
        throw new IOException("other bytes");
      }
      in.readFully(new byte[13]);
      if (!in.readUTF().equals("\0\u00e4\u20ac\ud83d\ude00")) {
        throw new IOException("another text");
      }
      two = in.readObject();
    }
  }

  private static void parts(Map<String, Supplier<Object>> all) {
    all.put(
        "record of all types in an Externalizable in a cycle",
        () -> {
          Parcel parcel = new Parcel();
          parcel.one =
              new Wide((byte) 1, (short) 2, 'c', 4L, 5f, 6d, true, new int[] {7}, list("x"));
          parcel.two = list(parcel, parcel.one);
          return parcel;
        });
    all.put("description of a class in a node", () -> node(ObjectStreamClass.lookup(Made.class)));
    all.put(
        "values that are there, or not",
        () -> {
          Holder holder = new Holder();
          holder.value = Optional.of(list("x"));
          return list(holder, Objects.requireNonNull(holder.value));
        });
  }

  // Of the JDK

  private static Throwable bare(Throwable throwable) {
    throwable.setStackTrace(new StackTraceElement[0]);
    return throwable;
  }

  private static void ofTheJdk(Map<String, Supplier<Object>> all) {
    Map<String, UnaryOperator<Object>> holders = new LinkedHashMap<>();
    holders.put("AtomicReferenceArray", each -> new AtomicReferenceArray<>(new Object[] {each}));
    holders.put("PropertyChangeEvent", each -> new PropertyChangeEvent("bean", "p", each, "new"));
    holders.put("NamingException", UnlistedShapes::naming);
    holders.put("SimpleEntry", each -> new AbstractMap.SimpleEntry<>("k", each));
    holders.put("SimpleEntry as a key", each -> new AbstractMap.SimpleEntry<>(each, "v"));
    holders.put("EnumMap", each -> new EnumMap<>(Map.of(TimeUnit.DAYS, each)));
    holders.put("CopyOnWriteArrayList", each -> new CopyOnWriteArrayList<>(List.of(each)));
    holders.put("singletonMap", each -> Collections.singletonMap("k", each));
    holders.put("unmodifiableList", each -> Collections.unmodifiableList(list(each)));
    holders.put("synchronizedList", each -> Collections.synchronizedList(list(each)));
    holders.put("nCopies", each -> Collections.nCopies(3, each));
    holders.put("List.of", each -> List.of(each, "x", "y"));
    holders.put("List.of of List.of", each -> List.of(List.of(each), "x"));
    holders.put("Map.of", each -> Map.of("k", each));
    holders.put("AtomicReference of List.of", each -> new AtomicReference<>(List.of(each, "x")));
    holders.put("exception with List.of", each -> new Failure(List.of(each), "x"));
    holders.put("exception with an array", each -> new Failure(new Object[] {each}, "x"));
    holders.put("exception with a map", each -> new Failure(new HashMap<>(Map.of("k", each)), "x"));
    holders.put("MessageFormat", UnlistedShapes::message);
    holders.put("InvocationTargetException", each -> bare(invocation(each)));
    Map<String, Supplier<Object>> things = new LinkedHashMap<>();
    things.put("what stays", () -> new Left(list("x")));
    things.put("lazy", () -> new Lazy(list("x")));
    things.put("EnumSet", () -> EnumSet.of(TimeUnit.DAYS));
    things.put("lock", ReentrantLock::new);
    things.put("bean", Holder::new);
    things.put("node", () -> node("x"));
    things.put("module", () -> Module.ONE);
    holders.forEach(
        (holder, holding) ->
            things.forEach(
                (thing, make) -> {
                  all.put(
                      holder + " of " + thing + " that others have",
                      () -> {
                        Object each = make.get();
                        return list(holding.apply(each), each);
                      });
                  all.put(
                      holder + " of " + thing + " that others have before",
                      () -> {
                        Object each = make.get();
                        return list(each, node(holding.apply(each)));
                      });
                }));
    all.put(
        "formats that share",
        () -> {
          NumberFormat number = NumberFormat.getInstance(Locale.ROOT);
          SimpleDateFormat date = new SimpleDateFormat("yyyy", Locale.ROOT);
          date.setNumberFormat(number);
          Calendar calendar = new GregorianCalendar(2026, Calendar.MAY, 1);
          date.setCalendar(calendar);
          return list(
              node(date),
              number,
              calendar,
              new ChoiceFormat("0#no|1#one"),
              Pattern.compile("x", 2));
        });
  }

  private static Object naming(Object part) {
    NamingException naming = new NamingException("n");
    naming.setResolvedObj(part);
    return bare(naming);
  }

  private static Object message(Object part) {
    MessageFormat format = new MessageFormat("{0}", Locale.ROOT);
    format.setFormat(0, new PartFormat(part));
    return format;
  }

  private static Throwable invocation(Object part) {
    return new InvocationTargetException(bare(new Failure(part, null)));
  }

  /** A format of the application. */
  static final class PartFormat extends java.text.Format {
    private static final long serialVersionUID = 1L;
    final Object part;

    PartFormat(Object part) {
      this.part = part;
    }

    @Override
    public StringBuffer format(Object each, StringBuffer to, java.text.FieldPosition position) {
      return to;
    }

    @Override
    public @Nullable Object parseObject(String source, java.text.ParsePosition position) {
      return null;
    }
  }

  static Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    maps(all);
    standIns(all);
    code(all);
    parts(all);
    ofTheJdk(all);
    return all;
  }
}
