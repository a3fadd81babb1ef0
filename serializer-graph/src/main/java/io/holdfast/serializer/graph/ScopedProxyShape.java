package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.ScopedProxies;
import java.util.Objects;

/** Proxies of Spring beans that have a scope, by the id of the factory and the bean's name. */
final class ScopedProxyShape implements Shape {

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return Objects.requireNonNull(ScopedProxies.faceOf(instance.getClass()));
  }

  @Override
  public void write(Object instance, PartWriter out) {
    ScopedProxies.Place place = ScopedProxies.placeOf(instance);
    out.part(place.factory());
    out.part(place.bean());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    if (in.next() instanceof String factory && in.next() instanceof String bean) {
      return ScopedProxies.find(new ScopedProxies.Place(factory, bean), in.state().filter());
    }
    throw DecodeState.unreadable("a proxy without a name", null);
  }
}
