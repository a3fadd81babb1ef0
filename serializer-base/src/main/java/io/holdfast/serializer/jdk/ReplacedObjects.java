package io.holdfast.serializer.jdk;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.SharedKinds;
import io.holdfast.serializer.objects.Unchangeable;
import java.io.Externalizable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects for which JDK serialization writes others, by their {@code writeReplace}: a
 * stream shows only what it writes. They are looked for in the objects that hold them. For one
 * thread.
 *
 * <p>What is written by a method of the application may come from anywhere: there all fields are
 * looked at, transient ones too, and what their arrays and collections hold.
 */
final class ReplacedObjects {

  /**
   * What is to be seen of the objects of a class.
   *
   * @param getters of a class of the JDK, whose fields are not to be seen
   */
  private record View(List<Field> fields, Elements elements, List<Method> getters) {

    View(Elements elements) {
      this(List.of(), elements, List.of());
    }
  }

  private enum Elements {
    NONE,
    /** Of an array. */
    ARRAY,
    /** Of a collection or map that is no view of another one. */
    ALL,
    /** The same one again and again. */
    FIRST,
    /** What its public methods show. */
    REFERENCE,
    /** What a lambda has captured. */
    CAPTURED,
    /** It may hold anything, and does not show what. */
    UNKNOWN
  }

  private static final int FEW = 4;
  private static final Set<String> WAYS_IN = Set.of("entrySet", "forEach", "iterator");
  private static final View NOTHING = new View(Elements.NONE);

  private static final ClassValue<View> VIEWS = ClassMembers.known(ReplacedObjects::choose);

  private static final ClassValue<Boolean> REPLACED =
      ClassMembers.known(ReplacedObjects::mayBeReplaced);

  private final Consumer<Object> each;

  /** Arrays and collections that were looked into, and hold none. */
  private final Set<Object> holdingNone;

  private int shown;

  /** The immutable collections in the one that is looked into; null if none is. */
  private @Nullable Set<Object> within;

  private boolean isSure = true;

  /**
   * Creates it.
   *
   * @param each is shown each such object, values of the JDK aside, perhaps several times
   * @param holdingNone takes what need not be looked into by the next one for the same graph
   */
  ReplacedObjects(Consumer<Object> each, Set<Object> holdingNone) {
    this.each = each;
    this.holdingNone = holdingNone;
  }

  /** Returns whether everything could be seen. */
  boolean isSure() {
    return isSure;
  }

  /** Looks at an object that is a root. */
  void lookAt(@Nullable Object object) {
    if (object == null || object instanceof String || !REPLACED.get(object.getClass())) {
      return;
    }
    if (Unchangeable.isImmutableCollection(object.getClass())) {
      lookIntoImmutable(object);
    } else if (!Unchangeable.is(object)) {
      shown++;
      each.accept(object);
    }
  }

  /** Its stand-in does not show the elements. They may lead to one such collection by many ways. */
  private void lookIntoImmutable(Object collection) {
    Set<Object> before = within;
    Set<Object> met =
        before == null ? Collections.newSetFromMap(new IdentityHashMap<>(FEW)) : before;
    if (met.add(collection)) {
      within = met;
      elements(collection);
      within = before;
    }
  }

  /** Looks at what an object holds that is going to be written. */
  void lookInto(Object holder) {
    View view = VIEWS.get(holder.getClass());
    for (Field field : view.fields) {
      Object value = ClassMembers.valueOf(field, holder);
      lookAt(value);
      if (value != null && Modifier.isTransient(field.getModifiers())) {
        lookIntoWhatIsTransient(value);
      }
    }
    for (Method getter : view.getters) {
      try {
        lookAt(getter.invoke(holder));
      } catch (IllegalAccessException | InvocationTargetException e) {
        isSure = false;
      }
    }
    switch (view.elements) {
      case NONE -> {}
      case ARRAY -> {
        for (Object element : (Object[]) holder) {
          lookAt(element);
        }
      }
      case ALL -> elements(holder);
      case FIRST -> {
        List<?> copies = (List<?>) holder;
        lookAt(copies.isEmpty() ? null : copies.get(0));
      }
      case REFERENCE -> GraphParts.held(holder, (part, label, role) -> lookAt(part));
      case CAPTURED -> {
        SerializedLambda lambda = (SerializedLambda) holder;
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
          lookAt(lambda.getCapturedArg(i));
        }
      }
      case UNKNOWN -> isSure = false;
    }
  }

  private void lookIntoWhatIsTransient(Object value) {
    View view = VIEWS.get(value.getClass());
    boolean isContainer = view.elements == Elements.ARRAY || view.elements == Elements.ALL;
    if (isContainer && !holdingNone.contains(value)) {
      int before = shown;
      lookInto(value);
      if (shown == before) {
        holdingNone.add(value);
      }
    }
  }

  private void elements(Object holder) {
    if (holder instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            lookAt(key);
            lookAt(value);
          });
    } else {
      ((Collection<?>) holder).forEach(this::lookAt);
    }
  }

  private static View choose(Class<?> type) {
    if (type.isArray()) {
      Class<?> component = type.getComponentType();
      return component.isPrimitive() || cannotHold(component) ? NOTHING : new View(Elements.ARRAY);
    }
    if (Proxy.isProxyClass(type)) {
      return new View(Elements.REFERENCE);
    }
    if (Enum.class.isAssignableFrom(type)) {
      return NOTHING;
    }
    Class<?> base = ClassMembers.baseOf(type);
    Stream<Field> candidates =
        isWrittenByItself(type)
            ? ClassMembers.fields(ClassMembers.ownClasses(type))
            : ClassMembers.storedFields(type);
    List<Field> fields = candidates.filter(field -> !cannotHold(field.getType())).toList();
    List<Field> open = fields.stream().filter(Field::trySetAccessible).toList();
    Elements elements = open.size() == fields.size() ? elementsOf(type, base) : Elements.UNKNOWN;
    return new View(open, elements, gettersOf(base));
  }

  private static boolean mayBeReplaced(Class<?> type) {
    try {
      return !type.isHidden() && ClassMembers.isReplaced(type);
    } catch (LinkageError e) { // a method names a type that is missing here
      return true;
    }
  }

  /** Returns whether no object of the declared type is replaced. */
  private static boolean cannotHold(Class<?> declared) {
    Class<?> element = declared;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive()
        || element.isEnum()
        || (Modifier.isFinal(element.getModifiers()) && isValueOfJdk(element));
  }

  private static boolean isValueOfJdk(Class<?> type) {
    return type.getModule().isNamed() && !SharedKinds.include(type);
  }

  private static boolean isWrittenByItself(Class<?> type) {
    return Externalizable.class.isAssignableFrom(type)
        || ClassMembers.declare(
            ClassMembers.ownClasses(type), method -> method.getName().equals("writeObject"));
  }

  /** What the part of an object holds that is of the JDK. */
  private static Elements elementsOf(Class<?> type, Class<?> base) {
    if (base == Object.class || base.isRecord() || base == Record.class) {
      return Elements.NONE;
    }
    if (Map.class.isAssignableFrom(base) || Collection.class.isAssignableFrom(base)) {
      return Modifier.isAbstract(base.getModifiers())
          ? Elements.NONE // as AbstractList, which has no state to write
          : elementsOfCollection(type, base);
    }
    if (base == SerializedLambda.class) {
      return Elements.CAPTURED;
    }
    if (base == AtomicReference.class
        || base == AbstractMap.SimpleEntry.class
        || base == AbstractMap.SimpleImmutableEntry.class
        || Throwable.class.isAssignableFrom(base)) {
      return Elements.REFERENCE;
    }
    return SharedKinds.include(base) && mayHoldAnything(base) ? Elements.UNKNOWN : Elements.NONE;
  }

  private static Elements elementsOfCollection(Class<?> type, Class<?> base) {
    String name = base.getName();
    if (name.equals("java.util.Collections$CopiesList")) {
      return Elements.FIRST;
    }
    if (name.startsWith("java.util.Arrays$")
        || (name.startsWith("java.util.Collections$")
            && !name.startsWith("java.util.Collections$Singleton"))) {
      return Elements.NONE; // a view: what it shows is written itself
    }
    // A collection of the application may load its elements when it is asked for them.
    return type == base || !isOverridden(type) ? Elements.ALL : Elements.UNKNOWN;
  }

  private static boolean isOverridden(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .anyMatch(
            method ->
                WAYS_IN.contains(method.getName())
                    && !method.getDeclaringClass().getModule().isNamed());
  }

  /** The public methods of a class of the JDK that give what it may hold. */
  private static List<Method> gettersOf(Class<?> base) {
    boolean isContainer =
        Map.class.isAssignableFrom(base) || Collection.class.isAssignableFrom(base);
    return isContainer || !SharedKinds.include(base) || !mayHoldAnything(base)
        ? List.of()
        : Arrays.stream(base.getMethods())
            .filter(method -> method.getReturnType() == Object.class)
            .filter(method -> method.getParameterCount() == 0)
            .filter(method -> method.getName().matches("get.+"))
            .filter(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()))
            .toList();
  }

  private static boolean mayHoldAnything(Class<?> base) {
    return ClassMembers.fields(ClassMembers.upwards(base))
        .map(Field::getType)
        .anyMatch(declared -> declared == Object.class || declared.isInterface());
  }
}
