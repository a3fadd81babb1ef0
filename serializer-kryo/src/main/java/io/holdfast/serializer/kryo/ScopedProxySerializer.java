package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.jdk.ScopedProxies;

/** Proxies of Spring beans that have a scope, by the id of the factory and the bean's name. */
final class ScopedProxySerializer extends Serializer<Object> {

  @Override
  public void write(Kryo kryo, Output output, Object proxy) {
    ScopedProxies.Place place = ScopedProxies.placeOf(proxy);
    output.writeString(place.factory());
    output.writeString(place.bean());
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    BoundedInput bounded = BoundedInput.of(input);
    ScopedProxies.Place place = new ScopedProxies.Place(bounded.readString(), bounded.readString());
    return ScopedProxies.find(place, GuardedKryo.of(kryo).context().filter());
  }
}
