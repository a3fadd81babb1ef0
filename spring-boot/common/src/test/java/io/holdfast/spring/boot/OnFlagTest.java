package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;

/** What is there of the starters with each word that Spring Boot takes for true or false. */
final class OnFlagTest {

  @ParameterizedTest
  @CsvSource({
    "true, 1",
    "TRUE, 1",
    "on, 1",
    "yes, 1",
    "1, 1",
    "'', 1",
    "false, 0",
    "off, 0",
    "no, 0",
    "0, 0"
  })
  void sessionsWhenEnabledIsSetThenAreKeptIfThatIsTrue(String word, int beans) {
    try (AnnotationConfigWebApplicationContext context =
        program(Map.of("holdfast.enabled", word))) {
      context.refresh();

      assertEquals(beans, context.getBeanNamesForType(TomcatSessions.class).length);
    }
  }

  /** One that lists nothing would let each login pass a limit of sessions. */
  @ParameterizedTest
  @CsvSource({"true, 1", "on, 1", "yes, 1", "false, 0", "off, 0", "no, 0", "0, 0", "'', 0"})
  void registryWhenSessionsByUserIsSetThenIsThereIfThatIsTrue(String word, int beans) {
    try (AnnotationConfigWebApplicationContext context =
        program(Map.of("holdfast.sessions-by-user", word))) {
      context.refresh();

      assertEquals(beans, context.getBeanNamesForType(SessionRegistry.class).length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"holdfast.enabled", "holdfast.sessions-by-user"})
  void startWhenTheWordIsNoneThenTheErrorNamesTheProperty(String property) {
    try (AnnotationConfigWebApplicationContext context = program(Map.of(property, "maybe"))) {
      RuntimeException failure = assertThrows(RuntimeException.class, context::refresh);

      List<String> named =
          Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
              .filter(BindException.class::isInstance)
              .map(cause -> ((BindException) cause).getName().toString())
              .toList();
      assertEquals(List.of(property), named, failure::toString);
    }
  }

  private static AnnotationConfigWebApplicationContext program(Map<String, Object> properties) {
    AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("test", properties));
    context.register(WarDeploymentTest.Program.class);
    return context;
  }
}
