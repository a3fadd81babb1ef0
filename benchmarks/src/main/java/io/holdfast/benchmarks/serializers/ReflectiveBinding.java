package io.holdfast.benchmarks.serializers;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javolution.xml.XMLBinding;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;

/** Formats for the classes of the workloads, where Javolution has none that works. */
@SuppressWarnings({"rawtypes", "unchecked", "JavaUtilDate"})
final class ReflectiveBinding extends XMLBinding {

  private static final long serialVersionUID = 1L;

  private final transient Map<Class<?>, XMLFormat<?>> formats = new HashMap<>();

  ReflectiveBinding() {
    setClassAttribute("_c");
    text(String.class, Function.identity(), Function.identity());
    text(Boolean.class, Object::toString, Boolean::valueOf);
    text(Character.class, Object::toString, s -> s.charAt(0));
    text(Byte.class, Object::toString, Byte::valueOf);
    text(Short.class, Object::toString, Short::valueOf);
    text(Integer.class, Object::toString, Integer::valueOf);
    text(Long.class, Object::toString, Long::valueOf);
    text(Float.class, Object::toString, Float::valueOf);
    text(Double.class, Object::toString, Double::valueOf);
    text(BigDecimal.class, Object::toString, BigDecimal::new);
    text(BigInteger.class, Object::toString, BigInteger::new);
    text(Date.class, d -> Long.toString(d.getTime()), s -> new Date(Long.parseLong(s)));
    text(Instant.class, Object::toString, Instant::parse);
    text(LocalDate.class, Object::toString, LocalDate::parse);
    text(LocalDateTime.class, Object::toString, LocalDateTime::parse);
    text(Duration.class, Object::toString, Duration::parse);
    text(Locale.class, Locale::toLanguageTag, Locale::forLanguageTag);
    text(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
    text(UUID.class, Object::toString, UUID::fromString);
    text(BitSet.class, b -> encode(b.toByteArray()), s -> BitSet.valueOf(decode(s)));
    text(byte[].class, ReflectiveBinding::encode, ReflectiveBinding::decode);
    text(int[].class, ReflectiveBinding::join, ReflectiveBinding::split);
    text(String[].class, a -> String.join(",", a), s -> s.split(",", -1));
  }

  private <T> void text(Class<T> type, Function<T, String> print, Function<String, T> parse) {
    formats.put(type, new TextFormat<>(print, parse));
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decode(String text) {
    return Base64.getDecoder().decode(text);
  }

  private static String join(int[] numbers) {
    return IntStream.of(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  private static int[] split(String text) {
    return Stream.of(text.split(",", -1)).mapToInt(Integer::parseInt).toArray();
  }

  @Override
  protected XMLFormat getFormat(Class type) throws XMLStreamException {
    XMLFormat known = formats.get(type);
    if (known != null) {
      return known;
    }
    if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
      return super.getFormat(type);
    }
    XMLFormat<?> made =
        type.isEnum()
            ? new TextFormat<Enum>(Enum::name, name -> Enum.valueOf(type, name))
            : new FieldsFormat(type);
    formats.put(type, made);
    return made;
  }

  /** A value in an attribute. */
  private static final class TextFormat<T> extends XMLFormat<T> {

    private final Function<T, String> print;
    private final Function<String, T> parse;

    @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
    TextFormat(Function<T, String> print, Function<String, T> parse) {
      super(null);
      this.print = print;
      this.parse = parse;
    }

    @Override
    public boolean isReferenceable() {
      return false;
    }

    @Override
    public T newInstance(Class<T> type, InputElement xml) throws XMLStreamException {
      return parse.apply(xml.getAttribute("v", ""));
    }

    @Override
    public void read(InputElement xml, T value) {}

    @Override
    public void write(T value, OutputElement xml) throws XMLStreamException {
      xml.setAttribute("v", print.apply(value));
    }
  }
}
