package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Classes that are not allowed are rejected before any of their code runs, wherever they hide. */
public abstract class GadgetKit {

  private final Transcoder permissive =
      factory().create(TranscoderContext.of(ClassFilter.create(loader(), "")));

  private final Transcoder strict =
      factory()
          .create(
              TranscoderContext.of(
                  ClassFilter.create(
                      new URLClassLoader(new URL[0], loader()),
                      Gadgets.Carrier.class.getName() + "," + Samples.Greeter.class.getName())));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private static ClassLoader loader() {
    return GadgetKit.class.getClassLoader();
  }

  private static List<Supplier<Object>> gadgets() {
    return List.of(
        Gadgets.ReadsObject::new,
        Gadgets.Resolves::new,
        Gadgets.Hashes::new,
        Gadgets.Compares::new,
        Gadgets.ComparesOthers::new,
        Gadgets.Handles::new,
        Gadgets.Externalizes::new,
        Gadgets.Template::new);
  }

  private static Map<String, Object> placed(Supplier<Object> gadget) {
    Map<String, Object> places = new LinkedHashMap<>();
    Object it = gadget.get();
    places.put("alone", it);
    places.put("in an allowed class", new Gadgets.Carrier(it));
    places.put("in a list", new ArrayList<>(List.of("a", it)));
    places.put("in an immutable list", List.of("a", it));
    places.put("in Arrays.asList", Arrays.asList("a", it));
    places.put(
        "in an unmodifiable list", Collections.unmodifiableList(new ArrayList<>(List.of(it))));
    places.put(
        "in a synchronized map", Collections.synchronizedMap(new HashMap<>(Map.of("k", it))));
    places.put("in an array", new Object[] {"a", it});
    places.put("as the type of an array", java.lang.reflect.Array.newInstance(it.getClass(), 1));
    places.put("as a key", new HashMap<>(Map.of(it, "v")));
    places.put("as a value", new HashMap<>(Map.of("k", it)));
    places.put("in a set", new HashSet<>(Set.of(it)));
    places.put("in a reference", new AtomicReference<>(it));
    places.put("as a class", it.getClass());
    if (it instanceof Comparable) {
      places.put("in a queue", new PriorityQueue<>(List.of(it)));
      places.put("as a sorted key", new TreeMap<>(Map.of(it, "v")));
    }
    if (it instanceof Gadgets.ComparesOthers order) {
      TreeMap<Object, Object> sorted = new TreeMap<>(order);
      sorted.put("k", "v");
      places.put("as a comparator", sorted);
    }
    if (it instanceof Gadgets.Handles handler) {
      Object proxy =
          Proxy.newProxyInstance(loader(), new Class<?>[] {Samples.Greeter.class}, handler);
      places.put("as the handler of a proxy", proxy);
      places.put("as the handler of a proxy in an allowed class", new Gadgets.Carrier(proxy));
    }
    return places;
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenClassIsNotAllowedThenNoneOfItsCodeRuns() {
    return gadgets().stream().flatMap(this::tests);
  }

  private Stream<DynamicTest> tests(Supplier<Object> gadget) {
    String name = gadget.get().getClass().getSimpleName();
    return placed(gadget).entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(name + " " + e.getKey(), () -> check(e.getValue())));
  }

  private void check(Object graph) {
    byte[] bytes = permissive.encode(graph);
    Gadgets.reset();

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.decode(bytes));

    assertEquals(Set.of(), Gadgets.fired());
    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @Test
  void decodeWhenProxyInterfaceIsNotAllowedThenIsRejected() {
    Object proxy =
        Proxy.newProxyInstance(
            loader(), new Class<?>[] {Hidden.class}, new Samples.EchoHandler("hi"));
    byte[] bytes = permissive.encode(proxy);

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.decode(bytes));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @Test
  void encodeWhenClassIsNotAllowedThenIsRejectedWithPath() {
    Map<String, Object> session =
        new LinkedHashMap<>(Map.of("cart", new Gadgets.Carrier(new Gadgets.Hashes())));

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.encode(session));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
    String message = String.valueOf(rejection.getMessage());
    assertEquals(true, message.contains("[\"cart\"].cargo"), message);
    assertEquals(true, message.contains(Gadgets.Hashes.class.getName()), message);
  }

  interface Hidden {}
}
