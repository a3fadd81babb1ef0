package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.converters.JodaTime;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.joda.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where converters and their libraries may lie; this test's own loader stands for Tomcat's. */
final class ConverterLoadingTest {

  private static final String DATE = "org.joda.time.LocalDate";

  static List<Serializer> serializers() {
    return LibraryConverter.serializers();
  }

  private static Transcoder converting(Serializer serializer, ClassLoader application) {
    return serializer.with(List.of(JodaTime.class.getName())).transcoder(application);
  }

  private static Object date(ClassLoader application) throws ReflectiveOperationException {
    return application
        .loadClass(DATE)
        .getConstructor(int.class, int.class, int.class)
        .newInstance(2026, 11, 21);
  }

  private static void assertConverts(Serializer serializer, ClassLoader application)
      throws ReflectiveOperationException {
    Object date = date(application);
    byte[] plain = serializer.transcoder(application).encode(date);
    Transcoder transcoder = converting(serializer, application);

    byte[] bytes = transcoder.encode(date);
    Object copy = transcoder.decode(bytes);

    assertEquals(date, copy);
    assertSame(application.loadClass(DATE), copy.getClass());
    assertTrue(bytes.length < plain.length, bytes.length + " of " + plain.length);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenConverterAndLibraryAreInTheApplicationThenIsConverted(Serializer serializer)
      throws ReflectiveOperationException, IOException {
    try (LibraryLoader application = LibraryLoader.with(JodaTime.class, LocalDate.class)) {
      assertNotSame(LocalDate.class, application.loadClass(DATE));

      assertConverts(serializer, application);
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenConverterIsInTomcatAndLibraryInTheApplicationThenIsConverted(Serializer serializer)
      throws ReflectiveOperationException, IOException {
    try (LibraryLoader application = LibraryLoader.with(LocalDate.class)) {
      assertSame(JodaTime.class, application.loadClass(JodaTime.class.getName()));

      assertConverts(serializer, application);
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenBothAreInTomcatThenNeedsToBeAllowed(Serializer serializer) throws IOException {
    try (LibraryLoader application = LibraryLoader.without("com.acme")) {
      Transcoder transcoder = converting(serializer, application);

      TranscoderException refusal =
          assertThrows(
              TranscoderException.class, () -> transcoder.encode(new LocalDate(2026, 11, 21)));

      assertEquals(Reason.REJECTED_CLASS, refusal.reason(), refusal.getMessage());
      assertTrue(String.valueOf(refusal.getMessage()).contains("allowedClasses"));
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void createWhenLibraryIsMissingThenFailsAndNamesItsJar(Serializer serializer) throws IOException {
    try (LibraryLoader application = LibraryLoader.without("org.joda.time")) {
      TranscoderException failure =
          assertThrows(TranscoderException.class, () -> converting(serializer, application));

      String message = String.valueOf(failure.getMessage());
      assertEquals(Reason.UNUSABLE, failure.reason());
      assertTrue(message.contains("customConverter=\"io.holdfast.converters.JodaTime\""), message);
      assertTrue(message.contains("org.joda.time."), message);
      assertTrue(message.contains("the jar of joda-time"), message);
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void createWhenTypeIsNestedInAConverterOutsideTheApplicationThenFailsAndSaysSo(
      Serializer serializer) {
    ClassLoader application = new ClassLoader(ExtensionDocument.loader()) {};

    TranscoderException failure =
        assertThrows(
            TranscoderException.class,
            () -> serializer.with(List.of("ShopConverters")).transcoder(application));

    assertEquals(Reason.UNUSABLE, failure.reason());
    assertTrue(
        String.valueOf(failure.getMessage()).contains("ShopConverters$Price"),
        failure.getMessage());
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void createWhenConverterIsNowhereThenFailsAndSaysSo(Serializer serializer) {
    TranscoderException failure =
        assertThrows(
            TranscoderException.class,
            () -> serializer.with(List.of("io.holdfast.converters.Jodatime")).transcoder());

    assertEquals(Reason.UNUSABLE, failure.reason());
    assertTrue(String.valueOf(failure.getMessage()).contains("no such class"));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void unloadWhenTranscoderIsDroppedThenApplicationIsCollectable(Serializer serializer)
      throws ReflectiveOperationException, IOException {
    WeakReference<ClassLoader> application = use(serializer);
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();

    while (application.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }

    assertNull(application.get(), "something still holds the application's class loader");
  }

  private static WeakReference<ClassLoader> use(Serializer serializer)
      throws ReflectiveOperationException, IOException {
    try (LibraryLoader application = LibraryLoader.with(LocalDate.class)) {
      Transcoder transcoder = converting(serializer, application);
      assertEquals(date(application), transcoder.decode(transcoder.encode(date(application))));
      return new WeakReference<>(application);
    }
  }
}
