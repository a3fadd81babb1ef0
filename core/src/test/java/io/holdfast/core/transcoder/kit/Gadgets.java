package io.holdfast.core.transcoder.kit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Harmless look-alikes of what deserialization attacks are made of: each tells when it runs. */
@SuppressWarnings({
  "serial",
  "deprecation",
  "removal",
  "Finalize",
  "ComparableType",
  "OverrideThrowableToString",
  "UnusedMethod",
  "UnusedVariable"
})
final class Gadgets {

  private static final Set<String> FIRED = new ConcurrentSkipListSet<>();

  private Gadgets() {}

  static void reset() {
    FIRED.clear();
  }

  static Set<String> fired() {
    return new TreeSet<>(FIRED);
  }

  static final class ReadsObject implements Serializable {
    private void readObject(ObjectInputStream in) {
      FIRED.add("readObject");
    }
  }

  static final class Resolves implements Serializable {
    private Object readResolve() {
      FIRED.add("readResolve");
      return this;
    }
  }

  static final class Hashes implements Serializable {
    @Override
    public boolean equals(@Nullable Object o) {
      FIRED.add("equals");
      return this == o;
    }

    @Override
    public int hashCode() {
      FIRED.add("hashCode");
      return 7;
    }
  }

  static final class Compares implements Serializable, Comparable<Object> {
    @Override
    public int compareTo(Object o) {
      FIRED.add("compareTo");
      return 0;
    }
  }

  static final class ComparesOthers implements Serializable, Comparator<Object> {
    @Override
    public int compare(Object a, Object b) {
      FIRED.add("compare");
      return 0;
    }
  }

  static final class Handles implements Serializable, InvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) {
      FIRED.add("invoke");
      return method.getReturnType() == int.class ? 0 : null;
    }
  }

  /** Its constructor runs before anything else. */
  public static final class Externalizes implements Externalizable {
    /** For reading. */
    public Externalizes() {
      FIRED.add("constructor");
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {
      FIRED.add("readExternal");
    }
  }

  /** A setter as bean-based serializers call it. */
  public static final class Template implements Serializable {
    private String code = "";

    /** For reading. */
    public Template() {
      FIRED.add("constructor of template");
    }

    /** Would compile and run it. */
    public void setCode(String code) {
      FIRED.add("setter");
      this.code = code;
    }

    /** Would compile and run it too. */
    public String getOutputProperties() {
      FIRED.add("getter");
      return code;
    }
  }

  /** What runs long after: when a garbage collection finds an instance that was read. */
  static final class Finalizes implements Serializable {
    static final AtomicInteger FINALIZED = new AtomicInteger();

    private final transient boolean written;

    Finalizes() {
      written = true;
    }

    @Override
    protected void finalize() {
      if (!written) {
        FINALIZED.incrementAndGet();
      }
    }
  }

  /** What runs long after, too, once an instance was made. */
  static final class Cleans implements Serializable {
    private static final Cleaner CLEANER = Cleaner.create();

    private void readObject(ObjectInputStream in) {
      FIRED.add("registered to be cleaned");
      CLEANER.register(this, () -> {});
    }
  }

  /** Holds a stream of its own that no filter sees, as {@code java.security.SignedObject} does. */
  static final class Unwraps implements Serializable {
    private final byte[] content;

    Unwraps(Serializable content) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      this.content = bytes.toByteArray();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      FIRED.add("unwraps");
      in.defaultReadObject();
      try (ObjectInputStream inner = new ObjectInputStream(new ByteArrayInputStream(content))) {
        inner.readObject();
      }
    }
  }

  /** A collection that does something when it is filled, asked or hashed. */
  static final class Collects extends ArrayList<Object> {
    @Override
    public boolean add(Object element) {
      FIRED.add("add");
      return super.add(element);
    }

    @Override
    public Iterator<Object> iterator() {
      FIRED.add("iterator");
      return super.iterator();
    }
  }

  /** A map that makes values when it is asked for them. */
  static final class Answers extends HashMap<Object, Object> {
    @Override
    public @Nullable Object put(Object key, Object value) {
      FIRED.add("put");
      return super.put(key, value);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      FIRED.add("get");
      return super.get(key);
    }
  }

  /** An exception; classes of the JDK ask more of it than of other objects. */
  static final class Throws extends RuntimeException {
    private void readObject(ObjectInputStream in) {
      FIRED.add("readObject of exception");
    }

    @Override
    public String toString() {
      FIRED.add("toString");
      return "";
    }
  }

  /** A record whose constructor does more than to check. */
  record Constructs(int number) implements Serializable {
    Constructs {
      FIRED.add("constructor of record");
    }
  }

  /** A record of the application that may be read, and holds anything. */
  record Crate(@Nullable Object cargo, String label) implements Serializable {}

  /** A class of the application that may be read, and holds anything. */
  static final class Carrier implements Serializable {
    @Nullable Object cargo;

    Carrier(@Nullable Object cargo) {
      this.cargo = cargo;
    }
  }

  /** Writes itself, and is part of a cycle: what it writes stands in the graph around it. */
  static final class Truck implements Serializable {
    private final Truck itself = this;
    @Nullable Object cargo;
    private transient @Nullable Object trailer;

    static Truck with(@Nullable Object cargo, @Nullable Object trailer) {
      Truck truck = new Truck();
      truck.cargo = cargo;
      truck.trailer = trailer;
      return truck;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(1);
      out.writeObject(trailer);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      if (in.readInt() == 1) {
        trailer = in.readObject();
      }
    }
  }
}
