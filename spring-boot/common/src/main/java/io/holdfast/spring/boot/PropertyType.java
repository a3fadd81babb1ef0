package io.holdfast.spring.boot;

import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DataSizeUnit;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.unit.DataSize;
import org.springframework.util.unit.DataUnit;

/**
 * How a property may be written, in Spring Boot's own forms. A number without a unit has the unit
 * of the attribute of {@code <Manager>} that the property stands for.
 */
enum PropertyType {
  /** Any text. */
  TEXT(Bindable.of(String.class), text -> text),
  /** Texts, separated by commas or as a list of YAML. */
  LIST(Bindable.listOf(String.class), texts -> String.join(",", texts)),
  /** {@code true} or {@code false}. */
  FLAG(Bindable.of(Boolean.class), flag -> flag.toString()),
  /** A whole number. */
  COUNT(Bindable.of(Integer.class), count -> count.toString()),
  /** A time such as {@code 500ms}; milliseconds without a unit. */
  MILLIS(Bindable.of(Duration.class), time -> text(seconds(time).movePointRight(3))),
  /** A time such as {@code 2m}; seconds without a unit. */
  SECONDS(
      Bindable.of(Duration.class).withAnnotations(unit(DurationUnit.class, ChronoUnit.SECONDS)),
      time -> text(seconds(time))),
  /** A size such as {@code 1MB}; bytes without a unit. */
  BYTES(Bindable.of(DataSize.class), size -> Long.toString(size.toBytes())),
  /** A size such as {@code 1GB}; megabytes without a unit. */
  MEGABYTES(
      Bindable.of(DataSize.class).withAnnotations(unit(DataSizeUnit.class, DataUnit.MEGABYTES)),
      size -> text(BigDecimal.valueOf(size.toBytes()).divide(BigDecimal.valueOf(1 << 20))));

  @SuppressWarnings("ImmutableEnumChecker") // neither a Bindable nor these functions change
  private final BiFunction<Binder, String, BindResult<String>> form;

  /** What Spring Boot makes of the property, and the text that an attribute has for it. */
  <T> PropertyType(Bindable<T> target, Function<T, String> attribute) {
    this.form = (binder, name) -> binder.bind(name, target).map(attribute);
  }

  /**
   * The text of the attribute.
   *
   * @return null if the property is not set
   * @throws org.springframework.boot.context.properties.bind.BindException naming the property and
   *     where it is set, if its value has another form
   */
  @Nullable String read(Binder binder, String name) {
    return form.apply(binder, name).orElse(null);
  }

  private static <A extends Annotation> A unit(Class<A> annotation, Enum<?> unit) {
    return MergedAnnotation.of(annotation, Map.of("value", unit)).synthesize();
  }

  /** Exact, so that what is no whole number of the attribute's unit is refused. */
  private static BigDecimal seconds(Duration time) {
    return BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
  }

  private static String text(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
