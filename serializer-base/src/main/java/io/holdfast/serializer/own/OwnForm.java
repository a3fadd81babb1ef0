package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.Replacement;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an application's class takes part in JDK serialization: the classes of its hierarchy, from
 * the top, each with its fields and methods.
 */
public final class OwnForm {

  /** Classes of the JDK that have no state. */
  private static final Set<Class<?>> BASES =
      Set.of(
          Object.class,
          AbstractCollection.class,
          AbstractList.class,
          AbstractSet.class,
          AbstractMap.class);

  /** Kept with the class itself, so that it goes with its loader. */
  private static final ClassValue<OwnForm> FORMS =
      new ClassValue<>() {
        @Override
        protected OwnForm computeValue(Class<?> type) {
          return new OwnForm(choose(type));
        }
      };

  /** Stands for the name of the object's own class, which the graph names already. */
  static final String SAME = "";

  private final List<Section> sections;

  /** One class of a hierarchy. */
  record Section(
      Class<?> type,
      List<Field> fields,
      @Nullable Method writing,
      @Nullable Method reading,
      @Nullable Method withoutData) {

    boolean hasCode() {
      return writing != null || reading != null || withoutData != null;
    }
  }

  private OwnForm(List<Section> sections) {
    this.sections = sections;
  }

  /**
   * Whether objects of a class can be written into the graph around them: the class is an
   * application's, is {@code Externalizable} or has a {@code writeObject}, a {@code readObject} or
   * a {@code readObjectNoData}, and does nothing else of its own in serialization.
   */
  public static boolean fits(Class<?> type) {
    return !FORMS.get(type).sections.isEmpty();
  }

  /**
   * Makes an object that is to be read.
   *
   * @param type one that {@link #fits}
   */
  public static Object create(Class<?> type, BareInstances instances) {
    if (!Externalizable.class.isAssignableFrom(type)) {
      return BareInstances.create(instances.constructorOf(type));
    }
    try {
      return BareInstances.create(type.getConstructor());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a class that fits has one: " + type, e);
    }
  }

  static List<Section> sectionsOf(Class<?> type) {
    return FORMS.get(type).sections;
  }

  private static List<Section> choose(Class<?> type) {
    if (type.isRecord()
        || type.isArray()
        || type.isHidden()
        || Enum.class.isAssignableFrom(type)
        || Proxy.isProxyClass(type)
        || Modifier.isAbstract(type.getModifiers())) {
      return List.of();
    }
    try {
      return Externalizable.class.isAssignableFrom(type) ? external(type) : sections(type);
    } catch (LinkageError e) { // a method names a type that is missing here
      return List.of();
    }
  }

  /** Such a class writes all of the object, and makes it with its own constructor. */
  private static List<Section> external(Class<?> type) {
    boolean isPublic = Modifier.isPublic(type.getModifiers());
    if (type.getModule().isNamed() || !isPublic || isReplacedSomewhere(type)) {
      return List.of();
    }
    try {
      Constructor<?> unused = type.getConstructor();
      Method writing = type.getMethod("writeExternal", ObjectOutput.class);
      Method reading = type.getMethod("readExternal", ObjectInput.class);
      writing.setAccessible(true);
      reading.setAccessible(true);
      return List.of(new Section(type, List.of(), writing, reading, null));
    } catch (NoSuchMethodException e) {
      return List.of();
    }
  }

  private static boolean isReplacedSomewhere(Class<?> type) {
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      if (isReplaced(c)) {
        return true;
      }
    }
    return false;
  }

  private static List<Section> sections(Class<?> type) {
    List<Section> sections = new ArrayList<>();
    Class<?> c = type;
    for (; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      if (!Serializable.class.isAssignableFrom(c) || isReplaced(c) || hasPersistentFields(c)) {
        return List.of();
      }
      sections.add(
          new Section(
              c,
              fieldsOf(c),
              method(c, "writeObject", ObjectOutputStream.class),
              method(c, "readObject", ObjectInputStream.class),
              method(c, "readObjectNoData")));
    }
    Collections.reverse(sections);
    boolean isWritten = sections.stream().anyMatch(Section::hasCode);
    return BASES.contains(c) && isWritten ? List.copyOf(sections) : List.of();
  }

  private static boolean isReplaced(Class<?> type) {
    return Replacement.isMadeBy(type)
        || Arrays.stream(type.getDeclaredMethods())
            .anyMatch(
                method ->
                    method.getName().equals("readResolve") && method.getParameterCount() == 0);
  }

  private static boolean hasPersistentFields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .anyMatch(field -> field.getName().equals("serialPersistentFields"));
  }

  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return List.copyOf(fields);
  }

  /** A method as JDK serialization calls it. */
  private static @Nullable Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      int modifiers = method.getModifiers();
      if (!Modifier.isPrivate(modifiers)
          || Modifier.isStatic(modifiers)
          || method.getReturnType() != void.class) {
        return null;
      }
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
