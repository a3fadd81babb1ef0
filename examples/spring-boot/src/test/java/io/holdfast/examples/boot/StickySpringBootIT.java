package io.holdfast.examples.boot;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A client stays at its process: each night. */
@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all")
final class StickySpringBootIT extends SpringBootTests {

  @Override
  boolean isSticky() {
    return true;
  }
}
