package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import io.holdfast.serializer.kryo.ValueSerializer.Kind;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.security.cert.CertPath;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The classes of the JDK that have a number in the format instead of a name. The numbers are for
 * ever: a class that is added comes last, one that goes leaves a gap.
 */
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete"})
final class BuiltIns {

  /** Kryo itself numbers the primitives and String below. */
  private static final int FIRST = 10;

  private final Kryo kryo;
  private final NestedSerializer nested;
  private int next = FIRST;

  private BuiltIns(Kryo kryo, NestedSerializer nested) {
    this.kryo = kryo;
    this.nested = nested;
  }

  static void register(Kryo kryo, NestedSerializer nested) {
    BuiltIns all = new BuiltIns(kryo, nested);
    all.forms();
    all.arrays();
    all.collections();
    all.maps();
    all.immutables();
    all.values();
    all.times();
    all.later();
  }

  private void add(Class<?> type, Serializer<?> serializer) {
    kryo.register(type, serializer, next++);
  }

  private void forms() {
    add(Proxy.class, nested);
    add(SerializedLambda.class, nested);
    add(Object.class, new ValueSerializer(Kind.OBJECT));
    add(Class.class, new ClassNameSerializer());
  }

  private void arrays() {
    add(Object[].class, new ObjectArraySerializer());
    add(String[].class, new ObjectArraySerializer());
    add(
        boolean[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.BooleanArraySerializer()));
    add(
        byte[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.ByteArraySerializer()));
    add(
        char[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.CharArraySerializer()));
    add(
        short[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.ShortArraySerializer()));
    add(
        int[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.IntArraySerializer()));
    add(
        long[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.LongArraySerializer()));
    add(
        float[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.FloatArraySerializer()));
    add(
        double[].class,
        new PrimitiveArraySerializer<>(new DefaultArraySerializers.DoubleArraySerializer()));
  }

  private void elements(CollectionKind kind) {
    add(kind.type(), new ElementsSerializer(kind));
  }

  private void collections() {
    elements(CollectionKind.ARRAY_LIST);
    elements(CollectionKind.LINKED_LIST);
    elements(CollectionKind.VECTOR);
    elements(CollectionKind.STACK);
    elements(CollectionKind.ARRAY_DEQUE);
    elements(CollectionKind.HASH_SET);
    elements(CollectionKind.LINKED_HASH_SET);
    elements(CollectionKind.TREE_SET);
    elements(CollectionKind.PRIORITY_QUEUE);
    elements(CollectionKind.COPY_ON_WRITE_LIST);
    elements(CollectionKind.COPY_ON_WRITE_SET);
    elements(CollectionKind.SKIP_LIST_SET);
    elements(CollectionKind.CONCURRENT_QUEUE);
    elements(CollectionKind.CONCURRENT_DEQUE);
  }

  private void entries(CollectionKind kind) {
    add(kind.type(), new EntriesSerializer(kind));
  }

  private void maps() {
    entries(CollectionKind.HASH_MAP);
    add(
        LinkedHashMap.class,
        new LinkedHashMapSerializer(new EntriesSerializer(CollectionKind.LINKED_HASH_MAP), nested));
    entries(CollectionKind.TREE_MAP);
    entries(CollectionKind.HASHTABLE);
    entries(CollectionKind.CONCURRENT_MAP);
    entries(CollectionKind.SKIP_LIST_MAP);
    entries(CollectionKind.IDENTITY_MAP);
    entries(CollectionKind.WEAK_MAP);
  }

  private void immutables() {
    value(Collections.emptyList().getClass(), Kind.EMPTY_LIST);
    value(Collections.emptySet().getClass(), Kind.EMPTY_SET);
    value(Collections.emptyMap().getClass(), Kind.EMPTY_MAP);
    immutable(List.of(1).getClass(), Immutables.Kind.SHORT_LIST);
    immutable(List.of(1, 2, 3).getClass(), Immutables.Kind.LIST);
    immutable(Set.of(1).getClass(), Immutables.Kind.SET);
    immutable(Set.of(1, 2, 3).getClass(), Immutables.Kind.SET);
    immutable(Map.of(1, 1).getClass(), Immutables.Kind.MAP);
    immutable(Map.of(1, 1, 2, 2).getClass(), Immutables.Kind.MAP);
    immutable(Collections.singletonList(1).getClass(), Immutables.Kind.LIST_OF_ONE);
    immutable(Collections.singleton(1).getClass(), Immutables.Kind.SET_OF_ONE);
    immutable(Collections.singletonMap(1, 1).getClass(), Immutables.Kind.MAP_OF_ONE);
    immutable(Arrays.asList(1).getClass(), Immutables.Kind.ARRAY_AS_LIST);
  }

  private void immutable(Class<?> type, Immutables.Kind kind) {
    add(type, new Immutables(kind));
  }

  private void value(Class<?> type, Kind kind) {
    add(type, new ValueSerializer(kind));
  }

  private void values() {
    exact(BigInteger.class, new DefaultSerializers.BigIntegerSerializer());
    exact(BigDecimal.class, new DefaultSerializers.BigDecimalSerializer());
    add(StringBuilder.class, new DefaultSerializers.StringBuilderSerializer());
    value(StringBuffer.class, Kind.STRING_BUFFER);
    value(Date.class, Kind.DATE);
    value(Currency.class, Kind.CURRENCY);
    value(UUID.class, Kind.UUID);
    value(URI.class, Kind.URI);
    value(Pattern.class, Kind.PATTERN);
    add(BitSet.class, new DefaultSerializers.BitSetSerializer());
    value(AtomicBoolean.class, Kind.ATOMIC_BOOLEAN);
    value(AtomicInteger.class, Kind.ATOMIC_INTEGER);
    value(AtomicLong.class, Kind.ATOMIC_LONG);
    immutable(Optional.class, Immutables.Kind.OPTIONAL);
    add(OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
    add(OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
    add(OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
    value(Charset.class, Kind.CHARSET);
    value(Path.class, Kind.PATH);
  }

  private void exact(Class<?> type, Serializer<?> serializer) {
    add(type, serializer);
  }

  private void times() {
    time(Duration.class, new TimeSerializers.DurationSerializer());
    time(Instant.class, new TimeSerializers.InstantSerializer());
    time(LocalDate.class, new TimeSerializers.LocalDateSerializer());
    time(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
    time(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
    time(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
    time(ZoneId.of("Europe/Berlin").getClass(), new TimeSerializers.ZoneIdSerializer());
    time(OffsetTime.class, new TimeSerializers.OffsetTimeSerializer());
    time(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
    time(ZonedDateTime.class, new ZonedDateTimeSerializer());
    time(Year.class, new TimeSerializers.YearSerializer());
    time(YearMonth.class, new TimeSerializers.YearMonthSerializer());
    time(MonthDay.class, new TimeSerializers.MonthDaySerializer());
    time(Period.class, new TimeSerializers.PeriodSerializer());
    add(Locale.class, new LocaleSerializer(nested));
  }

  /** What came after the first version. Of two numbers of a class, the later one is written. */
  private void later() {
    add(Arrays.asList(1).getClass(), new ArrayViewSerializer());
    add(X509Certificate.class, new CertificateSerializer<>(X509Certificate.class));
    add(CertPath.class, new CertificateSerializer<>(CertPath.class));
  }

  private void time(Class<?> type, ImmutableSerializer<?> serializer) {
    add(type, serializer);
  }
}
