package io.holdfast.serializer.tests;

import static io.holdfast.serializer.tests.OwnShapes.list;
import static io.holdfast.serializer.tests.OwnShapes.node;
import static io.holdfast.serializer.tests.OwnShapes.with;

import io.holdfast.serializer.tests.OwnShapes.Holder;
import io.holdfast.serializer.tests.OwnShapes.Node;
import io.holdfast.serializer.tests.OwnShapes.Outer;
import io.holdfast.serializer.tests.OwnShapes.Pair;
import io.holdfast.serializer.tests.OwnShapes.ProxyOf;
import io.holdfast.serializer.tests.OwnShapes.Replaced;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.text.NumberFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Graphs that hardly any application has. */
@SuppressWarnings({
  "serial",
  "UnusedVariable",
  "UnusedMethod",
  "ClassCanBeStatic",
  "JdkObsolete",
  "JavaUtilDate",
  "IdentityHashMapUsage",
  "ArrayRecordComponent",
  "NullAway.Init"
})
final class RareShapes {

  private RareShapes() {}

  /** An exception of the application: the JDK's part of it is written by the JDK alone. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
    final @Nullable Object detail;
    final @Nullable Object more;

    Failure(@Nullable Object detail, @Nullable Object more) {
      super("failed", null, true, false);
      this.detail = detail;
      this.more = more;
    }
  }

  /** An exception that holds two, and writes one of them. */
  static final class OneOfTwo extends Exception {
    private static final long serialVersionUID = 1L;
    final transient @Nullable Object left;
    final Object written;

    OneOfTwo(Object left, Object written) {
      super("failed", null, true, false);
      this.left = left;
      this.written = written;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  /** A collection of the application, whose elements the JDK writes. */
  static final class Cart extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
    @Nullable Object owner;
  }

  /** Asks its order for its hash code and its place. */
  static final class Line implements Serializable, Comparable<Line> {
    private static final long serialVersionUID = 1L;
    final Order order;
    final int number;

    Line(Order order, int number) {
      this.order = order;
      this.number = number;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Line line && line.number == number && line.order.no.equals(order.no);
    }

    @Override
    public int hashCode() {
      return order.no.hashCode() * 31 + number;
    }

    @Override
    public int compareTo(Line other) {
      return (order.no + number).compareTo(other.order.no + other.number);
    }
  }

  /** Has lines, and a number that comes behind them in the order of fields. */
  static final class Order implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object lines;
    String no = "A1";
    @Nullable Object first;

    Order with(Function<List<Line>, Object> collection) {
      List<Line> some = List.of(new Line(this, 1), new Line(this, 2), new Line(this, 3));
      lines = collection.apply(some);
      return this;
    }
  }

  private static void owners(Map<String, Supplier<Object>> all) {
    Map<String, Function<List<Line>, Object>> collections = new LinkedHashMap<>();
    collections.put("HashSet", HashSet::new);
    collections.put("LinkedHashSet", LinkedHashSet::new);
    collections.put("TreeSet", TreeSet::new);
    collections.put("PriorityQueue", PriorityQueue::new);
    collections.put("Set.copyOf", Set::copyOf);
    collections.put("HashMap", some -> keys(some, new HashMap<>()));
    collections.put("Hashtable", some -> keys(some, new Hashtable<>()));
    collections.put("TreeMap", some -> keys(some, new TreeMap<>()));
    collections.put("ConcurrentHashMap", some -> keys(some, new ConcurrentHashMap<>()));
    collections.put("ConcurrentSkipListMap", some -> keys(some, new ConcurrentSkipListMap<>()));
    collections.put("Map.copyOf", some -> Map.copyOf(keys(some, new HashMap<>())));
    collections.put(
        "newSetFromMap", some -> filled(some, Collections.newSetFromMap(new HashMap<>())));
    collections.put(
        "unmodifiableSet", some -> Collections.unmodifiableSet(new LinkedHashSet<>(some)));
    collections.forEach(
        (name, collection) -> {
          all.put(name + " whose elements ask their owner", () -> new Order().with(collection));
          all.put(
              name + " whose elements ask their owner, from an element",
              () -> {
                Order order = new Order();
                Line line = new Line(order, 1);
                order.lines = collection.apply(List.of(line, new Line(order, 2)));
                return line;
              });
          all.put(
              name + " whose elements ask their owner, from the collection",
              () -> list(Objects.requireNonNull(new Order().with(collection).lines)));
        });
  }

  private static Map<Line, Object> keys(List<Line> some, Map<Line, Object> map) {
    some.forEach(line -> map.put(line, line.number));
    return map;
  }

  private static Set<Line> filled(List<Line> some, Set<Line> set) {
    set.addAll(some);
    return set;
  }

  /** Is written as a form that names the other one, which has one, too. */
  static final class Spouse implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient String name;
    transient @Nullable Spouse other;

    Spouse(String name) {
      this.name = name;
    }

    private Object writeReplace() {
      return new SpouseForm(name, other);
    }
  }

  /** Stands for one. */
  static final class SpouseForm implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;
    final @Nullable Spouse other;

    SpouseForm(String name, @Nullable Spouse other) {
      this.name = name;
      this.other = other;
    }

    private Object readResolve() {
      Spouse spouse = new Spouse(name);
      spouse.other = other;
      return spouse;
    }
  }

  /** Is written as another one, which stays. */
  static final class Left implements Serializable {
    private static final long serialVersionUID = 1L;
    final Object part;

    Left(Object part) {
      this.part = part;
    }

    private Object writeReplace() {
      return new Remains(part);
    }
  }

  static final class Remains implements Serializable {
    private static final long serialVersionUID = 1L;
    final Object part;

    Remains(Object part) {
      this.part = part;
    }
  }

  /** Is written as another one whose parts did not exist before. */
  static final class Renewed implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;

    Renewed(String name) {
      this.name = name;
    }

    private Object writeReplace() {
      Left left = new Left(name);
      return new RenewedForm(name, left, new Failure(left, "x"));
    }
  }

  static final class RenewedForm implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;
    final Object left;
    final Failure failure;

    RenewedForm(String name, Object left, Failure failure) {
      this.name = name;
      this.left = left;
      this.failure = failure;
    }

    private Object readResolve() {
      return new Renewed(left == failure.detail ? name : "two");
    }
  }

  /** Has one instance for each code. */
  static final class Coin implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Coin> ALL = new ConcurrentHashMap<>();
    final String code;

    private Coin(String code) {
      this.code = code;
    }

    static Coin of(String code) {
      return ALL.computeIfAbsent(code, Coin::new);
    }

    private Object readResolve() {
      return of(code);
    }
  }

  /** Names another one by a method that returns a narrower type. */
  abstract static class Source<T> implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable T value;

    protected Object writeReplace() {
      return this;
    }

    protected Object readResolve() {
      return this;
    }
  }

  static final class TextSource extends Source<String> {
    private static final long serialVersionUID = 1L;
    transient int resolved;

    @Override
    protected TextSource writeReplace() {
      TextSource source = new TextSource();
      source.value = value + "!";
      return source;
    }

    @Override
    protected TextSource readResolve() {
      resolved++;
      return this;
    }
  }

  /** Its methods are of another kind than those that JDK serialization calls. */
  static class Decoy implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object value;

    private Object writeReplace(String unused) {
      return "x";
    }

    private static Object readResolve() {
      return "y";
    }

    public void writeObject(ObjectOutputStream out) {
      throw new IllegalStateException("is not private");
    }

    private void readObject(String unused) {
      throw new IllegalStateException("is of another type");
    }
  }

  /** Inherits nothing of what its parent says, which is private. */
  static final class DecoyChild extends PrivateParent {
    private static final long serialVersionUID = 1L;
    @Nullable Object own;
  }

  static class PrivateParent implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object value;

    private Object writeReplace() {
      return "of the parent";
    }

    private Object readResolve() {
      return "of the parent";
    }
  }

  private static void standIns(Map<String, Supplier<Object>> all) {
    all.put(
        "stand-ins that hold each other's objects",
        () -> {
          Spouse one = new Spouse("one");
          Spouse other = new Spouse("other");
          one.other = other;
          return list(one, other, one);
        });
    all.put(
        "stand-ins that hold each other",
        () -> {
          Spouse one = new Spouse("one");
          Spouse other = new Spouse("other");
          one.other = other;
          other.other = one;
          return one;
        });
    all.put(
        "proxies that lead to each other",
        () -> {
          Holder first = new Holder();
          Holder second = new Holder();
          ProxyOf toFirst = new ProxyOf(first);
          ProxyOf toSecond = new ProxyOf(second);
          first.value = toSecond;
          second.value = toFirst;
          return list(toFirst, toSecond, second);
        });
    all.put(
        "two proxies of a node, which is not there",
        () -> {
          Node node = new Node("r").add(new Node("c"));
          return list(new ProxyOf(node), new ProxyOf(node));
        });
    all.put(
        "two proxies of a node, one in another node",
        () -> {
          Node node = new Node("r").add(new Node("c"));
          return list(node(new ProxyOf(node)), new ProxyOf(node));
        });
    shared("stand-in", () -> replaced("x"), all);
    shared("stand-in with a map", () -> replaced(new HashMap<>(Map.of("k", 1))), all);
    shared("stand-in that stays", () -> new Left(list("x")), all);
    shared("stand-in of parts that are made for it", () -> new Renewed("x"), all);
    shared("interned", () -> Coin.of("EUR"), all);
    shared("EnumSet", () -> EnumSet.of(TimeUnit.DAYS), all);
    shared("LongAdder", LongAdder::new, all);
    shared("synchronizedList", () -> Collections.synchronizedList(list("x")), all);
    shared("lock", ReentrantLock::new, all);
    shared("StampedLock", StampedLock::new, all);
    shared("Semaphore", () -> new Semaphore(3), all);
    shared("JDK proxy", () -> face(new Handler(list("x"))), all);
    shared("JDK proxy whose handler is replaced", () -> face(new ReplacedHandler(list(1))), all);
    all.put(
        "stand-in in a cycle, and in an exception",
        () -> {
          Spouse one = new Spouse("one");
          Spouse other = new Spouse("other");
          one.other = other;
          other.other = one;
          return list(new Failure(one, "x"), one, new Failure("x", other));
        });
    all.put(
        "stand-in in an exception, and what is equal to it",
        () -> {
          Left left = new Left("x");
          Remains remains = new Remains("x");
          return list(left, new Failure(remains, left), remains);
        });
    all.put(
        "stand-in in an exception, behind what is equal to it",
        () -> {
          Left left = new Left("x");
          return list(new Failure(new Remains("x"), "x"), left, new Failure(left, "x"));
        });
    all.put(
        "stand-in in an exception, one of two that are equal",
        () -> {
          Left left = new Left("x");
          return list(new OneOfTwo(left, new Left("x")), left);
        });
    all.put(
        "EnumSet in an exception, one of two",
        () -> {
          EnumSet<TimeUnit> left = EnumSet.of(TimeUnit.DAYS);
          return list(new OneOfTwo(left, EnumSet.of(TimeUnit.HOURS)), left);
        });
    all.put("stand-in of parts that are made for it", () -> list(new Renewed("x")));
    all.put(
        "immutable list with one that is replaced, twice",
        () -> {
          List<Object> immutable = List.of(replaced("x"), replaced("y"), "z");
          return list(immutable, node(immutable), immutable.get(0));
        });
    all.put(
        "interned in a cycle of a node",
        () -> list(node(list(Coin.of("EUR"), Coin.of("USD"))), Coin.of("USD")));
    all.put("interned as keys", () -> new HashMap<>(Map.of(Coin.of("EUR"), 1)));
    all.put("narrower replacement", () -> source(list("x")));
    all.put(
        "narrower replacement twice",
        () -> {
          TextSource source = new TextSource();
          source.value = "s";
          return list(source, node(source), source);
        });
    all.put(
        "methods that only look like JDK serialization's",
        () -> with(new Decoy(), decoy -> decoy.value = list(decoy)));
    all.put(
        "private methods of a parent",
        () -> {
          DecoyChild child = new DecoyChild();
          child.value = "v";
          child.own = list(child);
          return child;
        });
  }

  private static Object source(Object unused) {
    TextSource source = new TextSource();
    source.value = "s";
    return source;
  }

  private static Replaced replaced(Object inner) {
    Replaced replaced = new Replaced();
    replaced.inner = inner;
    return replaced;
  }

  /** Two that refer to one object, in all ways in which a holder may be written. */
  private static void shared(String what, Supplier<Object> one, Map<String, Supplier<Object>> all) {
    Map<String, Function<Object, Object>> holders = new LinkedHashMap<>();
    holders.put("a node", OwnShapes::node);
    holders.put("an exception", each -> new Failure(each, null));
    holders.put("an exception with another one", each -> new Failure(one.get(), each));
    holders.put(
        "a list of the application",
        each -> {
          Cart cart = new Cart();
          cart.add(one.get());
          cart.add(each);
          return cart;
        });
    holders.put("a reference", AtomicReference::new);
    holders.put("a queue of the JDK", each -> new LinkedBlockingDeque<>(List.of(each)));
    holders.put("a lambda", each -> (Supplier<Object> & Serializable) () -> each);
    holders.forEach(
        (holder, holding) -> {
          all.put(
              what + " in " + holder + ", then outside",
              () -> {
                Object each = one.get();
                return list(holding.apply(each), each);
              });
          all.put(
              what + " outside, then in " + holder,
              () -> {
                Object each = one.get();
                return list(each, holding.apply(each));
              });
          all.put(
              what + " in " + holder + " twice",
              () -> {
                Object each = one.get();
                return list(holding.apply(each), holding.apply(each));
              });
        });
  }

  /** Answers for a proxy. */
  static class Handler implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object held;

    Handler(@Nullable Object held) {
      this.held = held;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      return switch (method.getName()) {
        case "hashCode" -> 7;
        case "equals" -> arguments != null && proxy == arguments[0];
        case "toString" -> "proxy";
        default -> held;
      };
    }
  }

  /** Is written as another one. */
  static final class ReplacedHandler extends Handler {
    private static final long serialVersionUID = 1L;

    ReplacedHandler(Object held) {
      super(held);
    }

    private Object writeReplace() {
      return new HandlerForm(held);
    }
  }

  static final class HandlerForm implements Serializable {
    private static final long serialVersionUID = 1L;
    final @Nullable Object held;

    HandlerForm(@Nullable Object held) {
      this.held = held;
    }

    private Object readResolve() {
      return new ReplacedHandler(Objects.requireNonNull(held));
    }
  }

  private static Object face(InvocationHandler handler) {
    return Proxy.newProxyInstance(
        RareShapes.class.getClassLoader(), new Class<?>[] {Supplier.class}, handler);
  }

  /** Is asked what it has. */
  interface Answer extends Function<String, Object>, Serializable {}

  /** Makes lambdas that know it. */
  static final class Maker implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name = "maker";
    @Nullable Answer first;
    @Nullable Answer second;
    @Nullable Object held;

    Object describe(String what) {
      return list(what, this);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  private static void code(Map<String, Supplier<Object>> all) {
    all.put(
        "two references to methods of their owner",
        () -> {
          Maker maker = new Maker();
          maker.first = maker::describe;
          maker.second = maker::describe;
          return maker;
        });
    all.put(
        "lambda and node that share a list",
        () -> {
          List<Object> shared = list("x");
          Answer answer = text -> shared;
          return list(node(shared), answer, shared);
        });
    all.put(
        "lambda that knows itself by an array",
        () -> {
          Answer[] self = new Answer[1];
          self[0] = text -> self[0];
          return list((Object) self);
        });
    all.put(
        "comparator of methods in a map of nodes",
        () -> {
          TreeMap<String, Object> map =
              new TreeMap<>(
                  Comparator.comparing((Function<String, Integer> & Serializable) String::length)
                      .thenComparing(Comparator.reverseOrder()));
          map.put("bb", node(map));
          map.put("a", node("x"));
          return map;
        });
    all.put(
        "JDK proxy that its handler knows",
        () -> {
          Handler handler = new Handler(null);
          handler.held = face(handler);
          return list(handler, Objects.requireNonNull(handler.held));
        });
    all.put(
        "JDK proxy first, which its handler knows",
        () -> {
          Handler handler = new Handler(null);
          handler.held = face(handler);
          return list(Objects.requireNonNull(handler.held), handler);
        });
    all.put(
        "JDK proxy as a key of a map that its handler knows",
        () -> {
          Handler handler = new Handler(null);
          Map<Object, Object> map = new HashMap<>();
          handler.held = map;
          map.put(face(handler), "x");
          return map;
        });
    all.put(
        "local class with code that captures its maker",
        () -> {
          List<Object> captured = list("c");
          class Local implements Serializable {
            private static final long serialVersionUID = 1L;
            final Object mine = captured;
            @Nullable Object self;

            private void writeObject(ObjectOutputStream out) throws IOException {
              out.defaultWriteObject();
              out.writeObject(captured);
            }

            private void readObject(ObjectInputStream in)
                throws IOException, ClassNotFoundException {
              in.defaultReadObject();
              self = in.readObject() == mine ? this : null;
            }
          }
          return list(new Local(), captured);
        });
    all.put("inner of an inner class with code", () -> new Yard().new Shed().new Tool().link());
    all.put("inner of an inner class with code, from outside", RareShapes::yard);
    all.put(
        "anonymous comparator that knows its set",
        () -> {
          Holder holder = new Holder();
          class ByName implements Comparator<String>, Serializable {
            private static final long serialVersionUID = 1L;
            final Holder known = holder;

            @Override
            public int compare(String a, String b) {
              return b.compareTo(a);
            }
          }
          TreeSet<String> set = new TreeSet<>(new ByName());
          set.addAll(List.of("a", "b"));
          holder.value = set;
          return holder;
        });
  }

  private static Object yard() {
    Yard.Shed.Tool tool = new Yard().new Shed().new Tool();
    tool.link();
    return tool.yard();
  }

  /** Has inner classes with inner classes. */
  static final class Yard implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object tool;

    final class Shed implements Serializable {
      private static final long serialVersionUID = 1L;

      final class Tool implements Serializable {
        private static final long serialVersionUID = 1L;

        Tool link() {
          tool = this;
          return this;
        }

        Yard yard() {
          return Yard.this;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
          in.defaultReadObject();
        }
      }
    }
  }

  /** Constants, each a class of its own. */
  enum Shape {
    ROUND {
      @Override
      int corners() {
        return 0;
      }
    },
    SQUARE {
      @Override
      int corners() {
        return 4;
      }
    };

    abstract int corners();
  }

  private static void enums(Map<String, Supplier<Object>> all) {
    all.put(
        "EnumMap of constants with bodies, in a cycle",
        () -> {
          EnumMap<Shape, Object> map = new EnumMap<>(Shape.class);
          map.put(Shape.SQUARE, node(map));
          map.put(Shape.ROUND, Shape.SQUARE);
          return map;
        });
    all.put(
        "EnumSet of constants with bodies in a node and outside",
        () -> {
          EnumSet<Shape> set = EnumSet.allOf(Shape.class);
          return list(node(set), set, Shape.ROUND, new Shape[] {Shape.SQUARE});
        });
    all.put("Enum array in a node", () -> node(new Enum<?>[] {Shape.ROUND, TimeUnit.DAYS}));
    all.put(
        "constants with bodies in what writes itself",
        () -> with(new Outer(), outer -> outer.part = list(Shape.ROUND, outer, Shape.SQUARE)));
  }

  /** Cannot hold themselves. */
  record Ring(String name, List<Object> members) implements Serializable {}

  record Cells(Object[] cells) implements Serializable {}

  record Written(String name, Object part) implements Serializable {
    private Object writeReplace() {
      Holder holder = new Holder();
      holder.value = list(name, part);
      return holder;
    }
  }

  private static void records(Map<String, Supplier<Object>> all) {
    all.put(
        "record in its own list",
        () -> with(new Ring("r", new ArrayList<>()), ring -> ring.members.add(ring)));
    all.put(
        "record in its own list, from the list",
        () -> {
          Ring ring = new Ring("r", new ArrayList<>());
          ring.members.add(ring);
          return ring.members;
        });
    all.put(
        "record in its own array",
        () -> with(new Cells(new Object[2]), cells -> cells.cells[1] = cells));
    all.put(
        "record as a key of its own map",
        () -> {
          Map<Object, Object> map = new IdentityHashMap<>();
          Pair pair = new Pair(map, "x");
          map.put(pair, 1);
          return pair;
        });
    all.put(
        "record in a node that it holds",
        () -> with(new Node("n"), node -> node.extra = new Pair(node, "x")));
    all.put(
        "record that is replaced by an object, twice",
        () -> {
          Written written = new Written("w", list("x"));
          return list(written, written);
        });
    all.put(
        "records that share a node",
        () -> {
          Node node = node("x");
          return list(new Pair(node, 1), new Pair(node, node));
        });
  }

  /** Writes an array that only it has. */
  static final class Unshared implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("data", int[].class, true), new ObjectStreamField("next", Object.class)
    };
    private int[] data = {1, 2};
    @Nullable Object next;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUnshared(new int[] {3});
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      data[0] += ((int[]) in.readUnshared())[0];
    }
  }

  /** Writes what others have, too, as if it were its own. */
  static final class Copying implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient Object held;
    @Nullable Object other;
    transient @Nullable Object read;

    Copying(Object held) {
      this.held = held;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUnshared(held);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      read = in.readUnshared();
    }
  }

  private static void unshared(Map<String, Supplier<Object>> all) {
    Map<String, Supplier<Object>> parts = new LinkedHashMap<>();
    parts.put("array", () -> new Object[] {"x", list(1)});
    parts.put("list", () -> list("x"));
    parts.put("date", () -> new Date(5));
    parts.put("bean", Holder::new);
    parts.put("node", () -> node("x"));
    parts.forEach(
        (name, part) -> {
          all.put(
              name + " that is written unshared, and elsewhere",
              () -> {
                Object each = part.get();
                return list(each, new Copying(each), each);
              });
          all.put(
              name + " that is written unshared, and elsewhere, in a cycle",
              () -> {
                Object each = part.get();
                Copying copying = new Copying(each);
                copying.other = list(copying, each);
                return list(copying, each);
              });
        });
  }

  /** Has state that is not Serializable, and a constructor for it. */
  static class Plain {
    String plain = "of the constructor";
  }

  /** Keeps it. */
  static class Careful extends Plain implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object other;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUTF(plain);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      plain = in.readUTF();
    }
  }

  /** Levels; every second one has code. */
  static class Level1 implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object one;
  }

  static class Level2 extends Level1 {
    private static final long serialVersionUID = 1L;
    @Nullable Object two;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(two);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      two = in.readObject();
    }
  }

  static class Level3 extends Level2 {
    private static final long serialVersionUID = 1L;
    @Nullable Object three;
  }

  static class Level4 extends Level3 implements Externalizable {
    private static final long serialVersionUID = 1L;
    @Nullable Object four;

    public Level4() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(list(one, two, three, four));
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      List<?> parts = (List<?>) in.readObject();
      one = parts.get(0);
      two = parts.get(1);
      three = parts.get(2);
      four = parts.get(3);
    }
  }

  /** Is public, so that its constructor is. */
  public static final class Level5 extends Level4 {
    private static final long serialVersionUID = 1L;

    public Level5() {}
  }

  /** Is a key of what holds it. */
  public static final class Code implements Externalizable {
    private static final long serialVersionUID = 1L;
    String code = "";
    @Nullable Object owner;

    public Code() {}

    Code(String code, Object owner) {
      this.code = code;
      this.owner = owner;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Code same && same.code.equals(code);
    }

    @Override
    public int hashCode() {
      return code.hashCode();
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(code);
      out.writeObject(owner);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      code = in.readUTF();
      owner = in.readObject();
    }
  }

  private static void forms(Map<String, Supplier<Object>> all) {
    all.put(
        "parts that are not shared, in a cycle",
        () -> with(new Unshared(), unshared -> unshared.next = list(unshared)));
    all.put("parts that are not shared", Unshared::new);
    all.put(
        "parent without serialization, code keeps its state",
        () -> {
          Careful careful = new Careful();
          careful.plain = "changed";
          careful.other = "x";
          return careful;
        });
    all.put(
        "parent without serialization, code keeps its state, in a cycle",
        () -> {
          Careful careful = new Careful();
          careful.plain = "changed";
          careful.other = list(careful);
          return careful;
        });
    all.put(
        "three levels, one with code that leaves fields out",
        () -> {
          Level3 level = new Level3();
          level.one = list(level);
          level.two = list(level);
          level.three = level;
          return level;
        });
    all.put(
        "Externalizable above classes with code",
        () -> {
          Level5 level = new Level5();
          level.one = level;
          level.two = "2";
          level.three = list(level);
          level.four = "4";
          return level;
        });
    all.put(
        "Externalizable as a key of what it knows",
        () -> {
          Map<Object, Object> map = new HashMap<>();
          map.put(new Code("a", map), 1);
          map.put(new Code("b", "x"), 2);
          return map;
        });
    all.put(
        "Externalizable in a set of what it knows, from it",
        () -> {
          Set<Object> set = new HashSet<>();
          Code code = new Code("a", set);
          set.add(code);
          set.add(new Code("b", "x"));
          return code;
        });
    all.put(
        "array of itself in a node",
        () -> {
          Object[] array = new Object[2];
          array[0] = array;
          array[1] = node(array);
          return Objects.requireNonNull(array[1]);
        });
    all.put(
        "array of arrays of itself in an Externalizable",
        () -> {
          Outer outer = new Outer();
          Object[][] arrays = {{outer}, {null}};
          arrays[1][0] = arrays;
          outer.part = arrays;
          return outer;
        });
    all.put(
        "keys with code that know their map, twice",
        () -> {
          Map<Object, Object> map = new LinkedHashMap<>();
          OwnShapes.Key key = new OwnShapes.Key("k");
          key.owner = map;
          map.put(key, list(key, map));
          return list(map, key);
        });
  }

  private static void collections(Map<String, Supplier<Object>> all) {
    Map<String, Function<Object, Object>> holders = new LinkedHashMap<>();
    holders.put("nCopies", each -> Collections.nCopies(2, each));
    holders.put("singletonList", Collections::singletonList);
    holders.put("singletonMap", each -> Collections.singletonMap("k", each));
    holders.put("asLifoQueue", each -> Collections.asLifoQueue(new ArrayDeque<>(List.of(each))));
    holders.put(
        "checkedMap",
        each ->
            Collections.checkedMap(new HashMap<>(Map.of("k", each)), String.class, Object.class));
    holders.put("synchronizedMap", each -> Collections.synchronizedMap(map(each)));
    holders.put("unmodifiableMap", each -> Collections.unmodifiableMap(map(each)));
    holders.put("CopyOnWriteArrayList", each -> new CopyOnWriteArrayList<>(List.of(each)));
    holders.put("AtomicReferenceArray", each -> new AtomicReferenceArray<>(new Object[] {each}));
    holders.put("Vector", each -> new Vector<>(List.of(each)));
    holders.put("SQLException", RareShapes::failure);
    holders.put("Cart", RareShapes::cart);
    holders.put("TreeMap in reverse", RareShapes::reverse);
    holders.forEach(
        (name, holding) -> {
          all.put(
              name + " of a node that holds it",
              () -> with(new Node("n"), node -> node.extra = holding.apply(node)));
          all.put(
              name + " of a node that holds it, from outside",
              () -> {
                Node node = new Node("n");
                Object holder = holding.apply(node);
                node.extra = holder;
                return list(holder);
              });
        });
  }

  private static Map<String, Object> map(Object value) {
    return new HashMap<>(Map.of("k", value));
  }

  private static Object reverse(Object value) {
    TreeMap<String, Object> map = new TreeMap<>(Comparator.reverseOrder());
    map.put("k", value);
    return map;
  }

  private static Object failure(Object detail) {
    SQLException first = new SQLException("first", "08000", 1);
    first.setStackTrace(new StackTraceElement[0]);
    Failure next = new Failure(detail, first);
    first.addSuppressed(next);
    return first;
  }

  private static Object cart(Object owner) {
    Cart cart = new Cart();
    cart.owner = owner;
    cart.add("x");
    return cart;
  }

  private static void ofTheJdk(Map<String, Supplier<Object>> all) {
    all.put(
        "lock and its parts",
        () -> {
          ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
          return list(lock.readLock(), lock, lock.writeLock());
        });
    all.put(
        "lock in a node, its parts in another",
        () -> {
          ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
          return list(node(lock), node(lock.readLock()), node(lock.writeLock()));
        });
    all.put(
        "lock and its condition",
        () -> {
          ReentrantLock lock = new ReentrantLock();
          Condition condition = lock.newCondition();
          return list(node(condition), lock);
        });
    all.put(
        "properties with defaults, which others have",
        () -> {
          Properties defaults = new Properties();
          defaults.setProperty("a", "1");
          Properties properties = new Properties(defaults);
          properties.setProperty("b", "2");
          return list(node(properties), defaults);
        });
    all.put(
        "format in a node and outside",
        () -> {
          NumberFormat format = NumberFormat.getInstance(java.util.Locale.ROOT);
          return list(node(format), format, NumberFormat.Field.INTEGER);
        });
    all.put(
        "bits and dates in a node and outside",
        () -> {
          BitSet bits = BitSet.valueOf(new long[] {5});
          Date date = new Date(5);
          return list(node(list(bits, date)), date, bits);
        });
    all.put(
        "time zone of its own in a node and outside",
        () -> {
          SimpleTimeZone zone = new SimpleTimeZone(7, "here");
          return list(node(zone), zone);
        });
    all.put(
        "exceptions that suppress each other",
        () -> {
          Failure one = new Failure("1", null);
          Failure other = new Failure("2", null);
          one.addSuppressed(other);
          other.addSuppressed(one);
          return one;
        });
    all.put(
        "exception whose cause is suppressed, too",
        () -> {
          Failure cause = new Failure("c", null);
          Exception outer = new IllegalStateException("o", cause);
          outer.setStackTrace(new StackTraceElement[0]);
          outer.addSuppressed(cause);
          return list(outer, cause);
        });
  }

  static Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    owners(all);
    standIns(all);
    code(all);
    enums(all);
    records(all);
    forms(all);
    unshared(all);
    collections(all);
    ofTheJdk(all);
    return all;
  }
}
