package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Classes and their descriptions as attributes, and names of classes that stand for others. */
final class ClassesAsValuesTest {

  private static final String[] SOURCES = {
    "public class Faces { public interface Face {} }",
    "public class list implements java.io.Serializable { int n = 7; public list() {} }"
  };

  /** So that its description is in the stream before. */
  private static final class Bean implements Serializable {

    private static final long serialVersionUID = 1L;
  }

  private static TranscoderException refusal(Transcoder transcoder, Object graph) {
    return assertThrows(TranscoderException.class, () -> transcoder.encode(graph));
  }

  private static Class<?> proxyClass(ClassLoader loader) throws ClassNotFoundException {
    Class<?> face = loader.loadClass("Faces$Face");
    return Proxy.newProxyInstance(loader, new Class<?>[] {face}, (proxy, method, arguments) -> null)
        .getClass();
  }

  /** The name of its class says nothing to another Tomcat. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenClassOfAProxyThenIsReadElsewhereOrRefused(Serializer serializer)
      throws ClassNotFoundException {
    SourceLoader here = new SourceLoader(SOURCES);
    Object session = new HashMap<>(Map.of("a", proxyClass(here)));
    if (!serializer.title().equals("java")) {
      TranscoderException e = refusal(serializer.transcoder(here), session);
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      assertTrue(String.valueOf(e.getMessage()).contains("[\"a\"]"), e.getMessage());
      return;
    }
    byte[] bytes = serializer.transcoder(here).encode(session);

    SourceLoader elsewhere = new SourceLoader(SOURCES);
    Map<?, ?> read = (Map<?, ?>) serializer.transcoder(elsewhere).decode(bytes);

    Class<?> proxy = (Class<?>) Objects.requireNonNull(read.get("a"));
    assertSame(elsewhere.loadClass("Faces$Face"), proxy.getInterfaces()[0]);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenArrayClassOfAProxyThenIsRefused(Serializer serializer)
      throws ClassNotFoundException {
    SourceLoader here = new SourceLoader(SOURCES);
    Object session = new HashMap<>(Map.of("a", proxyClass(here).arrayType()));

    String message = String.valueOf(refusal(serializer.transcoder(here), session).getMessage());

    assertTrue(message.contains("[\"a\"]"), message);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenDescriptionOfAClassThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    ObjectStreamClass description = ObjectStreamClass.lookup(Bean.class);
    byte[] proven = transcoder.encode(new ArrayList<>(List.of(new Bean(), new HashMap<>())));
    assertTrue(proven.length > 0);

    refusal(transcoder, new HashMap<>(Map.of("a", description)));
    refusal(transcoder, new ArrayList<>(List.of(new Bean(), description)));
    refusal(transcoder, new ArrayList<>(List.of("a", new HashMap<>(Map.of("k", description)))));
    assertThrows(
        TranscoderException.class, () -> transcoder.encodeApart(List.of(new Bean(), description)));
  }

  /** A class without a package that is named like a short name of a class of the JDK. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenClassIsNamedListThenIsThatClass(Serializer serializer)
      throws ReflectiveOperationException {
    SourceLoader loader = new SourceLoader(SOURCES);
    Transcoder transcoder = serializer.transcoder(loader);
    Class<?> type = loader.loadClass("list");
    Object object = type.getDeclaredConstructor().newInstance();

    List<?> read = (List<?>) transcoder.decode(transcoder.encode(new ArrayList<>(List.of(object))));

    assertSame(type, read.get(0).getClass());
  }
}
