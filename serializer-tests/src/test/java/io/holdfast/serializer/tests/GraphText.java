package io.holdfast.serializer.tests;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The text of a graph: each object once, with its class and all its fields, transient ones too, and
 * its number wherever it comes again.
 */
final class GraphText {

  /** What an object leaves out when it is read. */
  private static final String UNREAD = "unread";

  private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private GraphText() {}

  static String of(Object graph) {
    GraphText text = new GraphText();
    text.add(graph);
    return text.text.toString();
  }

  private void add(@Nullable Object object) {
    if (object == null
        || object instanceof String
        || (object instanceof Number && !object.getClass().getName().contains("atomic"))
        || object instanceof Boolean
        || object instanceof Enum) {
      text.append(object).append(' ');
      return;
    }
    if (object.getClass().isHidden()) { // the language leaves the identity of lambdas open
      text.append("lambda{");
      fields(object, object.getClass());
      text.append("} ");
      return;
    }
    Integer known = numbers.putIfAbsent(object, numbers.size());
    if (known != null) {
      text.append('#').append(known).append(' ');
      return;
    }
    text.append(object.getClass().getName()).append('{');
    parts(object);
    text.append("} ");
  }

  private void parts(Object object) {
    if (object.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(object); i++) {
        add(Array.get(object, i));
      }
    } else if (object instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            add(key);
            add(value);
            text.append(map.containsKey(key) ? "" : "lost ");
          });
    } else if (object instanceof Collection<?> collection) {
      collection.forEach(this::add);
    } else if (object instanceof AtomicReference<?> reference) {
      add(reference.get());
    } else if (object instanceof Map.Entry<?, ?> entry) {
      add(entry.getKey());
      add(entry.getValue());
    } else if (Proxy.isProxyClass(object.getClass())) {
      add(Proxy.getInvocationHandler(object));
    } else if (object instanceof Throwable throwable) {
      add(throwable.getMessage());
      add(throwable.getCause());
      Arrays.asList(throwable.getSuppressed()).forEach(this::add);
    } else if (object instanceof ReentrantReadWriteLock lock) {
      add(lock.readLock());
      add(lock.writeLock());
    } else if (object.getClass().getModule().isNamed()) {
      add(object.toString().replaceAll("@[0-9a-f]+", ""));
    }
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      if (!c.getModule().isNamed()) {
        fields(object, c);
      }
    }
  }

  private void fields(Object object, Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || field.getName().equals(UNREAD)) {
        continue;
      }
      text.append(field.getName()).append('=');
      try {
        field.setAccessible(true);
        add(field.get(object));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
