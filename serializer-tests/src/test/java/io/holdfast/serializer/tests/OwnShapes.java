package io.holdfast.serializer.tests;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.OptionalDataException;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Graphs with classes that say how they are serialized, many of them in cycles. */
@SuppressWarnings({"serial", "UnusedVariable", "ClassCanBeStatic", "NullAway.Init"})
final class OwnShapes {

  private OwnShapes() {}

  /** Says how it is read. */
  static class Node implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;
    @Nullable Node parent;
    final List<Node> children = new ArrayList<>();
    @Nullable Object extra;
    transient ReentrantLock lock = new ReentrantLock();

    Node(String name) {
      this.name = name;
    }

    Node add(Node child) {
      child.parent = this;
      children.add(child);
      return this;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      lock = new ReentrantLock();
    }
  }

  /** Says how it is written, too, and writes more than its fields. */
  static class Folder implements Serializable {
    private static final long serialVersionUID = 1L;
    String title;
    transient List<Paper> papers = new ArrayList<>();
    transient int count;
    transient String note = "";
    transient byte[] seal = {1, 2, 3};

    Folder(String title) {
      this.title = title;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(papers.size());
      for (Paper paper : papers) {
        out.writeObject(paper);
      }
      out.writeLong(count);
      out.writeUTF(note);
      out.write(seal);
      out.writeBoolean(true);
      out.writeObject(null);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      papers = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        papers.add((Paper) in.readObject());
      }
      count = (int) in.readLong();
      note = in.readUTF();
      seal = new byte[3];
      in.readFully(seal);
      if (!in.readBoolean() || in.readObject() != null || in.read() != -1) {
        throw new InvalidObjectException("not what was written");
      }
    }
  }

  /** Knows its folder. */
  static final class Paper implements Serializable {
    private static final long serialVersionUID = 1L;
    final Folder folder;
    final int number;

    Paper(Folder folder, int number) {
      this.folder = folder;
      this.number = number;
      folder.papers.add(this);
      folder.count++;
    }
  }

  /** Puts its fields one by one. */
  static final class Putter implements Serializable {
    private static final long serialVersionUID = 1L;
    int number;
    boolean flag;
    double rate;
    @Nullable Object other;

    private void writeObject(ObjectOutputStream out) throws IOException {
      ObjectOutputStream.PutField fields = out.putFields();
      fields.put("number", number);
      fields.put("flag", flag);
      fields.put("rate", rate);
      fields.put("other", other);
      out.writeFields();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      ObjectInputStream.GetField fields = in.readFields();
      number = fields.get("number", 0);
      flag = fields.get("flag", false);
      rate = fields.get("rate", 0.0);
      other = fields.get("other", null);
    }
  }

  /** The first of three, each with code of its own. */
  static class Base implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object ofBase;
    transient int readByBase;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(11);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      readByBase = in.readInt();
    }
  }

  /** Has none. */
  static class Middle extends Base {
    private static final long serialVersionUID = 1L;
    @Nullable Object ofMiddle;
  }

  /** Reads less than it writes. */
  static final class Leaf extends Middle {
    private static final long serialVersionUID = 1L;
    @Nullable Object ofLeaf;
    @Nullable transient Object unread;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(33);
      out.writeObject(unread);
      out.writeUTF("more");
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      if (in.readInt() != 33) {
        throw new InvalidObjectException("not what was written");
      }
    }
  }

  /** Checks the whole when all is read. */
  static final class Checked implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object other;
    transient boolean validated;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.registerValidation(() -> validated = true, 1);
      in.defaultReadObject();
    }
  }

  /** Has parts that lead back to it. */
  public static final class Outer implements Externalizable {
    private static final long serialVersionUID = 1L;
    int number;
    @Nullable Object part;

    public Outer() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number);
      out.writeObject(part);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      number = in.readInt();
      part = in.readObject();
    }
  }

  /** Holds anything. */
  static final class Holder implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object value;
    @Nullable Object other;
  }

  /** Is written as what it was made of. */
  static final class Replaced implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object inner;

    private Object writeReplace() {
      Stand stand = new Stand();
      stand.inner = inner;
      return stand;
    }
  }

  /** Stands for another. */
  static final class Stand implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object inner;

    private Object readResolve() {
      Replaced replaced = new Replaced();
      replaced.inner = inner;
      return replaced;
    }
  }

  /** Names one object to be written for it, as a proxy of an entity does. */
  static final class ProxyOf implements Serializable {
    private static final long serialVersionUID = 1L;
    final Object target;

    ProxyOf(Object target) {
      this.target = target;
    }

    private Object writeReplace() {
      return target;
    }
  }

  /** A list of its own that keeps what it holds itself. */
  static final class OwnList extends AbstractList<Object> implements Serializable {
    private static final long serialVersionUID = 1L;
    private transient List<Object> inner = new ArrayList<>();

    @Override
    public Object get(int index) {
      return inner.get(index);
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public void add(int index, Object element) {
      inner.add(index, element);
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(inner.size());
      for (Object each : inner) {
        out.writeObject(each);
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      inner = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        inner.add(in.readObject());
      }
    }
  }

  /** A key with code of its own. */
  static final class Key implements Serializable {
    private static final long serialVersionUID = 1L;
    final String text;
    @Nullable Object owner;

    Key(String text) {
      this.text = text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && Objects.equals(text, key.text);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(text);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** Cannot hold itself. */
  record Pair(@Nullable Object first, @Nullable Object second) implements Serializable {}

  /** Is another one once it is read. */
  record Place(String name) implements Serializable {
    private Object readResolve() {
      return name.endsWith("!") ? this : new Place(name + "!");
    }
  }

  /** Is written as another record. */
  record Route(List<Object> stops) implements Serializable {
    private Object writeReplace() {
      return new Stops(stops, true);
    }
  }

  /** Is written as a record. */
  static final class Trip implements Serializable {
    private static final long serialVersionUID = 1L;
    final transient List<Object> stops;

    Trip(List<Object> stops) {
      this.stops = stops;
    }

    private Object writeReplace() {
      return new Stops(stops, false);
    }
  }

  /** Stands for one of both. */
  record Stops(List<Object> stops, boolean isRoute) implements Serializable {
    private Object readResolve() {
      return isRoute ? new Route(stops) : new Trip(stops);
    }
  }

  /** Does not say how many objects it writes. */
  static final class Uncounted implements Serializable {
    private static final long serialVersionUID = 1L;
    transient List<Object> parts = new ArrayList<>();
    transient String end = "";

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      for (Object part : parts) {
        out.writeObject(part);
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      parts = new ArrayList<>();
      try {
        while (true) {
          parts.add(in.readObject());
        }
      } catch (OptionalDataException e) {
        end = e.eof + " " + e.length + " " + in.available() + " " + in.read();
      }
    }
  }

  /** Asks for an object where there are bytes, and for bytes where there is an object. */
  static final class Asking implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object other;
    transient String met = "";

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(7);
      out.writeObject(other);
      out.writeShort(8);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      try {
        met = "object " + in.readObject();
      } catch (OptionalDataException e) {
        met = e.eof + " " + e.length + " " + in.readInt();
      }
      try {
        met += in.readInt();
      } catch (EOFException e) {
        met += " no bytes ";
      }
      met += in.readObject() == other;
      try {
        met += in.readInt();
      } catch (EOFException e) {
        met += " too few bytes";
      }
      met += in.read(new byte[2]);
      try {
        in.readFully(new byte[1]);
      } catch (EOFException e) {
        met += " end";
      }
    }
  }

  /** Keeps a lock that others may have, too. */
  static final class Locked implements Serializable {
    private static final long serialVersionUID = 1L;
    final ReentrantLock lock = new ReentrantLock();
    @Nullable Object other;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** Takes itself once it is read. */
  static class Resolving implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;
    @Nullable Object other;
    transient int resolved;

    Resolving(String name) {
      this.name = name;
    }

    protected Object readResolve() {
      resolved++;
      return this;
    }
  }

  /** Inherits that, and reads itself. */
  static final class ResolvingChild extends Resolving {
    private static final long serialVersionUID = 1L;

    ResolvingChild(String name) {
      super(name);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** Is one of few. */
  static final class Status implements Serializable {
    private static final long serialVersionUID = 1L;
    static final Status OPEN = new Status("open");
    final String code;
    @Nullable Object other;

    Status(String code) {
      this.code = code;
    }

    private Object readResolve() {
      return code.equals("open") ? OPEN : this;
    }
  }

  /** Is written by a proxy that holds the same. */
  static final class Proxied implements Serializable {
    private static final long serialVersionUID = 1L;
    final List<Object> parts = new ArrayList<>();

    private Object writeReplace() {
      return new ProxyForm(parts);
    }
  }

  /** Stands for it. */
  static final class ProxyForm implements Serializable {
    private static final long serialVersionUID = 1L;
    final List<Object> parts;

    ProxyForm(List<Object> parts) {
      this.parts = parts;
    }

    private Object readResolve() {
      Proxied proxied = new Proxied();
      proxied.parts.addAll(parts);
      return proxied;
    }
  }

  /** Says which of its fields are written, one of them under no name of its own. */
  static final class Listed implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("sum", long.class),
      new ObjectStreamField("count", int.class),
      new ObjectStreamField("owner", Object.class)
    };
    transient long total;
    transient int size = 1;
    transient @Nullable Object holder;
    String left = "left";

    private void writeObject(ObjectOutputStream out) throws IOException {
      ObjectOutputStream.PutField fields = out.putFields();
      fields.put("sum", total);
      fields.put("owner", holder);
      out.writeFields();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      ObjectInputStream.GetField fields = in.readFields();
      total = fields.get("sum", -1L);
      size = fields.get("count", 77);
      holder = fields.get("owner", "none");
    }
  }

  /** Names fields that it has, a transient one too. */
  static final class Named implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("text", String.class), new ObjectStreamField("other", Object.class)
    };
    transient String text = "";
    @Nullable Object other;
    int unwritten = 3;
  }

  /** Is made by its constructor, and takes itself. */
  public static final class OuterResolving implements Externalizable {
    private static final long serialVersionUID = 1L;
    @Nullable Object part;
    int resolved;

    public OuterResolving() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(part);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      part = in.readObject();
    }

    private Object readResolve() {
      resolved++;
      return this;
    }
  }

  private static void resolved(Map<String, Supplier<Object>> all) {
    all.put(
        "resolved to itself, in a cycle",
        () -> {
          Resolving root = new Resolving("x");
          root.other = list(root);
          return list(root, root);
        });
    all.put(
        "objects without a number, in a cycle",
        () ->
            with(new Uncounted(), uncounted -> uncounted.parts.addAll(list("x", list(uncounted)))));
    all.put("no objects without a number", Uncounted::new);
    all.put(
        "asks for what is not next, in a cycle",
        () -> with(new Asking(), asking -> asking.other = list(asking)));
    all.put("asks for what is not next, no cycle", Asking::new);
    all.put(
        "lock of one that reads itself, and of another",
        () -> {
          Locked locked = new Locked();
          return list(locked, locked.lock);
        });
    all.put(
        "lock of one that reads itself in a cycle, and of another",
        () -> {
          Locked locked = new Locked();
          locked.other = list(locked);
          return list(locked, locked.lock);
        });
    all.put("resolved to itself, no cycle", () -> new Resolving("x"));
    all.put(
        "resolved by an inherited method, in a cycle",
        () -> with(new ResolvingChild("x"), root -> root.other = list(root, "y")));
    all.put(
        "resolved to a constant, a field leads back",
        () -> {
          Status status = new Status("open");
          status.other = "x";
          return list(status, status);
        });
    all.put(
        "resolved to another one, in a cycle",
        () -> {
          Status status = new Status("open");
          status.other = list(status);
          return list(status, status);
        });
    all.put(
        "may be resolved, and is not, in a cycle",
        () -> {
          Status status = new Status("closed");
          status.other = list(status);
          return list(status, status);
        });
    all.put(
        "resolved, and referred to behind a cycle of another",
        () -> {
          Node node = new Node("x");
          Status status = new Status("open");
          node.extra = list(status, node, status);
          return list(node, status);
        });
    all.put(
        "serialization proxy, no cycle",
        () -> {
          Proxied proxied = new Proxied();
          proxied.parts.add("x");
          return list(proxied, proxied);
        });
    all.put(
        "serialization proxy whose parts lead back to its object",
        () -> with(new Proxied(), proxied -> proxied.parts.add(list(proxied))));
    all.put(
        "serialization proxy in a cycle of a node",
        () -> {
          Node node = new Node("x");
          Proxied proxied = new Proxied();
          proxied.parts.add(node);
          node.extra = proxied;
          return node;
        });
    all.put(
        "Externalizable that is resolved to itself, in a cycle",
        () -> with(new OuterResolving(), outer -> outer.part = list(outer)));
    all.put(
        "listed fields that are none, in a cycle",
        () -> {
          Listed listed = new Listed();
          listed.total = 5;
          listed.holder = list(listed);
          return listed;
        });
    all.put(
        "listed fields that are none, no cycle",
        () -> with(new Listed(), listed -> listed.total = 5));
    all.put(
        "listed fields, in a cycle",
        () -> {
          Named named = new Named();
          named.text = "x";
          named.other = list(named);
          return named;
        });
  }

  /** Has inner ones. */
  static final class Shop implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name = "shop";
    @Nullable Item item;

    /** Knows its shop. */
    final class Item implements Serializable {
      private static final long serialVersionUID = 1L;
      final int price = 3;

      private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** Is asked what it holds. */
  interface Task extends Serializable {
    Object run();
  }

  /** Holds a lambda that knows it. */
  static final class Worker implements Serializable {
    private static final long serialVersionUID = 1L;
    int result = 5;
    @Nullable Task task;

    void prepare() {
      task = () -> this;
    }
  }

  static Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    trees(all);
    forms(all);
    collections(all);
    others(all);
    resolved(all);
    return all;
  }

  private static Node tree() {
    return new Node("root").add(new Node("a").add(new Node("aa"))).add(new Node("b"));
  }

  private static void trees(Map<String, Supplier<Object>> all) {
    all.put("tree with readObject, from the root", OwnShapes::tree);
    all.put("tree with readObject, from a leaf", () -> tree().children.get(0).children.get(0));
    all.put(
        "tree with readObject, both",
        () -> {
          Node root = tree();
          return list(root.children.get(1), root);
        });
    all.put("node that is its own parent", () -> with(new Node("x"), node -> node.parent = node));
    all.put(
        "node that is its own child", () -> with(new Node("x"), node -> node.children.add(node)));
    all.put("node without a cycle", () -> new Node("x"));
    all.put(
        "two nodes that know each other",
        () -> {
          Node a = new Node("a");
          Node b = new Node("b");
          a.extra = b;
          b.extra = a;
          return list(a, b);
        });
    all.put(
        "node with an array that holds it",
        () -> with(new Node("x"), node -> node.extra = new Object[] {node, "y"}));
    all.put(
        "node in a map of its own, as value",
        () -> with(new Node("x"), node -> node.extra = new HashMap<>(Map.of("self", node))));
    all.put(
        "node in a reference of its own",
        () -> with(new Node("x"), node -> node.extra = new AtomicReference<>(node)));
    all.put(
        "node in a record of its own",
        () -> with(new Node("x"), node -> node.extra = new Pair(node, "y")));
    all.put(
        "record around a node that holds the record",
        () -> {
          Node node = new Node("x");
          Pair pair = new Pair(node, "y");
          node.extra = pair;
          return pair;
        });
    all.put(
        "node in a List.of of its own",
        () -> with(new Node("x"), node -> node.extra = List.of(node, "y")));
    all.put(
        "node in an entry of its own",
        () -> with(new Node("x"), node -> node.extra = new AbstractMap.SimpleEntry<>(node, node)));
    all.put(
        "node with an unmodifiable list that holds it",
        () ->
            with(
                new Node("x"),
                node -> node.extra = Collections.unmodifiableList(new ArrayList<>(list(node)))));
    all.put(
        "node in an ArrayDeque of its own",
        () -> {
          Node node = new Node("x");
          Deque<Object> queue = new ArrayDeque<>(list(node));
          node.extra = queue;
          return node;
        });
  }

  private static Folder folder() {
    Folder folder = new Folder("f");
    Paper first = new Paper(folder, 1);
    Paper second = new Paper(folder, 2);
    folder.note = "two papers: " + first.number + second.number;
    return folder;
  }

  private static void forms(Map<String, Supplier<Object>> all) {
    all.put("folder with writeObject whose papers know it", OwnShapes::folder);
    all.put("paper of such a folder", () -> folder().papers.get(1));
    all.put(
        "folder twice",
        () -> {
          Folder folder = folder();
          return list(folder, folder.papers.get(0), folder);
        });
    all.put("folder without papers", () -> new Folder("empty"));
    all.put("folder with an empty title", () -> new Folder(""));
    all.put(
        "putFields in a cycle",
        () -> {
          Putter putter = new Putter();
          putter.number = 7;
          putter.flag = true;
          putter.rate = 0.5;
          putter.other = list(putter);
          return putter;
        });
    all.put(
        "putFields without a cycle",
        () -> {
          Putter putter = new Putter();
          putter.number = 7;
          putter.other = "x";
          return putter;
        });
    all.put("three classes with code, cycle through the first", () -> leaf(1));
    all.put("three classes with code, cycle through the second", () -> leaf(2));
    all.put("three classes with code, cycle through the third", () -> leaf(4));
    all.put("three classes with code, cycle through all", () -> leaf(7));
    all.put("three classes with code, no cycle", () -> leaf(0));
    all.put(
        "what is written and not read, and referred to later",
        () -> {
          Leaf leaf = leaf(1);
          Holder holder = new Holder();
          leaf.unread = holder;
          return list(leaf, holder);
        });
    all.put(
        "validation in a cycle",
        () -> {
          Checked checked = new Checked();
          checked.other = list(checked);
          checked.validated = true; // as after reading
          return checked;
        });
    all.put(
        "validation without a cycle",
        () -> with(new Checked(), checked -> checked.validated = true));
    all.put(
        "inner class with code, and its shop",
        () -> with(new Shop(), shop -> shop.item = shop.new Item()));
    all.put(
        "inner class with code, from inside",
        () -> {
          Shop shop = new Shop();
          Shop.Item item = shop.new Item();
          shop.item = item;
          return item;
        });
    all.put(
        "Externalizable with a part that knows it",
        () -> {
          Outer outer = new Outer();
          outer.number = 4;
          Holder holder = new Holder();
          holder.value = outer;
          outer.part = holder;
          return outer;
        });
    all.put(
        "Externalizable without a cycle",
        () -> {
          Outer outer = new Outer();
          outer.number = 4;
          outer.part = "x";
          return outer;
        });
  }

  private static Leaf leaf(int cycles) {
    Leaf leaf = new Leaf();
    leaf.readByBase = 11;
    leaf.ofBase = (cycles & 1) == 0 ? "b" : list(leaf);
    leaf.ofMiddle = (cycles & 2) == 0 ? "m" : list(leaf);
    leaf.ofLeaf = (cycles & 4) == 0 ? "l" : list(leaf);
    return leaf;
  }

  private static void collections(Map<String, Supplier<Object>> all) {
    all.put(
        "list with code that contains itself",
        () -> {
          OwnList own = new OwnList();
          own.add("a");
          own.add(own);
          return own;
        });
    all.put(
        "list with code in a list in it",
        () -> with(new OwnList(), own -> own.add(list(own, "b"))));
    all.put(
        "list with code, no cycle",
        () -> {
          OwnList own = new OwnList();
          own.add("a");
          own.add(List.of(1, 2));
          return own;
        });
    all.put(
        "key with code that holds its map",
        () -> {
          Key key = new Key("k");
          Map<Object, Object> map = new HashMap<>(Map.of(key, "v"));
          key.owner = map;
          return map;
        });
    all.put(
        "key with code in a set that it holds",
        () -> {
          Key key = new Key("k");
          Set<Object> set = new HashSet<>(Set.of(key));
          key.owner = set;
          return key;
        });
    all.put(
        "key with code that is its own owner",
        () -> {
          Key key = new Key("k");
          key.owner = key;
          return new HashMap<>(Map.of(key, "v"));
        });
    all.put(
        "value with code in a sorted map",
        () -> {
          Node node = new Node("x");
          Map<String, Object> map = new TreeMap<>();
          map.put("n", node);
          node.extra = map;
          return map;
        });
    all.put(
        "node with an EnumSet and an EnumMap that leads back",
        () -> {
          Node node = new Node("x");
          Map<TimeUnit, Object> map = new EnumMap<>(TimeUnit.class);
          map.put(TimeUnit.DAYS, node);
          node.extra = list(EnumSet.of(TimeUnit.HOURS), map);
          return node;
        });
    all.put(
        "array of itself, with a node",
        () -> {
          Object[] array = new Object[2];
          Node node = new Node("x");
          array[0] = array;
          array[1] = node;
          node.extra = array;
          return array;
        });
  }

  private static void others(Map<String, Supplier<Object>> all) {
    all.put(
        "object and its stand-in in one attribute",
        () -> {
          Holder target = new Holder();
          target.value = "t";
          return list(target, new ProxyOf(target));
        });
    all.put(
        "stand-in before its object",
        () -> {
          Holder target = new Holder();
          target.value = "t";
          return list(new ProxyOf(target), target);
        });
    standIns(all);
    all.put(
        "stand-in twice",
        () -> {
          ProxyOf proxy = new ProxyOf(new Holder());
          return list(proxy, proxy);
        });
    all.put(
        "root whose writeReplace gives what holds the root",
        () -> {
          Holder holder = new Holder();
          ProxyOf proxy = new ProxyOf(holder);
          holder.value = proxy;
          return proxy;
        });
    all.put(
        "replaced both ways, no cycle",
        () -> {
          Replaced replaced = new Replaced();
          replaced.inner = "x";
          return list(replaced, replaced);
        });
    all.put(
        "node in what is replaced",
        () -> {
          Node node = new Node("x");
          Replaced replaced = new Replaced();
          replaced.inner = node;
          return list(replaced, node);
        });
    all.put(
        "lambda before its owner",
        () -> {
          Worker worker = new Worker();
          worker.prepare();
          return list(Objects.requireNonNull(worker.task), worker);
        });
    all.put("owner of a lambda", () -> with(new Worker(), worker -> worker.prepare()));
    all.put(
        "node held by what only the JDK writes",
        () -> {
          Node node = tree();
          return new AtomicReference<>(node);
        });
    all.put(
        "node in an exception",
        () -> {
          Node node = tree();
          HoldingException e = new HoldingException(node);
          node.extra = e;
          return list(e);
        });
  }

  private static Map<String, Object> entity() {
    return new HashMap<>(Map.of("t", 1));
  }

  private static void standIns(Map<String, Supplier<Object>> all) {
    all.put(
        "two stand-ins of one object, which is not there",
        () -> {
          Holder target = new Holder();
          return list(new ProxyOf(target), new ProxyOf(target));
        });
    all.put(
        "stand-in before a map that it stands for",
        () -> {
          Map<String, Object> target = entity();
          return list(new ProxyOf(target), target);
        });
    all.put(
        "stand-in before a list that only the JDK writes",
        () -> {
          Object target = Collections.checkedList(new ArrayList<>(List.of("x")), String.class);
          return list(new ProxyOf(target), target);
        });
    all.put(
        "stand-in of a node with code, before it",
        () -> {
          Node target = tree();
          return list(new ProxyOf(target), target);
        });
    all.put(
        "stand-in of one with readResolve, before it",
        () -> {
          Stand target = new Stand();
          return list(new ProxyOf(target), target);
        });
    all.put(
        "stand-in of one with readResolve, after it",
        () -> {
          Stand target = new Stand();
          return list(target, new ProxyOf(target));
        });
    all.put(
        "stand-in of a stand-in, which is there",
        () -> {
          Holder target = new Holder();
          ProxyOf proxy = new ProxyOf(target);
          return list(new ProxyOf(proxy), target, proxy);
        });
    all.put(
        "stand-in of a stand-in, and its object",
        () -> {
          Holder target = new Holder();
          return list(new ProxyOf(new ProxyOf(target)), target);
        });
    all.put(
        "stand-in of a record",
        () -> {
          Pair target = new Pair("x", "y");
          return list(new ProxyOf(target), target);
        });
    all.put(
        "stand-in in a node, object outside",
        () -> {
          Holder target = new Holder();
          Node node = new Node("x");
          node.extra = new ProxyOf(target);
          return list(node, target);
        });
    all.put(
        "stand-in in what only the JDK writes, object outside",
        () -> {
          Holder target = new Holder();
          return list(
              Collections.checkedList(new ArrayList<>(List.of(new ProxyOf(target))), ProxyOf.class),
              target);
        });
    all.put(
        "loaded proxy whose collection leads back to it",
        () -> {
          Holder entity = new Holder();
          ProxyOf proxy = new ProxyOf(entity);
          Holder line = new Holder();
          line.value = proxy;
          entity.value = list(line);
          return list(proxy, line);
        });
    all.put(
        "record that is resolved",
        () -> {
          Place place = new Place("x");
          return list(place, new Holder(), place);
        });
    all.put(
        "record that is replaced by a record that is resolved",
        () -> {
          Route route = new Route(list("x"));
          return list(route, route);
        });
    all.put(
        "object that is replaced by a record that is resolved",
        () -> {
          Trip trip = new Trip(list("x"));
          return list(trip, trip);
        });
    all.put(
        "stand-in as a key",
        () -> {
          Key key = new Key("k");
          Map<Object, Object> map = new HashMap<>();
          map.put(new ProxyOf(key), key);
          return map;
        });
  }

  /** Of an application. */
  static final class HoldingException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final Node node;

    HoldingException(Node node) {
      super("held", null, false, false);
      this.node = node;
    }
  }

  static List<Object> list(@Nullable Object... elements) {
    return new ArrayList<>(Arrays.asList(elements));
  }

  /** An object, when this was done to it. */
  static <T> T with(T made, Consumer<T> change) {
    change.accept(made);
    return made;
  }

  /** An object with a code of its own, which stays with its class. */
  static Node node(@Nullable Object extra) {
    return with(new Node("n"), node -> node.extra = extra);
  }
}
