package io.holdfast.doctor.compare;

import java.lang.constant.ClassDesc;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says about the objects of its class, as far as serializers are concerned.
 *
 * @param name as in a stack trace, {@code com.acme.Cart$Item}
 * @param flags its access flags; of a nested class those that its source has
 * @param superName its superclass; empty for a module
 * @param fields those that serializers store, by name: neither static nor transient
 * @param constants of an enum
 * @param forms the members by which it says how it is serialized, such as {@code writeObject}
 */
record ClassFile(
    String name,
    int flags,
    String superName,
    Set<String> interfaces,
    Map<String, Field> fields,
    List<String> constants,
    Set<String> forms,
    Uid uid) {

  static final int ENUM = 0x4000;

  /**
   * A field that is stored.
   *
   * @param type its descriptor, {@code Ljava/util/List;}
   * @param classes all that its declaration names, also within {@code <>}
   */
  record Field(String type, Set<String> classes) {

    /** The type as in a source: {@code int}, {@code List}, {@code Cart[]}. */
    String shown() {
      return ClassDesc.ofDescriptor(type).displayName();
    }
  }

  /**
   * The serialVersionUID.
   *
   * @param value null if the class computes it when it is loaded
   */
  record Uid(boolean isDeclared, @Nullable Long value) {}

  boolean isEnum() {
    return superName.equals("java.lang.Enum");
  }

  boolean isRecord() {
    return superName.equals("java.lang.Record");
  }

  /** Returns whether there may be objects that are of this very class. */
  boolean hasObjects() {
    return isEnum() || !Modifier.isAbstract(flags);
  }

  /** Returns whether bytes may name it: a constant of an enum goes by the name of that. */
  boolean isNamed() {
    return !superName.isEmpty()
        && !Modifier.isInterface(flags)
        && ((flags & ENUM) == 0 || isEnum());
  }
}
