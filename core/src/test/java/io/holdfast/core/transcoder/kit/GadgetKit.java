package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Classes that are not allowed are rejected before any of their code runs, wherever they hide. */
public abstract class GadgetKit {

  private final Transcoder permissive =
      factory().create(TranscoderContext.of(Filters.ofLoader(loader(), "")));

  private final Transcoder strict =
      factory()
          .create(
              TranscoderContext.of(
                  Filters.ofLoader(
                      new URLClassLoader(new URL[0], loader()),
                      String.join(
                          ",",
                          Gadgets.Carrier.class.getName(),
                          Gadgets.Crate.class.getName(),
                          Gadgets.Truck.class.getName(),
                          Samples.Greeter.class.getName()))));

  private static final String INITIALIZER_RAN = "holdfast.test.initializer.ran";

  private static final String INITIALIZED =
      "public class Marks implements java.io.Serializable {"
          + " static { System.setProperty(\"%s\", \"yes\"); } public Marks() {} }"
              .formatted(INITIALIZER_RAN);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private static ClassLoader loader() {
    return GadgetKit.class.getClassLoader();
  }

  private static List<Object> gadgets() {
    return List.of(
        new Gadgets.ReadsObject(),
        new Gadgets.Resolves(),
        new Gadgets.Hashes(),
        new Gadgets.Compares(),
        new Gadgets.ComparesOthers(),
        new Gadgets.Handles(),
        new Gadgets.Externalizes(),
        new Gadgets.Template(),
        new Gadgets.Cleans(),
        new Gadgets.Unwraps(new Gadgets.ReadsObject()),
        new Gadgets.Collects(),
        new Gadgets.Answers(),
        new Gadgets.Throws(),
        new Gadgets.Constructs(1));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenClassIsNotAllowedThenNoneOfItsCodeRuns() {
    return gadgets().stream().flatMap(this::tests);
  }

  private Stream<DynamicTest> tests(Object gadget) {
    String name = gadget.getClass().getSimpleName();
    return Places.of(gadget).entrySet().stream()
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

  /** Else the gadgets would prove nothing. */
  @TestFactory
  Stream<DynamicTest> decodeWhenClassIsAllowedThenItsCodeRuns() {
    return Map.of(
            "readObject", new Gadgets.ReadsObject(),
            "readResolve", new Gadgets.Resolves(),
            "hashCode", new HashMap<>(Map.of(new Gadgets.Hashes(), "v")),
            "readExternal", new Gadgets.Externalizes(),
            "registered to be cleaned", new Gadgets.Cleans(),
            "unwraps", new Gadgets.Unwraps("x"),
            "constructor of record", new Gadgets.Constructs(1))
        .entrySet()
        .stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> checkFires(e.getKey(), e.getValue())));
  }

  private void checkFires(String code, Object graph) {
    byte[] bytes = permissive.encode(graph);
    Gadgets.reset();

    permissive.decode(bytes);

    assertTrue(Gadgets.fired().contains(code), () -> code + " not in " + Gadgets.fired());
  }

  @Test
  void decodeWhenClassHasAFinalizerThenThereIsNothingToFinalize() {
    Gadgets.Finalizes.FINALIZED.set(0);
    Object gadget = new Gadgets.Finalizes();
    byte[] bytes =
        permissive.encode(
            new ArrayList<>(List.of(new Gadgets.Carrier(gadget), new Object[] {gadget}, gadget)));
    finalizeUntil(1); // the one that was read back when it was written
    int before = Gadgets.Finalizes.FINALIZED.get();

    assertThrows(TranscoderException.class, () -> strict.decode(bytes));

    finalizeUntil(1);
    assertEquals(1, before);
    assertEquals(before, Gadgets.Finalizes.FINALIZED.get());
  }

  @SuppressWarnings({"deprecation", "removal"})
  private static void finalizeUntil(int count) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    do {
      System.gc();
      System.runFinalization();
    } while (Gadgets.Finalizes.FINALIZED.get() < count && System.nanoTime() < deadline);
  }

  @Test
  void decodeWhenClassIsNotAllowedThenItIsNotEvenInitialized() throws ReflectiveOperationException {
    Object written =
        new SourceLoader(INITIALIZED).loadClass("Marks").getConstructor().newInstance();
    ClassLoader own = written.getClass().getClassLoader();
    byte[] bytes =
        factory()
            .create(TranscoderContext.of(Filters.ofLoader(own, "")))
            .encode(new ArrayList<>(List.of(written)));
    System.clearProperty(INITIALIZER_RAN);
    ClassLoader beside = new URLClassLoader(new URL[0], new SourceLoader(INITIALIZED));
    Transcoder stranger = factory().create(TranscoderContext.of(Filters.ofLoader(beside, "")));

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> stranger.decode(bytes));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
    assertNull(System.getProperty(INITIALIZER_RAN));
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
