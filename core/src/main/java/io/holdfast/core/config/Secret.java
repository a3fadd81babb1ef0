package io.holdfast.core.config;

/**
 * A value that does not show itself.
 *
 * @param value the secret
 */
public record Secret(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
