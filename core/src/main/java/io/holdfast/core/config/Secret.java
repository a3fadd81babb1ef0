package io.holdfast.core.config;

/** A value that {@code toString} does not show. */
public record Secret(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
