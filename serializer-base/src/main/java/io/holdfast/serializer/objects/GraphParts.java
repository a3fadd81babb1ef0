package io.holdfast.serializer.objects;

import io.holdfast.core.log.Loggers;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Looks into objects as serialization does: elements, entries, and fields that are not transient,
 * those of superclasses first and then by name. It sees into classes of the JDK only where their
 * public methods let it.
 */
public final class GraphParts {

  /** Receives the parts of one object. */
  public interface Visitor {

    /**
     * Receives a part.
     *
     * @param part what was found
     * @param label the name of a field, the {@link Integer} index of an element, or the key of a
     *     value
     * @param role what the label is
     */
    void part(@Nullable Object part, @Nullable Object label, Role role);
  }

  /** How a part belongs to its object. */
  public enum Role {
    /** A field, or something like it; the label is its name. */
    FIELD,
    /** An element; the label is its index. */
    ELEMENT,
    /** The value of a map; the label is its key. */
    VALUE,
    /** The key of a map, which is its own label. */
    KEY
  }

  /**
   * Elements of a collection of others that are looked at: such a collection may load each one from
   * a database, or have no end, and what was looked at is kept until all are.
   */
  private static final int MOST_OF_OTHERS = 1_000;

  private static final ClassValue<List<Field>> FIELDS = ClassMembers.known(GraphParts::fieldsOf);

  private GraphParts() {}

  /** Shows the visitor all direct parts of an object. */
  public static void visit(Object value, Visitor visitor) {
    Class<?> type = value.getClass();
    if (type.isArray()) {
      for (int i = 0; !type.getComponentType().isPrimitive() && i < Array.getLength(value); i++) {
        visitor.part(Array.get(value, i), i, Role.ELEMENT);
      }
      return;
    }
    for (Field field : FIELDS.get(type)) {
      visitor.part(ClassMembers.valueOf(field, value), field.getName(), Role.FIELD);
    }
    if (isOfJdk(type)) {
      elements(value, Integer.MAX_VALUE, visitor);
    } else {
      elementsOfOthers(value, visitor);
    }
  }

  private static void elements(Object value, int most, Visitor visitor) {
    int i = 0;
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (i++ == most) {
          return;
        }
        visitor.part(entry.getKey(), entry.getKey(), Role.KEY);
        visitor.part(entry.getValue(), entry.getKey(), Role.VALUE);
      }
    } else if (value instanceof Collection<?> collection) {
      for (Object element : collection) {
        if (i == most) {
          return;
        }
        visitor.part(element, i++, Role.ELEMENT);
      }
    } else {
      held(value, visitor);
    }
  }

  /**
   * Collections of others may fail, for example those that are still to be loaded. Of one that has
   * more than {@link #MOST_OF_OTHERS} elements, the first ones are parts.
   */
  private static void elementsOfOthers(Object value, Visitor visitor) {
    List<Runnable> found = new ArrayList<>();
    try {
      elements(
          value,
          MOST_OF_OTHERS,
          (part, label, role) -> found.add(() -> visitor.part(part, label, role)));
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      Loggers.of(GraphParts.class)
          .log(System.Logger.Level.DEBUG, "Cannot look into a collection", e);
    }
    found.forEach(Runnable::run);
  }

  /** Returns whether a class of the JDK holds the state of objects of a class. */
  public static boolean isOfJdk(Class<?> type) {
    Class<?> base = ClassMembers.baseOf(type);
    return base != Object.class && !Modifier.isAbstract(base.getModifiers());
  }

  /** Shows the visitor what an object has that is no collection, as far as its class tells. */
  public static void held(Object value, Visitor visitor) {
    if (value instanceof Optional<?> optional) {
      visitor.part(optional.orElse(null), "value", Role.FIELD);
    } else if (value instanceof AtomicReference<?> reference) {
      visitor.part(reference.get(), "value", Role.FIELD);
    } else if (value instanceof Map.Entry<?, ?> entry) {
      visitor.part(entry.getKey(), "key", Role.FIELD);
      visitor.part(entry.getValue(), "value", Role.FIELD);
    } else if (value instanceof Throwable throwable) {
      visitor.part(throwable.getCause(), "cause", Role.FIELD);
      for (Throwable suppressed : throwable.getSuppressed()) {
        visitor.part(suppressed, "suppressed", Role.FIELD);
      }
    } else if (Proxy.isProxyClass(value.getClass()) && !isProxyOfSpring(value.getClass())) {
      visitor.part(Proxy.getInvocationHandler(value), "handler", Role.FIELD);
    }
  }

  /** Such a proxy leads to the whole application. */
  private static boolean isProxyOfSpring(Class<?> type) {
    return Arrays.stream(type.getInterfaces())
        .anyMatch(face -> face.getName().equals("org.springframework.aop.framework.Advised"));
  }

  private static List<Field> fieldsOf(Class<?> type) {
    if (Proxy.isProxyClass(type) || isProxyOfSpring(type)) {
      return List.of();
    }
    List<Class<?>> classes = new ArrayList<>(ClassMembers.ownClasses(type).toList());
    Collections.reverse(classes);
    return classes.stream()
        .map(Class::getDeclaredFields)
        .flatMap(each -> Arrays.stream(each).sorted(Comparator.comparing(Field::getName)))
        .filter(GraphParts::isPart)
        .toList();
  }

  private static boolean isPart(Field field) {
    int modifiers = field.getModifiers();
    return !Modifier.isStatic(modifiers)
        && !Modifier.isTransient(modifiers)
        && !field.getType().isPrimitive()
        && field.trySetAccessible();
  }
}
