package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What an entry with {@code !} takes away is neither written nor read, however it is encoded. */
public abstract class DenialKit {

  private final Transcoder permissive = transcoder("");

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(String allowedClasses) {
    return factory()
        .create(
            TranscoderContext.of(
                Filters.ofLoader(DenialKit.class.getClassLoader(), allowedClasses)));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenClassIsTakenAwayThenIsRejected() {
    return writableWithAName().map(kind -> test(kind, this::checkWriting));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenClassIsTakenAwayThenIsRejected() {
    return writableWithAName().map(kind -> test(kind, this::checkReading));
  }

  private static DynamicTest test(Kind kind, java.util.function.Consumer<Object> check) {
    return DynamicTest.dynamicTest(kind.name(), () -> check.accept(kind.sample().get()));
  }

  /** Kinds whose class can be named in a configuration, and taken away. */
  private Stream<Kind> writableWithAName() {
    return KindGroup.ofTheJdkAndApplications().stream()
        .flatMap(group -> group.kinds().stream())
        .filter(kind -> isNamed(kind.sample().get().getClass()))
        .filter(this::isWritable);
  }

  private static boolean isNamed(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && type.getModule().isExported(type.getPackageName())
        && !type.isArray()
        && !type.isHidden()
        && !Proxy.isProxyClass(type)
        && type.getCanonicalName() != null
        && !INDISPENSABLE.contains(type);
  }

  private static final List<Class<?>> INDISPENSABLE =
      List.of(
          String.class,
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Class.class,
          LinkedHashMap.class);

  private boolean isWritable(Kind kind) {
    try {
      permissive.encode(kind.sample().get());
      return true;
    } catch (TranscoderException e) {
      return e.reason() == Reason.LIMIT_EXCEEDED;
    }
  }

  private void checkWriting(Object attribute) {
    String name = attribute.getClass().getName();
    Transcoder strict = transcoder("!" + name);
    Map<String, Object> session = new LinkedHashMap<>(Map.of("attribute", attribute));

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.encode(session));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
    String message = String.valueOf(rejection.getMessage());
    assertTrue(message.contains(name) && message.contains("[\"attribute\"]"), message);
  }

  private void checkReading(Object attribute) {
    Transcoder strict = transcoder("!" + attribute.getClass().getName());
    byte[] bytes = permissive.encode(new LinkedHashMap<>(Map.of("attribute", attribute)));

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.decode(bytes));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @Test
  void encodeWhenAnotherClassHasTheSameSerializedFormThenStillIsRejected() {
    Transcoder strict = transcoder("!java.time.LocalDate");
    strict.decode(strict.encode(Instant.EPOCH));

    TranscoderException rejection =
        assertThrows(
            TranscoderException.class,
            () -> strict.encode(new ArrayList<>(List.of(LocalDate.EPOCH))));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @Test
  void encodeWhenProxiesAreTakenAwayThenIsRejected() {
    Transcoder strict = transcoder("!" + Proxy.class.getName());
    Object proxy =
        Proxy.newProxyInstance(
            DenialKit.class.getClassLoader(),
            new Class<?>[] {Samples.Greeter.class},
            new Samples.EchoHandler("hi"));

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.encode(proxy));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @Test
  void decodeWhenLambdasAreTakenAwayThenIsRejected() {
    Transcoder strict = transcoder("!" + SerializedLambda.class.getName());
    Function<String, String> lambda =
        (Function<String, String> & java.io.Serializable) text -> text + "!";
    byte[] bytes = permissive.encode(lambda);

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> strict.decode(bytes));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }
}
