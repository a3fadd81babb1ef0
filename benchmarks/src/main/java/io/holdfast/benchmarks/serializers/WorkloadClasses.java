package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.serializers.shop.Shop;
import io.holdfast.benchmarks.serializers.tickets.Tickets;
import io.holdfast.serializer.kryo.RegisteredClasses;
import java.util.List;
import java.util.stream.Stream;

/** Numbers for the classes of the tickets and of the shop. */
public final class WorkloadClasses extends RegisteredClasses {

  @Override
  protected List<Class<?>> classes() {
    return Stream.concat(Tickets.classes().stream(), Shop.classes().stream()).toList();
  }
}
