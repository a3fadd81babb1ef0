package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.kit.SourceLoader;
import io.holdfast.serializer.limits.RoundTripChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Objects in a session that a container has once for all sessions: the copy is logged once. */
final class ContainerSingletonsTest {

  private static final String[] SOURCES = {
    annotation("jakarta.inject", "", "Singleton"),
    annotation("org.springframework.stereotype", "", "Component"),
    annotation("org.springframework.stereotype", "@Component", "Service"),
    annotation("org.springframework.context.annotation", "", "Scope"),
    annotation(
        "org.springframework.web.context.annotation",
        "@org.springframework.context.annotation.Scope",
        "SessionScope"),
    bean("@org.springframework.stereotype.Service", "Prices"),
    bean("@jakarta.inject.Singleton", "Stock"),
    bean(
        "@org.springframework.stereotype.Component"
            + " @org.springframework.web.context.annotation.SessionScope",
        "Cart"),
    "public class Prices$$Generated extends Prices { }",
    bean("", "Line")
  };

  private static String annotation(String in, String above, String name) {
    return """
    package %s;
    %s @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    public @interface %s { }
    """
        .formatted(in, above, name);
  }

  private static String bean(String above, String name) {
    return "%s public class %s implements java.io.Serializable { public Object other; }"
        .formatted(above, name);
  }

  private static Object make(ClassLoader loader, String name, Object other)
      throws ReflectiveOperationException {
    Object bean = loader.loadClass(name).getDeclaredConstructor().newInstance();
    bean.getClass().getField("other").set(bean, other);
    return bean;
  }

  private static String copied(String what) {
    return "A session stores a copy of the %s: after a takeover the session uses the copy. Make the field transient, and look the object up when it is needed"
        .formatted(what);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenSingletonIsInASessionThenIsLoggedOnceWithItsPlace(Serializer serializer)
      throws ReflectiveOperationException {
    SourceLoader loader = new SourceLoader(SOURCES);
    Transcoder transcoder = serializer.transcoder(loader);
    Object cart = make(loader, "Cart", make(loader, "Prices", "x"));
    Object line = make(loader, "Line", make(loader, "Stock", "x"));
    Object generated = make(loader, "Prices$$Generated", "x");
    try (CapturedLog log = new CapturedLog(RoundTripChecks.class)) {
      for (int i = 0; i < 2; i++) {
        transcoder.encode(new HashMap<>(Map.of("a", cart)));
        transcoder.encode(line);
        transcoder.encode(new ArrayList<>(List.of("x", generated)));
      }

      assertEquals(
          List.of(
              copied("@Service Prices, in java.util.HashMap at [\"a\"].other"),
              copied("@Singleton Stock, in Line at other"),
              copied("@Service Prices$$Generated, in java.util.ArrayList at [1]")),
          log.warnings());
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenBeansAreOfTheSessionThenNothingIsLogged(Serializer serializer)
      throws ReflectiveOperationException {
    SourceLoader loader = new SourceLoader(SOURCES);
    Transcoder transcoder = serializer.transcoder(loader);
    Object cart = make(loader, "Cart", make(loader, "Line", "x"));
    try (CapturedLog log = new CapturedLog(RoundTripChecks.class)) {
      transcoder.encode(new HashMap<>(Map.of("a", cart)));

      assertEquals(List.of(), log.warnings());
    }
  }
}
