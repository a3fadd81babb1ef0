package io.holdfast.benchmarks.serializers;

import io.holdfast.serializer.objects.BareInstances;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javolution.xml.XMLBinding;
import javolution.xml.XMLFormat;
import javolution.xml.XMLObjectReader;
import javolution.xml.XMLObjectWriter;
import javolution.xml.XMLReferenceResolver;
import javolution.xml.stream.XMLStreamException;

/** Javolution with the least that makes it read back what it wrote: {@link ReflectiveBinding}. */
final class PlainJavolution implements Codec {

  private final ReflectiveBinding binding = new ReflectiveBinding();

  @Override
  public byte[] write(Object graph) throws XMLStreamException {
    StringWriter text = new StringWriter();
    XMLObjectWriter writer = XMLObjectWriter.newInstance(text);
    writer.setBinding(binding);
    writer.setReferenceResolver(references());
    writer.write(graph, "session");
    writer.close();
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object read(byte[] bytes) throws XMLStreamException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    XMLObjectReader reader = XMLObjectReader.newInstance(new StringReader(text));
    reader.setBinding(binding);
    reader.setReferenceResolver(references());
    Object graph = reader.read("session");
    reader.close();
    return graph;
  }

  /** Fields may have the names that Javolution takes by itself. */
  private static XMLReferenceResolver references() {
    XMLReferenceResolver references = new XMLReferenceResolver();
    references.setIdentifierAttribute("_i");
    references.setReferenceAttribute("_r");
    return references;
  }

  /** Formats for the classes of the workloads, where Javolution has none that works. */
  @SuppressWarnings({"rawtypes", "unchecked", "serial", "JavaUtilDate"})
  private static final class ReflectiveBinding extends XMLBinding {

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

  /** Fields in the order of the class: primitives as attributes, objects as elements. */
  private static final class FieldsFormat extends XMLFormat<Object> {

    private final List<Field> primitives = new ArrayList<>();
    private final List<Field> objects = new ArrayList<>();
    private final Constructor<?> constructor;

    @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
    FieldsFormat(Class<?> type) {
      super(null);
      constructor = new BareInstances().constructorOf(type);
      for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())
              && !Modifier.isTransient(field.getModifiers())) {
            field.setAccessible(true);
            (field.getType().isPrimitive() ? primitives : objects).add(field);
          }
        }
      }
    }

    @Override
    public Object newInstance(Class<Object> type, InputElement xml) {
      return BareInstances.create(constructor);
    }

    @Override
    public void write(Object object, OutputElement xml) throws XMLStreamException {
      try {
        for (Field field : primitives) {
          xml.setAttribute(field.getName(), String.valueOf(field.get(object)));
        }
        for (Field field : objects) {
          xml.add(field.get(object), field.getName());
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void read(InputElement xml, Object object) throws XMLStreamException {
      try {
        for (Field field : primitives) {
          setPrimitive(xml, object, field);
        }
        for (Field field : objects) {
          field.set(object, xml.get(field.getName()));
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void setPrimitive(InputElement xml, Object object, Field field)
        throws XMLStreamException, IllegalAccessException {
      String name = field.getName();
      if (field.getType() == int.class) {
        field.setInt(object, xml.getAttribute(name, 0));
      } else if (field.getType() == long.class) {
        field.setLong(object, xml.getAttribute(name, 0L));
      } else if (field.getType() == boolean.class) {
        field.setBoolean(object, xml.getAttribute(name, false));
      } else {
        throw new IllegalStateException("no workload has such a field: " + field);
      }
    }
  }
}
