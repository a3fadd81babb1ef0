package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.ClassMembers;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

  private static final ClassValue<OwnForm> FORMS = ClassMembers.known(OwnForm::new);

  /** Stands for the name of the object's own class, which the graph names already. */
  static final String SAME = "";

  private final List<Section> sections;
  private final @Nullable Method resolving;

  /**
   * One class of a hierarchy.
   *
   * @param types the types of its serializable fields by their names
   * @param fields those of them that the class has
   * @param unshared the names of those that nothing else in the graph refers to
   */
  record Section(
      Class<?> type,
      Map<String, Class<?>> types,
      List<Field> fields,
      Set<String> unshared,
      @Nullable Method writing,
      @Nullable Method reading,
      @Nullable Method withoutData) {

    /** The field with a name, null if there is none any more. */
    @Nullable Field field(String name) {
      for (Field field : fields) {
        if (field.getName().equals(name)) {
          return field;
        }
      }
      return null;
    }

    /**
     * Refuses access by another name or type, as JDK serialization does.
     *
     * @param type {@code Object} for all that are not primitive
     */
    void check(String name, Class<?> type) {
      Class<?> declared = types.get(name);
      Class<?> asked = declared == null || declared.isPrimitive() ? declared : Object.class;
      if (asked != type) {
        throw new IllegalArgumentException("no such field %s with type %s".formatted(name, type));
      }
    }

    boolean hasCode() {
      return writing != null || reading != null || withoutData != null;
    }
  }

  private OwnForm(Class<?> type) {
    this.sections = choose(type);
    this.resolving = sections.isEmpty() ? null : Hooks.find(type, "readResolve");
  }

  /**
   * Returns whether objects of a class can be written into the graph around them: the class is an
   * application's, is {@code Externalizable} or has a {@code writeObject}, a {@code readObject}, a
   * {@code readObjectNoData}, a {@code readResolve} or {@code serialPersistentFields}, and no
   * {@code writeReplace}.
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

  /** Returns whether objects of a class may be other ones once they are read. */
  public static boolean isResolved(Class<?> type) {
    return FORMS.get(type).resolving != null;
  }

  /**
   * Asks an object that was read for the one that is taken for it.
   *
   * @throws IOException if it throws that, or gives none
   */
  static Object resolve(Object object) throws IOException {
    Method method = FORMS.get(object.getClass()).resolving;
    if (method == null) {
      return object;
    }
    Object resolved = Hooks.call(method, object);
    if (resolved == null) {
      throw new InvalidObjectException("its readResolve gives nothing");
    }
    return resolved;
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
    if (type.getModule().isNamed()
        || !isPublic
        || ClassMembers.ownClasses(type).anyMatch(ClassMembers::isReplaced)) {
      return List.of();
    }
    try {
      Constructor<?> unused = type.getConstructor();
      Method writing = type.getMethod("writeExternal", ObjectOutput.class);
      Method reading = type.getMethod("readExternal", ObjectInput.class);
      writing.setAccessible(true);
      reading.setAccessible(true);
      return List.of(new Section(type, Map.of(), List.of(), Set.of(), writing, reading, null));
    } catch (NoSuchMethodException e) {
      return List.of();
    }
  }

  private static List<Section> sections(Class<?> type) {
    List<Section> sections = new ArrayList<>();
    boolean isOwn = Hooks.find(type, "readResolve") != null;
    Class<?> c = type;
    for (; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      if (!Serializable.class.isAssignableFrom(c) || ClassMembers.isReplaced(c)) {
        return List.of();
      }
      boolean isListed = hasPersistentFields(c);
      isOwn |= isListed;
      Map<String, Class<?>> types = isListed ? listedTypes(c) : typesOf(c);
      sections.add(
          new Section(
              c,
              types,
              fieldsOf(c, types),
              isListed ? unshared(c) : Set.of(),
              method(c, "writeObject", ObjectOutputStream.class),
              method(c, "readObject", ObjectInputStream.class),
              method(c, "readObjectNoData")));
    }
    Collections.reverse(sections);
    isOwn |= sections.stream().anyMatch(Section::hasCode);
    return BASES.contains(c) && isOwn ? List.copyOf(sections) : List.of();
  }

  private static boolean hasPersistentFields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .anyMatch(field -> field.getName().equals("serialPersistentFields"));
  }

  /** The fields that {@code serialPersistentFields} names, whether there are such or not. */
  private static Map<String, Class<?>> listedTypes(Class<?> type) {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    for (ObjectStreamField field : ObjectStreamClass.lookup(type).getFields()) {
      types.put(field.getName(), field.getType());
    }
    return types;
  }

  private static Set<String> unshared(Class<?> type) {
    return Arrays.stream(ObjectStreamClass.lookup(type).getFields())
        .filter(ObjectStreamField::isUnshared)
        .map(ObjectStreamField::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Map<String, Class<?>> typesOf(Class<?> type) {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
        types.put(field.getName(), field.getType());
      }
    }
    return types;
  }

  private static List<Field> fieldsOf(Class<?> type, Map<String, Class<?>> types) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      boolean isState = !Modifier.isStatic(field.getModifiers());
      if (isState && types.get(field.getName()) == field.getType()) {
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
