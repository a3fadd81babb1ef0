package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ClassFilter;
import java.io.InvalidObjectException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a stream for a proxy of a Spring bean that has a scope. Its name is in stored records
 * and stays as it is.
 */
final class ScopedBean implements Serializable {

  private static final long serialVersionUID = 1L;

  private final @Nullable String factory;
  private final @Nullable String bean;

  private ScopedBean(ScopedProxies.Place place) {
    this.factory = place.factory();
    this.bean = place.bean();
  }

  /** The stand-in of a proxy. */
  static ScopedBean of(Object proxy) {
    return new ScopedBean(ScopedProxies.placeOf(proxy));
  }

  /** The proxy in the application that reads. */
  Object find(ClassFilter filter) throws InvalidObjectException {
    if (factory == null || bean == null) {
      throw new InvalidObjectException("a proxy without a name");
    }
    return ScopedProxies.find(new ScopedProxies.Place(factory, bean), filter);
  }
}
