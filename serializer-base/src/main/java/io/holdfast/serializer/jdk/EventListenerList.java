package io.holdfast.serializer.jdk;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Swing's models write of their listeners, in place of the JDK's own class, whose simple
 * name a stream demands. That class initializes each class that bytes name, and puts a listener of
 * another type into the text of an exception: published attacks use both. Here the type of a
 * listener is found among the types of the listener itself.
 */
@SuppressWarnings("serial") // the version of the JDK's class is not a constant
final class EventListenerList implements Serializable {

  /** The class in whose place this one stands. */
  static final String NAME = "javax.swing.event.EventListenerList";

  /** The JDK declares none, so that it is computed from the class. */
  private static final long serialVersionUID =
      ObjectStreamClass.lookup(javax.swing.event.EventListenerList.class).getSerialVersionUID();

  @SuppressWarnings("NullAway") // set by readObject, without which there is no object
  private transient List<EventListener> listeners;

  @SuppressWarnings("NullAway") // set by readObject, without which there is no object
  private transient List<Class<?>> types;

  private EventListenerList() {}

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    listeners = new ArrayList<>();
    types = new ArrayList<>();
    for (Object name = in.readObject(); name != null; name = in.readObject()) {
      Object listener = in.readObject();
      Class<?> type = listener == null ? null : typeOf(listener.getClass(), name);
      if (type == null || !(listener instanceof EventListener one)) {
        throw new InvalidObjectException("not a listener of the type that is named");
      }
      types.add(type);
      listeners.add(one);
    }
  }

  private static @Nullable Class<?> typeOf(Class<?> listener, Object name) {
    for (Class<?> c = listener; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return c;
      }
      for (Class<?> face : c.getInterfaces()) {
        Class<?> found = typeOf(face, name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private Object readResolve() {
    javax.swing.event.EventListenerList list = new javax.swing.event.EventListenerList();
    for (int i = 0; i < listeners.size(); i++) {
      add(list, types.get(i), listeners.get(i));
    }
    return list;
  }

  private static <T extends EventListener> void add(
      javax.swing.event.EventListenerList list, Class<?> type, EventListener listener) {
    @SuppressWarnings("unchecked") // the type was found among those of the listener
    Class<T> typed = (Class<T>) type;
    list.add(typed, typed.cast(listener));
  }
}
