package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.ObjectPath;
import io.holdfast.serializer.objects.Unchangeable;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds objects that exist only after their parts were read, and whose parts lead back to them. JDK
 * serialization reads such a way back as null, or as the object that stands in the stream for the
 * one that it leads to, without a word.
 */
final class LateCycles {

  /** When JDK serialization has an object of a class that it reads. */
  private enum Existence {
    /** Before its parts. */
    EARLY,
    /** After them, and a way back is null. */
    RECORD,
    /** After them, and a way back is the stand-in: what the JDK replaces. */
    COLLECTION,
    /** Perhaps after them: the stand-in is the application's, and may leave out the way back. */
    REPLACED
  }

  /** Wrappers of lists with quick access, and the class that stands in a stream for each. */
  private static final Map<String, String> WRAPPERS =
      Map.of(
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$SynchronizedRandomAccessList",
          "java.util.Collections$SynchronizedList");

  private static final ClassValue<Existence> EXISTENCE =
      ClassMembers.known(LateCycles::existenceOf);

  private static final ClassValue<Boolean> STAND_IN =
      ClassMembers.known(LateCycles::mayStandForAnother);

  private LateCycles() {}

  private record Frame(Object object, Iterator<Object> rest) {}

  private static boolean isReplaced(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)) {
      return false;
    }
    try {
      return type.isHidden() || ClassMembers.isReplaced(type) || hasReadResolve(type);
    } catch (LinkageError e) { // a method names a type that is missing here
      return true;
    }
  }

  private static boolean hasReadResolve(Class<?> type) {
    return ClassMembers.declare(ClassMembers.ownClasses(type), ClassMembers::isReadResolve);
  }

  private static Existence existenceOf(Class<?> type) {
    if (type.isRecord()) {
      return Existence.RECORD;
    }
    if (Unchangeable.isImmutableCollection(type) || WRAPPERS.containsKey(type.getName())) {
      return Existence.COLLECTION;
    }
    return !type.getModule().isNamed() && isReplaced(type) ? Existence.REPLACED : Existence.EARLY;
  }

  private static boolean mayStandForAnother(Class<?> type) {
    return type.getName().equals(CollSer.NAME)
        || WRAPPERS.containsValue(type.getName())
        || type == SerializedLambda.class
        || (!type.getModule().isNamed() && hasReadResolve(type));
  }

  /** Returns whether objects of a class stand in a stream for others that may have parts. */
  static boolean isStandIn(Class<?> type) {
    return STAND_IN.get(type);
  }

  /**
   * Walks the graph in the order in which it is written.
   *
   * @param loads whether to look into collections of the application, too, which may load their
   *     elements then
   * @param opened shown each object before its parts
   * @return whether only reading tells if the graph can be read
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} for the first object that
   *     would be read without its way back
   */
  static boolean refuse(Object root, boolean loads, Consumer<Object> opened) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> late = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Frame> path = new ArrayDeque<>();
    boolean isDoubtful = false;
    seen.add(root);
    opened.accept(root);
    path.push(open(root, late, loads));
    while (!path.isEmpty()) {
      Frame top = path.getFirst();
      if (!top.rest().hasNext()) {
        late.remove(top.object());
        path.pop();
        continue;
      }
      Object part = top.rest().next();
      if (seen.add(part)) {
        opened.accept(part);
        path.push(open(part, late, loads));
      } else if (late.contains(part)) {
        if (EXISTENCE.get(part.getClass()) != Existence.REPLACED) {
          throw refusal(part, root);
        }
        isDoubtful = true;
      }
    }
    return isDoubtful;
  }

  private static TranscoderException refusal(Object part, Object root) {
    String what =
        part instanceof Record
            ? "is a record that holds a way back to itself, which would be read as null"
            : "holds a way back to itself, and exists only when its parts are read";
    return new TranscoderException(
        Reason.UNWRITABLE,
        "class %s %s, at %s"
            .formatted(
                part.getClass().getName(), what, ObjectPath.find(root, object -> object == part)));
  }

  private static Frame open(Object object, Set<Object> late, boolean loads) {
    Class<?> type = object.getClass();
    if (EXISTENCE.get(type) != Existence.EARLY) {
      late.add(object);
    }
    List<Object> children = new ArrayList<>();
    if (loads || !mayLoad(object)) {
      GraphParts.visit(
          object,
          (part, label, role) -> {
            if (part != null) {
              children.add(part);
            }
          });
    }
    return new Frame(object, children.iterator());
  }

  private static boolean mayLoad(Object object) {
    return (object instanceof Collection || object instanceof Map)
        && !object.getClass().getModule().isNamed()
        && !GraphParts.isOfJdk(object.getClass());
  }
}
