package io.holdfast.spring.boot4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.spring.boot.StarterTests;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

final class Boot40StarterTest extends StarterTests {

  /** As the test framework does with contexts that no test uses at the moment. */
  @Test
  void contextWhenItIsPausedThenItsServerGoesOnWithItsSessions() {
    assertEquals("[tea, milk]", boughtAround(ConfigurableApplicationContext::pause));
  }
}
