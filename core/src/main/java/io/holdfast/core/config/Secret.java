package io.holdfast.core.config;

/**
 * A value that {@code toString} does not show.
 *
 * @param value the secret
 */
public record Secret(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
