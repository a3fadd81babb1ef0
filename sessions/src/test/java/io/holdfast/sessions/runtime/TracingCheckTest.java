package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.sessions.tracing.Tracing;
import org.junit.jupiter.api.Test;

/** {@code tracing="true"} where OpenTelemetry's jars are, and where they are not. */
final class TracingCheckTest {

  @Test
  void checkWhenTheJarsAreMissingThenNamesThem() {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> Tracing.check(ClassLoader.getPlatformClassLoader()));

    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("tracing=\"true\""), message);
    assertTrue(message.contains("io.opentelemetry:opentelemetry-api"), message);
  }

  @Test
  void checkWhenTheJarsAreThereThenIsContent() {
    assertDoesNotThrow(() -> Tracing.check(TracingCheckTest.class.getClassLoader()));
  }
}
