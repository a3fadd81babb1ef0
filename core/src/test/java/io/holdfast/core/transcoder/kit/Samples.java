package io.holdfast.core.transcoder.kit;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Classes as applications put them into sessions. */
@SuppressWarnings({"serial", "ClassCanBeStatic", "HidingField", "unused"})
final class Samples {

  private Samples() {}

  /** A bean. */
  static class Bean implements Serializable {
    @Nullable String name;
    int count;
    long[] numbers = {1, 2};
    @Nullable Object other;
    transient @Nullable Object scratch;
    private final List<String> tags = new ArrayList<>();

    Bean() {}

    Bean(String name, int count) {
      this.name = name;
      this.count = count;
      tags.add(name);
    }
  }

  static final class SubBean extends Bean {
    /** Hides the field of the superclass. */
    @Nullable Integer count;

    boolean flag = true;
    byte b = 1;
    short s = 2;
    char c = 'c';
    float f = 1.5f;
    double d = 2.5;
    long l = 1L << 40;

    SubBean() {
      super("sub", 1);
      count = 99;
    }
  }

  /** No constructor without parameters, final fields. */
  static final class Money implements Serializable {
    final String currency;
    final long cents;

    Money(String currency, long cents) {
      this.currency = Objects.requireNonNull(currency);
      this.cents = cents;
    }
  }

  static final class NotSerializable {
    String value = "v";
  }

  static final class NotSerializableNoConstructor {
    final String value;

    NotSerializableNoConstructor(String value) {
      this.value = value;
    }
  }

  static class PlainParent {
    String inherited;

    PlainParent(String inherited) {
      this.inherited = inherited;
    }
  }

  /** JDK serialization writes it, but cannot read it back. */
  static final class ChildOfPlainParent extends PlainParent implements Serializable {
    String own = "own";

    ChildOfPlainParent() {
      super("set");
      inherited = "changed";
    }
  }

  enum Plain {
    A,
    B
  }

  enum WithBody {
    X {
      @Override
      String text() {
        return "x";
      }
    },
    Y {
      @Override
      String text() {
        return "y";
      }
    };

    abstract String text();
  }

  record Item(String name, int quantity, @Nullable List<String> notes) implements Serializable {}

  record Masked(String card) implements Serializable {
    @Override
    public String card() {
      return "***";
    }
  }

  record Checked(int positive) implements Serializable {
    Checked {
      if (positive <= 0) {
        throw new IllegalArgumentException("not positive");
      }
    }
  }

  record NotSerializableRecord(String name, long id) {}

  record RecordOfBean(Bean bean, Bean same) implements Serializable {}

  static final class Outer implements Serializable {
    String name = "outer";

    Inner inner() {
      return new Inner();
    }

    final class Inner implements Serializable {
      int value = 7;

      String outerName() {
        return name;
      }
    }
  }

  interface Greeter {
    String greet(String name);
  }

  interface SerializableSupplier extends Supplier<String>, Serializable {}

  static final class EchoHandler implements InvocationHandler, Serializable {
    private final String answer;

    EchoHandler(String answer) {
      this.answer = answer;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) {
      return method.getName().equals("greet") ? answer : null;
    }
  }

  static final class ListWithField extends ArrayList<String> {
    String title = "none";

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof ListWithField other && super.equals(o) && title.equals(other.title);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  static final class MapWithField extends HashMap<String, Object> {
    String title = "none";
  }

  static final class SetWithField extends HashSet<String> {
    int limit = 3;
  }

  static final class SortedWithField extends TreeMap<String, String> {
    int limit = 3;

    SortedWithField(int limit) {
      super(new LengthOrder());
      this.limit = limit;
    }
  }

  static final class LruCache extends LinkedHashMap<String, String> {
    private final int max;

    LruCache(int max) {
      super(16, 0.75f, true);
      this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      return size() > max;
    }
  }

  static final class LengthOrder implements java.util.Comparator<String>, Serializable {
    @Override
    public int compare(String a, String b) {
      return a.length() != b.length() ? a.length() - b.length() : a.compareTo(b);
    }
  }

  /** Its own form, with a transient field it restores. */
  static final class CustomForm implements Serializable {
    private transient int[] data;

    CustomForm(int... data) {
      this.data = data;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(data.length);
      for (int d : data) {
        out.writeInt(d);
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      data = new int[in.readInt()];
      for (int i = 0; i < data.length; i++) {
        data[i] = in.readInt();
      }
    }

    int sum() {
      int sum = 0;
      for (int d : data) {
        sum += d;
      }
      return sum;
    }
  }

  /** A singleton by readResolve. */
  static final class Single implements Serializable {
    static final Single INSTANCE = new Single();

    private Single() {}

    private Object readResolve() {
      return INSTANCE;
    }
  }

  /** Goes as its proxy, comes back as itself. */
  static final class Replaced implements Serializable {
    final String value;

    Replaced(String value) {
      this.value = value;
    }

    private Object writeReplace() {
      return new Form(value);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
      throw new InvalidObjectException("goes as its form");
    }

    private static final class Form implements Serializable {
      private final String value;

      Form(String value) {
        this.value = value;
      }

      private Object readResolve() {
        return new Replaced(value);
      }
    }
  }

  /** An Externalizable. */
  public static final class External implements Externalizable {
    private String value = "";
    private @Nullable Object object;

    /** For reading. */
    public External() {}

    External(String value, Object object) {
      this.value = value;
      this.object = object;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(value);
      out.writeObject(object);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      value = in.readUTF();
      object = in.readObject();
    }
  }

  /** An Externalizable that nothing can construct. */
  static final class HiddenExternal implements Externalizable {
    private String value;

    HiddenExternal(String value) {
      this.value = value;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(value);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      value = in.readUTF();
    }
  }

  static final class AppException extends RuntimeException {
    final int code;

    AppException(String message, int code) {
      super(message);
      this.code = code;
    }
  }

  static final class Node implements Serializable {
    @Nullable Node next;
    String name;

    Node(String name) {
      this.name = name;
    }
  }

  static final class Generic<T> implements Serializable {
    @Nullable T value;
    List<T> values = new ArrayList<>();
    Map<String, List<T>> index = new HashMap<>();
  }

  /** Fields of every kind of declared type. */
  static final class Declared implements Serializable {
    Object object = 5;
    Number number = 5L;
    Comparable<?> comparable = "c";
    CharSequence chars = "d";
    Plain plain = Plain.B;
    WithBody body = WithBody.Y;
    Integer boxed = 1234;
    @Nullable Integer nothing;
    int[][] matrix = {{1}, {2, 3}};
    Object[] objects = {1, "x"};
    Map<Plain, WithBody> enums = new java.util.EnumMap<>(Map.of(Plain.A, WithBody.X));
    java.util.Optional<String> none = java.util.Optional.empty();
  }

  /** As {@link Declared}, with nothing that JDK serialization refuses. */
  static final class DeclaredSerializable implements Serializable {
    Object object = 5;
    Number number = 5L;
    Plain plain = Plain.B;
    WithBody body = WithBody.Y;
    Integer boxed = 1234;
    @Nullable Integer nothing;
    int[][] matrix = {{1}, {2, 3}};
    Object[] objects = {1, "x"};
    List<? extends Serializable> list = List.of(1, "a");
  }

  static final class Empty implements Serializable {}

  /** The only one of its kind, without a word about it to serialization. */
  static final class Lone implements Serializable {
    static final Lone INSTANCE = new Lone();

    private static final long serialVersionUID = 1L;

    private Lone() {}
  }

  /** A key whose hash code is that of its name, which is read after the tables it is in. */
  static final class Member implements Serializable {
    final Set<Object> all = new HashSet<>();
    final Map<Object, String> byMember = new LinkedHashMap<>();
    final String name;

    Member(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Member that && Objects.equals(name, that.name);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(name);
    }
  }

  /** A key whose hash code is that of a set elsewhere in the graph. */
  static final class Mirror implements Serializable {
    final Set<Object> mirrored;

    Mirror(Set<Object> mirrored) {
      this.mirrored = mirrored;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other == this;
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(mirrored);
    }
  }
}
