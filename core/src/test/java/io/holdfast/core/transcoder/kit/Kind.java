package io.holdfast.core.transcoder.kit;

import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * One kind of session attribute.
 *
 * @param name unique, what a table of results shows
 * @param sample makes the attribute
 * @param same whether a decoded attribute is worth as much as the original
 */
public record Kind(String name, Supplier<Object> sample, BiPredicate<Object, Object> same) {

  /** Compared by {@link Sameness} alone. */
  public static Kind of(String name, Supplier<Object> sample) {
    return new Kind(name, sample, Sameness::holds);
  }

  /** Adds what {@link Sameness} cannot see. */
  public static Kind of(String name, Supplier<Object> sample, BiPredicate<Object, Object> andAlso) {
    return new Kind(name, sample, (a, b) -> Sameness.holds(a, b) && andAlso.test(a, b));
  }

  /** The name, so that a test report is readable. */
  @Override
  public String toString() {
    return name;
  }
}
