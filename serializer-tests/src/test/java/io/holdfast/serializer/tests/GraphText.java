package io.holdfast.serializer.tests;

import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeSupport;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.naming.NamingException;
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
      if (!object.getClass().getModule().isNamed()) {
        fields(object, object.getClass());
      }
      text.append("} ");
      return;
    }
    Integer known = numbers.putIfAbsent(object, numbers.size());
    if (known != null) {
      text.append('#').append(known).append(' ');
      return;
    }
    Class<?> type = object.getClass();
    text.append(Proxy.isProxyClass(type) ? proxy(type) : type.getName()).append('{');
    parts(object);
    text.append("} ");
  }

  /** Its own name is another one in each virtual machine. */
  private static String proxy(Class<?> type) {
    return "proxy " + Arrays.toString(type.getInterfaces());
  }

  /** What collections of the JDK have beside their elements. */
  private void order(Object object) {
    if (object instanceof SortedMap<?, ?> map) {
      add(map.comparator());
    } else if (object instanceof SortedSet<?> set) {
      add(set.comparator());
    } else if (object instanceof PriorityQueue<?> queue) {
      add(queue.comparator());
    } else if (object instanceof ConcurrentHashMap.KeySetView<?, ?> view) {
      add(view.getMap());
    } else if (object instanceof LinkedHashMap<?, ?> map && map.size() > 1) {
      Map<?, ?> copy = (Map<?, ?>) map.clone();
      Object first = copy.keySet().iterator().next();
      Object unused = copy.get(first);
      text.append(copy.keySet().iterator().next() == first ? "" : "accessed ");
    }
  }

  private void parts(Object object) {
    order(object);
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
      add(throwable instanceof NamingException naming ? naming.getResolvedObj() : null);
      add(throwable.getCause());
      Arrays.asList(throwable.getSuppressed()).forEach(this::add);
    } else if (object instanceof ReentrantReadWriteLock lock) {
      add(lock.readLock());
      add(lock.writeLock());
    } else if (object instanceof AtomicReferenceArray<?> array) {
      for (int i = 0; i < array.length(); i++) {
        add(array.get(i));
      }
    } else if (object instanceof PropertyChangeEvent event) {
      add(event.getOldValue());
      add(event.getNewValue());
    } else if (object instanceof PropertyChangeSupport support) {
      add(support.getPropertyChangeListeners());
    } else if (object instanceof MessageFormat format) {
      add(format.toPattern());
      add(format.getFormats());
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
