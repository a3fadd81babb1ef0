package io.holdfast.examples.boot;

/** Either process serves each request. */
final class SpringBootIT extends SpringBootTests {

  @Override
  boolean isSticky() {
    return false;
  }
}
