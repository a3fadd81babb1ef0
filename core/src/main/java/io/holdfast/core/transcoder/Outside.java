package io.holdfast.core.transcoder;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;

/** Stands in a stream for an object that is written elsewhere. */
final class Outside implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int index;

  Outside(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }

  /**
   * Whether an object is left outside: those whose identity an application can notice. Decided by
   * module, never by what is open, so that all JVMs decide alike.
   */
  static boolean belongs(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      Class<?> element = type.getComponentType();
      return !element.isPrimitive() && (element == Object.class || isForeign(element));
    }
    return !(object instanceof Enum)
        && (isForeign(type)
            || Proxy.isProxyClass(type)
            || object instanceof Collection
            || object instanceof Map);
  }

  private static boolean isForeign(Class<?> type) {
    return !type.getModule().isNamed();
  }
}
