package io.holdfast.serializer.tests;

import io.holdfast.converters.Gson;
import io.holdfast.converters.Guava;
import io.holdfast.converters.JodaTime;
import io.holdfast.converters.SpringSecurity;
import io.holdfast.converters.SpringWebAuthn;
import io.holdfast.converters.Vavr;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.stream.Stream;

/**
 * A ready-made converter.
 *
 * @param type what {@code customConverter} names
 */
record LibraryConverter(Class<? extends Conversions> type) {

  static final List<LibraryConverter> ALL =
      Stream.of(
              Gson.class,
              Guava.class,
              JodaTime.class,
              SpringSecurity.class,
              SpringWebAuthn.class,
              Vavr.class)
          .map(LibraryConverter::new)
          .toList();

  /** The serializers that take converters. */
  static List<Serializer> serializers() {
    return Serializer.ALL.stream().filter(s -> !s.factory().equals("java")).toList();
  }

  /** The class names of all. */
  static List<String> names() {
    return ALL.stream().map(LibraryConverter::name).toList();
  }

  /** The class name. */
  String name() {
    return type.getName();
  }

  /** The kinds whose root it converts. */
  List<Kind> kinds() {
    ClassFilter filter = Filters.ofLoader(LibraryConverter.class.getClassLoader(), "");
    TranscoderContext context =
        new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, List.of(name()));
    List<Class<?>> classes =
        CustomConverter.allOf(context).stream()
            .flatMap(converter -> converter.conversions().stream())
            .<Class<?>>flatMap(conversion -> conversion.classes().stream())
            .toList();
    return KindGroups.kinds().stream()
        .filter(kind -> classes.contains(kind.sample().get().getClass()))
        .toList();
  }

  /** The class name without its package, so that a test report is readable. */
  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
