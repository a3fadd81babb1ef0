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
import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.text.ChoiceFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.temporal.WeekFields;
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
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
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

  /** Forgets the eldest. */
  static final class Recent extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;
    private final int most;
    @Nullable Object owner;

    Recent(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
      return size() > most;
    }
  }

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

  /** A map that writes its entries itself. */
  public static final class Written extends HashMap<Object, Object> implements Externalizable {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;

    public Written() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(owner);
      out.writeInt(size());
      for (Map.Entry<Object, Object> entry : entrySet()) {
        out.writeObject(entry.getKey());
        out.writeObject(entry.getValue());
      }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      owner = in.readObject();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        put(in.readObject(), in.readObject());
      }
    }
  }

  /** A list with code beside that of the JDK. */
  static final class Coded extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
    transient @Nullable Object last;
    @Nullable Object owner;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeObject(isEmpty() ? null : get(size() - 1));
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      last = in.readObject();
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

  /** A lock with a name. */
  static final class NamedLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    final String name;
    @Nullable Object owner;

    NamedLock(String name) {
      super(true);
      this.name = name;
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
    all.put(
        "LinkedHashMap in the order of access, in a node",
        () -> {
          Map<String, Object> map = new LinkedHashMap<>(16, 0.75f, true);
          map.put("a", 1);
          map.put("b", 2);
          return list(node(map), map);
        });
    all.put(
        "cache of the application that knows its owner",
        () -> {
          Recent recent = new Recent(2);
          recent.put("a", 1);
          recent.put("b", 2);
          recent.get("a");
          Node owner = node(recent);
          recent.owner = owner;
          return owner;
        });
    all.put(
        "cache of the application with a value that knows it",
        () -> {
          Recent recent = new Recent(2);
          recent.put("a", node(recent));
          recent.put("b", "x");
          recent.get("a");
          return list(recent, "x");
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
        "TreeMap whose comparator knows it, from the comparator",
        () -> with(new ByOwner(), order -> order.owner = tree.apply(order, "")));
    all.put(
        "TreeSet whose comparator knows it, in a node",
        () -> {
          ByOwner order = new ByOwner();
          Set<String> set = new TreeSet<>(order);
          set.addAll(List.of("a", "b"));
          order.owner = node(set);
          return order.owner;
        });
    all.put(
        "two TreeMaps with one comparator",
        () -> {
          ByOwner order = new ByOwner();
          return list(tree.apply(order, ""), order, new TreeSet<>(order));
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
        "views of TreeMaps, and the maps",
        () -> {
          TreeMap<String, Object> map = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
          return list(map.subMap("a", "c"), map, map.descendingMap(), map.tailMap("b", false));
        });
    all.put(
        "views of TreeMaps in a node",
        () -> {
          TreeMap<String, Object> map = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
          return list(node(map.headMap("b", true)), map);
        });
    all.put(
        "views of a ConcurrentSkipListMap, and the map",
        () -> {
          ConcurrentSkipListMap<String, Object> map =
              new ConcurrentSkipListMap<>(Map.of("a", 1, "b", 2, "c", 3));
          return list(map.subMap("a", "c"), map, map.descendingMap());
        });
    all.put(
        "keys of a ConcurrentHashMap, and the map",
        () -> {
          ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2));
          return list(map.keySet(7), map);
        });
    all.put(
        "set of ConcurrentHashMap.newKeySet in a node that it holds",
        () -> {
          Set<Object> set = ConcurrentHashMap.newKeySet();
          Node node = node(set);
          set.add(node);
          return node;
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
        "map of the application that is Externalizable, in a cycle",
        () -> {
          Written map = new Written();
          map.owner = list(map);
          map.put("self", map.owner);
          return map;
        });
    all.put(
        "list of the application with code, in a cycle by a field",
        () -> {
          Coded coded = new Coded();
          coded.add("x");
          coded.owner = list(coded);
          return coded;
        });
    all.put(
        "list of the application with code, in itself",
        () -> with(new Coded(), coded -> coded.add(node(coded))));
    all.put(
        "list of the application with code that holds one that is replaced",
        () -> {
          Coded coded = new Coded();
          Left left = new Left("x");
          coded.add(left);
          return list(coded, left);
        });
    all.put("map with two braces in a node", () -> new Braces().with());
    all.put(
        "map with two braces, from the map", () -> Objects.requireNonNull(new Braces().with().map));
    all.put(
        "view of an array that is elsewhere",
        () -> {
          Object[] array = {"x", list("y")};
          return list(new View(array), array, node(Arrays.asList(array)));
        });
    all.put(
        "view of an array that holds it",
        () -> {
          Object[] array = new Object[1];
          View view = new View(array);
          array[0] = node(view);
          return view;
        });
    UnaryOperator<Object> checked =
        each -> {
          Map<String, Object> map = new HashMap<>();
          map.put("k", each);
          return Collections.checkedMap(map, String.class, Object.class);
        };
    all.put(
        "checkedList of checkedMaps in a node",
        () -> {
          List<Object> inner = list("x");
          List<Object> outer = Collections.checkedList(inner, Object.class);
          outer.add(checked.apply(inner));
          return list(node(outer), outer, inner);
        });
    all.put(
        "synchronized views of one map",
        () -> {
          Map<String, Object> map = new HashMap<>(Map.of("a", 1));
          return list(
              Collections.synchronizedMap(map),
              map,
              node(Collections.synchronizedMap(map)),
              Collections.synchronizedCollection(new ArrayDeque<>(List.of(1))));
        });
    all.put(
        "synchronized sorted and navigable",
        () ->
            list(
                Collections.synchronizedSortedMap(new TreeMap<>(Map.of("a", 1))),
                Collections.synchronizedNavigableSet(new TreeSet<>(Set.of("a"))),
                Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of("a", 1))),
                Collections.checkedQueue(new LinkedList<>(List.of("a")), String.class)));
    all.put(
        "constants of Collections",
        () ->
            node(
                list(
                    Collections.emptyList(),
                    Collections.emptyMap(),
                    Collections.emptySet(),
                    Collections.reverseOrder(),
                    String.CASE_INSENSITIVE_ORDER,
                    Comparator.naturalOrder(),
                    Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER))));
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
        "IdentityHashMap with keys that others have",
        () -> {
          List<Object> key = list("k");
          Map<Object, Object> map = new IdentityHashMap<>();
          map.put(key, node(key));
          return list(node(map), key);
        });
    all.put(
        "Stack and Vector that hold themselves",
        () -> {
          Stack<Object> stack = new Stack<>();
          Vector<Object> vector = new Vector<>();
          stack.push(vector);
          vector.add(node(stack));
          return stack;
        });
    all.put(
        "lock of the application that knows its owner",
        () -> {
          NamedLock lock = new NamedLock("l");
          Node node = node(lock);
          lock.owner = node;
          return list(node, lock, node(lock));
        });
    all.put(
        "classes of the application above those of the JDK, in cycles",
        () ->
            with(
                new Node("n"),
                node -> node.extra = list(new Zone(node), new Moment(node), new Counter(node))));
  }

  /** Makes a map of a class of its own, which knows its maker. */
  static final class Braces implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Map<String, Object> map;
    final String name = "b";

    Braces with() {
      map =
          new HashMap<>() {
            {
              put("a", name);
              put("b", 2);
            }
          };
      return this;
    }
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

  /** As case objects: found again when read. */
  static final class Case implements Serializable {
    private static final long serialVersionUID = 1L;
    static final Case ONE = new Case();

    private Object readResolve() {
      return ONE;
    }
  }

  /** A list like Scala's: a proxy writes all of its cells. */
  static final class Cell implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient Object head;
    final transient @Nullable Cell tail;

    Cell(Object head, @Nullable Cell tail) {
      this.head = head;
      this.tail = tail;
    }

    private Object writeReplace() {
      return new CellsProxy(this);
    }
  }

  static final class CellsProxy implements Serializable {
    private static final long serialVersionUID = 1L;
    private transient Cell cells;

    CellsProxy(Cell cells) {
      this.cells = cells;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      for (Cell c = cells; c != null; c = c.tail) {
        out.writeObject(c.head);
      }
      out.writeObject(ModuleProxy.class);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      List<Object> heads = new ArrayList<>();
      for (Object o = in.readObject(); o != ModuleProxy.class; o = in.readObject()) {
        heads.add(o);
      }
      Collections.reverse(heads);
      for (Object head : heads) {
        cells = new Cell(head, cells);
      }
    }

    private Object readResolve() {
      return cells;
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
        "lazy value that knows its node",
        () -> with(new Node("n"), node -> node.extra = new Lazy(node)));
    all.put(
        "modules and case objects",
        () ->
            list(
                node(Module.ONE),
                Module.ONE,
                Case.ONE,
                node(Case.ONE),
                new Failure(Module.ONE, Case.ONE)));
    all.put(
        "values that one class writes",
        () -> {
          Value currency = new Value(list("EUR"));
          Value value = new Value(currency);
          return list(value, currency, node(value), new Failure(currency, "x"));
        });
    all.put(
        "cells of a list, and its tail",
        () -> {
          Cell tail = new Cell(list("b"), null);
          return list(new Cell("a", tail), tail, new Cell("c", new Cell(list("d"), null)));
        });
    all.put(
        "cells of a list whose heads know it",
        () -> {
          Node head = new Node("h");
          head.extra = new Cell(head, null);
          return head.extra;
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
    all.put("nothing is named to be written", () -> list(new Names(null), "x"));
    all.put("nothing is named to be written, in a node", () -> node(new Names(null)));
    all.put(
        "nothing is named to be written, in an exception", () -> new Failure(new Names(null), 1));
    all.put("nothing is named to be written, at the top", () -> new Names(null));
    all.put(
        "replacement that its array cannot hold",
        () -> {
          Left[] array = {new Left("x")};
          return list((Object) array);
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

  /** Gives lambdas that know it. */
  static final class Screen implements Serializable {
    private static final long serialVersionUID = 1L;
    final List<Object> log = new ArrayList<>();
    final List<Object> listeners = new ArrayList<>();

    Screen listen() {
      listeners.add((Runnable & Serializable) () -> log.add(this));
      return this;
    }
  }

  private static void code(Map<String, Supplier<Object>> all) {
    all.put(
        "proxy with a lambda for a handler",
        () -> {
          List<Object> captured = list("x");
          LambdaHandler handler = (proxy, method, arguments) -> captured;
          return list(face(handler), captured, node(captured));
        });
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
    all.put("lambdas that know their owner, from it", () -> new Screen().listen().listen());
    all.put(
        "lambdas that know their owner, in a node",
        () -> {
          Screen screen = new Screen().listen();
          return list(node(screen.listeners), screen);
        });
    all.put(
        "lambdas that know their owner, in its log",
        () -> {
          Screen screen = new Screen().listen();
          screen.log.add(screen);
          screen.log.add(screen.listeners);
          return list(screen, new Failure(screen, null));
        });
    all.put(
        "lambda in a record in a node",
        () -> {
          List<Object> captured = list("x");
          return list(node(new Made((Supplier<Object> & Serializable) () -> captured)), captured);
        });
    all.put(
        "lambda that captures one that is replaced",
        () -> {
          Left left = new Left("x");
          return list((Supplier<Object> & Serializable) () -> left, left);
        });
    all.put(
        "lambda that captures a lock and numbers",
        () -> {
          ReentrantLock lock = new ReentrantLock();
          long number = 5;
          return list((Supplier<Object> & Serializable) () -> lock.isFair() ? number : lock, lock);
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

  /** JDK serialization does not ask it. */
  record Ignored(String name, Object part) implements Externalizable {
    @Override
    public void writeExternal(ObjectOutput out) {
      throw new IllegalStateException("a record is not asked");
    }

    @Override
    public void readExternal(ObjectInput in) {
      throw new IllegalStateException("a record is not asked");
    }

    private void writeObject(ObjectOutputStream out) {
      throw new IllegalStateException("a record is not asked");
    }
  }

  record Resolved(String name, Object part) implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {};

    private Object readResolve() {
      return new Resolved(name.equals("n") ? "r" : name, part);
    }
  }

  record Wide(byte b, short s, char c, long l, float f, double d, boolean z, int[] ints, Object o)
      implements Serializable {}

  /** It is never asked. */
  enum Level {
    LOW,
    HIGH {
      @Override
      public String toString() {
        return "high";
      }
    };

    private Object writeReplace() {
      return "not asked";
    }

    private Object readResolve() {
      return "not asked";
    }
  }

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

  /** Is one of a kind, and Externalizable. */
  public static final class Only implements Externalizable {
    private static final long serialVersionUID = 1L;
    static final Only ONE = new Only();

    public Only() {}

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}

    private Object readResolve() {
      return ONE;
    }
  }

  private static void parts(Map<String, Supplier<Object>> all) {
    all.put(
        "record that is Externalizable",
        () -> {
          Ignored ignored = new Ignored("n", list("x"));
          return list(ignored, node(ignored), ignored.part);
        });
    all.put(
        "record that is resolved, in a node and elsewhere",
        () -> {
          Resolved resolved = new Resolved("n", list("x"));
          return list(node(resolved), resolved, resolved.part);
        });
    all.put(
        "record of all types in an Externalizable in a cycle",
        () -> {
          Parcel parcel = new Parcel();
          parcel.one =
              new Wide((byte) 1, (short) 2, 'c', 4L, 5f, 6d, true, new int[] {7}, list("x"));
          parcel.two = list(parcel, parcel.one);
          return parcel;
        });
    all.put(
        "record in an Externalizable that the record holds",
        () -> with(new Parcel(), parcel -> parcel.one = new Made(parcel)));
    all.put(
        "constants with code that nobody asks",
        () -> {
          EnumMap<Level, Object> map = new EnumMap<>(Level.class);
          map.put(Level.HIGH, Level.LOW);
          return list(node(Level.HIGH), Level.HIGH, map, EnumSet.allOf(Level.class));
        });
    all.put(
        "classes of all kinds in a node",
        () ->
            node(
                list(
                    int.class,
                    void.class,
                    int[][].class,
                    Made.class,
                    Level.class,
                    Level.HIGH.getClass(),
                    Supplier.class)));
    all.put("description of a class in a node", () -> node(ObjectStreamClass.lookup(Made.class)));
    all.put(
        "Externalizable that is one of a kind",
        () -> list(Only.ONE, node(Only.ONE), new Parcel(Only.ONE, Only.ONE)));
    all.put(
        "Externalizable with what is replaced, and with a lock",
        () -> {
          Left left = new Left("x");
          ReentrantLock lock = new ReentrantLock();
          return list(new Parcel(left, lock), left, lock, new Parcel(lock, left));
        });
    all.put(
        "arrays of all kinds that others have",
        () -> {
          int[] row = {1, 2};
          Object[] texts = new String[] {"x"};
          Object[] grid = new Object[][] {{"x"}, texts, null};
          return list(node(new int[][] {row, row}), row, node(grid), texts, new Node[2]);
        });
    all.put(
        "values that are there, or not",
        () -> {
          Holder holder = new Holder();
          holder.value = Optional.of(list("x"));
          return list(holder, Objects.requireNonNull(holder.value));
        });
  }

  // Of the JDK

  /** Listens, and knows to whom. */
  static final class Listener implements PropertyChangeListener, Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object bean;

    @Override
    public void propertyChange(PropertyChangeEvent event) {
      throw new IllegalStateException("is not called");
    }
  }

  /** Has listeners. */
  static final class Bean implements Serializable {
    private static final long serialVersionUID = 1L;
    final PropertyChangeSupport support = new PropertyChangeSupport(this);
    final Listener listener = new Listener();

    Bean() {
      listener.bean = this;
      support.addPropertyChangeListener(listener);
      support.addPropertyChangeListener("name", listener);
    }
  }

  private static Throwable bare(Throwable throwable) {
    throwable.setStackTrace(new StackTraceElement[0]);
    return throwable;
  }

  private static void ofTheJdk(Map<String, Supplier<Object>> all) {
    all.put("listeners of a bean, which know it", Bean::new);
    all.put(
        "listeners of a bean, in a node",
        () -> {
          Bean bean = new Bean();
          return list(node(bean.support), bean.listener, bean);
        });
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
        "exceptions of the JDK with parts",
        () -> {
          IOException io = new IOException("io");
          List<Object> exceptions =
              list(
                  bare(io),
                  bare(new UncheckedIOException(io)),
                  bare(new CompletionException("c", io)),
                  bare(new InvocationTargetException(io, "t")));
          return list(node(exceptions), io);
        });
    all.put(
        "exception that is its own cause by another",
        () -> {
          Throwable first = bare(new IllegalStateException("1"));
          Throwable second = bare(new IllegalStateException("2", first));
          first.initCause(second);
          return list(first, node(second));
        });
    all.put(
        "clocks, zones, calendars of the JDK",
        () ->
            node(
                list(
                    Clock.systemUTC(),
                    Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                    ZoneOffset.ofHours(2),
                    ZoneId.of("Europe/Berlin"),
                    IsoChronology.INSTANCE,
                    HijrahDate.of(1445, 1, 1),
                    JapaneseDate.of(2026, 1, 1),
                    WeekFields.ISO,
                    WeekFields.of(DayOfWeek.SATURDAY, 3))));
    all.put(
        "constants of java.time that stay the same",
        () -> new Same(ZoneOffset.UTC, IsoChronology.INSTANCE, WeekFields.ISO, List.of()));
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
    all.put(
        "calendar whose zone others have",
        () -> {
          SimpleTimeZone zone = new SimpleTimeZone(7, "here");
          Calendar calendar = new GregorianCalendar(zone, Locale.ROOT);
          return list(calendar, zone, node(calendar));
        });
    all.put(
        "semaphore and lock in records",
        () -> {
          Semaphore semaphore = new Semaphore(2, true);
          return list(new Made(semaphore), node(new Made(semaphore)), semaphore);
        });
    all.put(
        "hashed sets of sets that hold their owner",
        () -> {
          Node node = new Node("n");
          Set<Object> inner = new LinkedHashSet<>(List.of(node));
          node.extra = new HashSet<>(List.of(inner, node));
          return node;
        });
    all.put(
        "Hashtable whose value knows it",
        () -> {
          Hashtable<Object, Object> table = new Hashtable<>();
          table.put("k", node(table));
          return table;
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

  /** Tells whether constants are the same ones. */
  static final class Same implements Serializable {
    private static final long serialVersionUID = 1L;
    final Object[] constants;
    transient String seen = "all";

    Same(Object... constants) {
      this.constants = constants;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      seen =
          (constants[0] == ZoneOffset.UTC ? "utc " : "")
              + (constants[1] == IsoChronology.INSTANCE ? "iso " : "")
              + (constants[2] == WeekFields.ISO ? "week " : "")
              + (constants[3] == List.of() ? "list" : "");
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
