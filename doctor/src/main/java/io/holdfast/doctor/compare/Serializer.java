package io.holdfast.doctor.compare;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The serializers, by the short names that {@code transcoderFactoryClass} takes. */
enum Serializer {
  JAVA,
  KRYO,
  XSTREAM,
  JAVOLUTION;

  static final Set<Serializer> ALL = Set.copyOf(EnumSet.allOf(Serializer.class));

  /** Those that write an object by the names of its fields. */
  static final Set<Serializer> BY_NAME = Set.of(KRYO, XSTREAM, JAVOLUTION);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
