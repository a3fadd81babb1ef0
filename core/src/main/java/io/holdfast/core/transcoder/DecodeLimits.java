package io.holdfast.core.transcoder;

import java.time.Duration;
import java.util.Set;

/**
 * Bounds on what decoding one graph may build and do, so that hostile bytes can exhaust neither
 * stack nor heap nor the processor.
 *
 * @param maxDepth nesting of objects, 1 for a graph of one object; see {@link #isLevel}
 * @param maxReferences objects in one graph
 * @param maxArrayLength elements of one array, whatever their type
 * @param maxBytes bytes of the encoded graph
 * @param maxHashed parts that keys look at when they are hashed, all keys together; a larger graph
 *     is allowed more
 * @param maxTime processor time for a small graph; a larger one is given more
 */
public record DecodeLimits(
    int maxDepth,
    int maxReferences,
    int maxArrayLength,
    int maxBytes,
    long maxHashed,
    Duration maxTime) {

  private static final Set<Class<?>> WRAPPERS =
      Set.of(
          Boolean.class,
          Byte.class,
          Character.class,
          Double.class,
          Float.class,
          Integer.class,
          Long.class,
          Short.class);

  private static final long DEFAULT_MAX_HASHED = 5_000_000;
  private static final Duration DEFAULT_MAX_TIME = Duration.ofSeconds(1);

  /**
   * Generous for real sessions: 1,000 levels, 10 million objects, 64 Mi elements, 128 MiB, 5
   * million hashed parts, one second.
   */
  public static final DecodeLimits DEFAULTS =
      new DecodeLimits(1_000, 10_000_000, 64 * 1024 * 1024, 128 * 1024 * 1024);

  /**
   * With the default bounds on work: 5 million hashed parts, one second.
   *
   * @param maxDepth nesting of objects, at least 1
   * @param maxReferences objects in one graph, at least 1
   * @param maxArrayLength elements of one array, at least 1
   * @param maxBytes bytes of the encoded graph, at least 1
   * @throws IllegalArgumentException if one of them is smaller
   */
  public DecodeLimits(int maxDepth, int maxReferences, int maxArrayLength, int maxBytes) {
    this(maxDepth, maxReferences, maxArrayLength, maxBytes, DEFAULT_MAX_HASHED, DEFAULT_MAX_TIME);
  }

  /**
   * With the same bounds on size, and others on work.
   *
   * @param newMaxHashed parts that keys look at when they are hashed, at least 1
   * @param newMaxTime processor time for a small graph, more than zero
   * @return new limits; these stay as they are
   * @throws IllegalArgumentException if one of them is smaller
   */
  public DecodeLimits withWork(long newMaxHashed, Duration newMaxTime) {
    return new DecodeLimits(
        maxDepth, maxReferences, maxArrayLength, maxBytes, newMaxHashed, newMaxTime);
  }

  /**
   * Checks that every bound is positive.
   *
   * @throws IllegalArgumentException if one is not
   */
  public DecodeLimits {
    if (maxHashed < 1 || maxTime.isNegative() || maxTime.isZero()) {
      throw new IllegalArgumentException(
          "decode limits must be positive: hashed %d, time %s".formatted(maxHashed, maxTime));
    }
    if (maxDepth < 1 || maxReferences < 1 || maxArrayLength < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "decode limits must be positive: depth %d, references %d, array length %d, bytes %d"
              .formatted(maxDepth, maxReferences, maxArrayLength, maxBytes));
    }
  }

  /**
   * Returns whether objects of a class are a level of nesting. Texts, truth values, numbers and
   * enum constants count with the object that holds them.
   *
   * @param type the class of an object, or a primitive type
   * @return false for those values
   */
  public static boolean isLevel(Class<?> type) {
    return !type.isPrimitive()
        && type != String.class
        && !WRAPPERS.contains(type)
        && !Enum.class.isAssignableFrom(type);
  }
}
