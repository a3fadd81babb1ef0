package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.Certificates;
import io.holdfast.serializer.jdk.ValueTexts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.security.cert.CertPath;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The table of JDK classes that have a shape of their own: the frequent and the not serializable.
 */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // old classes that sessions still hold
final class JdkShapes {

  private static final Map<Class<?>, Shape> TABLE = new HashMap<>();

  private static final Shape CHARSET =
      new TextShape(
          true,
          Charset.class,
          charset -> ((Charset) charset).name(),
          (name, filter) -> Charset.forName(name));

  private JdkShapes() {}

  static @Nullable Shape find(Class<?> type) {
    if (Charset.class.isAssignableFrom(type)) {
      return CHARSET;
    }
    if (type == TimeZone.class || type.getName().equals("sun.util.calendar.ZoneInfo")) {
      return new TimeZoneShape();
    }
    if (Path.class.isAssignableFrom(type) && Shapes.isJdk(type)) {
      return new PathShape();
    }
    return TABLE.get(Certificates.named(type));
  }

  private static void put(Class<?> type, Shape shape) {
    TABLE.put(type, shape);
  }

  static {
    values();
    mutables();
    collections();
    maps();
    holders();
  }

  private static void values() {
    put(String.class, TextShape.value(String.class, s -> s, s -> s));
    put(Boolean.class, TextShape.value(Boolean.class, Object::toString, JdkShapes::toBoolean));
    put(Character.class, TextShape.value(Character.class, c -> "" + c, JdkShapes::toCharacter));
    put(
        Byte.class,
        TextShape.value(Byte.class, Object::toString, NumberTexts.whole(Byte::valueOf)));
    put(
        Short.class,
        TextShape.value(Short.class, Object::toString, NumberTexts.whole(Short::valueOf)));
    put(
        Integer.class,
        TextShape.value(Integer.class, Object::toString, NumberTexts.whole(Integer::valueOf)));
    put(
        Long.class,
        TextShape.value(Long.class, Object::toString, NumberTexts.whole(Long::valueOf)));
    put(Float.class, TextShape.value(Float.class, Object::toString, NumberTexts::toFloat));
    put(Double.class, TextShape.value(Double.class, Object::toString, NumberTexts::toDouble));
    put(
        BigInteger.class,
        new BytesShape(true, i -> ((BigInteger) i).toByteArray(), BigInteger::new));
    put(BigDecimal.class, new BytesShape(true, JdkShapes::toBytes, JdkShapes::toDecimal));
    put(UUID.class, TextShape.value(UUID.class, Object::toString, UUID::fromString));
    put(URI.class, TextShape.value(URI.class, ValueTexts::of, URI::create));
    put(
        Currency.class,
        TextShape.value(Currency.class, Currency::getCurrencyCode, Currency::getInstance));
    put(Instant.class, TextShape.value(Instant.class, Object::toString, Instant::parse));
    put(LocalDate.class, TextShape.value(LocalDate.class, Object::toString, LocalDate::parse));
    put(LocalTime.class, TextShape.value(LocalTime.class, Object::toString, LocalTime::parse));
    put(
        LocalDateTime.class,
        TextShape.value(LocalDateTime.class, Object::toString, LocalDateTime::parse));
    put(
        OffsetDateTime.class,
        TextShape.value(OffsetDateTime.class, Object::toString, OffsetDateTime::parse));
    put(Duration.class, TextShape.value(Duration.class, Object::toString, Duration::parse));
    put(Period.class, TextShape.value(Period.class, Object::toString, Period::parse));
    put(
        Class.class,
        new TextShape(
            true,
            Class.class,
            type -> ValueTexts.of((Class<?>) type),
            (name, filter) -> filter.resolve(name)));
  }

  private static boolean toBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw DecodeState.unreadable("neither true nor false", null);
    };
  }

  private static char toCharacter(String text) {
    if (text.length() != 1) {
      throw DecodeState.unreadable("not one character", null);
    }
    return text.charAt(0);
  }

  private static byte[] toBytes(Object instance) {
    BigDecimal decimal = (BigDecimal) instance;
    byte[] unscaled = decimal.unscaledValue().toByteArray();
    return ByteBuffer.allocate(Integer.BYTES + unscaled.length)
        .putInt(decimal.scale())
        .put(unscaled)
        .array();
  }

  private static Object toDecimal(byte[] bytes) {
    int scale = ByteBuffer.wrap(bytes).getInt();
    return new BigDecimal(
        new BigInteger(bytes, Integer.BYTES, bytes.length - Integer.BYTES), scale);
  }

  private static void mutables() {
    put(Object.class, new PlainObjectShape());
    put(X509Certificate.class, CertificateShape.ONE);
    put(CertPath.class, CertificateShape.PATH);
    put(
        Date.class,
        TextShape.mutable(
            Date.class, d -> Long.toString(d.getTime()), s -> new Date(Long.parseLong(s))));
    put(
        StringBuilder.class,
        TextShape.mutable(StringBuilder.class, StringBuilder::toString, StringBuilder::new));
    put(
        StringBuffer.class,
        TextShape.mutable(StringBuffer.class, StringBuffer::toString, StringBuffer::new));
    put(
        AtomicBoolean.class,
        TextShape.mutable(
            AtomicBoolean.class, b -> b.get() ? "1" : "0", s -> new AtomicBoolean(s.equals("1"))));
    put(
        AtomicInteger.class,
        TextShape.mutable(
            AtomicInteger.class,
            i -> Integer.toString(i.get()),
            s -> new AtomicInteger(Integer.parseInt(s))));
    put(
        AtomicLong.class,
        TextShape.mutable(
            AtomicLong.class, i -> Long.toString(i.get()), s -> new AtomicLong(Long.parseLong(s))));
    put(
        BitSet.class,
        new BytesShape(false, bits -> ((BitSet) bits).toByteArray(), BitSet::valueOf));
    put(AtomicReference.class, new ReferenceShape());
  }

  private static void collections() {
    put(ArrayList.class, CollectionShape.listed(ArrayList::new));
    put(LinkedList.class, CollectionShape.listed(LinkedList::new));
    put(Vector.class, CollectionShape.listed(Vector::new));
    put(ArrayDeque.class, CollectionShape.listed(ArrayDeque::new));
    put(HashSet.class, CollectionShape.hashed(HashSet::new));
    put(LinkedHashSet.class, CollectionShape.hashed(LinkedHashSet::new));
    put(ConcurrentLinkedQueue.class, CollectionShape.listed(ConcurrentLinkedQueue::new));
    put(ConcurrentLinkedDeque.class, CollectionShape.listed(ConcurrentLinkedDeque::new));
    put(CopyOnWriteArrayList.class, CollectionShape.listed(CopyOnWriteArrayList::new));
    put(CopyOnWriteArraySet.class, CollectionShape.hashed(CopyOnWriteArraySet::new));
    put(
        TreeSet.class,
        CollectionShape.sorted(
            set -> ((TreeSet<?>) set).comparator(), order -> new TreeSet<>(order)));
    put(
        ConcurrentSkipListSet.class,
        CollectionShape.sorted(
            set -> ((ConcurrentSkipListSet<?>) set).comparator(),
            order -> new ConcurrentSkipListSet<>(order)));
    put(
        PriorityQueue.class,
        CollectionShape.sorted(
            queue -> ((PriorityQueue<?>) queue).comparator(), order -> new PriorityQueue<>(order)));
  }

  private static void maps() {
    put(HashMap.class, MapShape.of(HashMap::new));
    put(Hashtable.class, MapShape.of(Hashtable::new));
    put(ConcurrentHashMap.class, MapShape.of(ConcurrentHashMap::new));
    put(LinkedHashMap.class, new LinkedMapShape());
    put(
        TreeMap.class,
        new MapShape(map -> ((TreeMap<?, ?>) map).comparator(), order -> new TreeMap<>(order)));
    put(
        ConcurrentSkipListMap.class,
        new MapShape(
            map -> ((ConcurrentSkipListMap<?, ?>) map).comparator(),
            order -> new ConcurrentSkipListMap<>(order)));
  }

  private static void holders() {
    put(
        Optional.class,
        new HolderShape(o -> ((Optional<?>) o).orElse(null), o -> Optional.ofNullable(o)));
    put(
        OptionalInt.class,
        TextShape.value(
            OptionalInt.class,
            o -> o.isPresent() ? Integer.toString(o.getAsInt()) : "",
            s -> s.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(s))));
    put(
        OptionalLong.class,
        TextShape.value(
            OptionalLong.class,
            o -> o.isPresent() ? Long.toString(o.getAsLong()) : "",
            s -> s.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(s))));
    put(
        OptionalDouble.class,
        TextShape.value(
            OptionalDouble.class,
            o -> o.isPresent() ? Double.toString(o.getAsDouble()) : "",
            s -> s.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(s))));
  }
}
