package io.holdfast.core.transcoder.kit;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** Harmless look-alikes of what deserialization attacks are made of: each tells when it runs. */
@SuppressWarnings({
  "serial",
  "deprecation",
  "removal",
  "Finalize",
  "ComparableType",
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
    public String getCode() {
      return code;
    }
  }

  /** A class of the application that may be read, and holds anything. */
  static final class Carrier implements Serializable {
    @Nullable Object cargo;

    Carrier(@Nullable Object cargo) {
      this.cargo = cargo;
    }
  }
}
