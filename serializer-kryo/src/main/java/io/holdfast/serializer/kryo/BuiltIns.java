package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.Certificates;
import io.holdfast.serializer.jdk.UriTexts;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.WeakHashMap;
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
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The classes of the JDK that have a number in the format instead of a name. The numbers are for
 * ever: a class that is added comes last, one that goes leaves a gap.
 */
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete", "JavaUtilDate"})
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
    add(Object.class, new ValueSerializer<Object>((out, o) -> {}, in -> new Object()));
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

  private <C extends Collection> void elements(
      Class<C> type, ElementsSerializer.Maker<C> maker, Function<C, Comparator<?>>... comparator) {
    add(type, new ElementsSerializer(type, comparator.length == 0 ? null : comparator[0], maker));
  }

  private void collections() {
    elements(ArrayList.class, (n, c) -> new ArrayList(n));
    elements(LinkedList.class, (n, c) -> new LinkedList());
    elements(Vector.class, (n, c) -> new Vector(n));
    elements(Stack.class, (n, c) -> new Stack());
    elements(ArrayDeque.class, (n, c) -> new ArrayDeque(n));
    elements(HashSet.class, (n, c) -> new HashSet(2 * n));
    elements(LinkedHashSet.class, (n, c) -> new LinkedHashSet(2 * n));
    elements(TreeSet.class, (n, c) -> new TreeSet(c), TreeSet::comparator);
    elements(
        PriorityQueue.class,
        (n, c) -> new PriorityQueue(Math.max(1, n), c),
        PriorityQueue::comparator);
    elements(CopyOnWriteArrayList.class, (n, c) -> new CopyOnWriteArrayList());
    elements(CopyOnWriteArraySet.class, (n, c) -> new CopyOnWriteArraySet());
    elements(
        ConcurrentSkipListSet.class,
        (n, c) -> new ConcurrentSkipListSet(c),
        ConcurrentSkipListSet::comparator);
    elements(ConcurrentLinkedQueue.class, (n, c) -> new ConcurrentLinkedQueue());
    elements(ConcurrentLinkedDeque.class, (n, c) -> new ConcurrentLinkedDeque());
  }

  private <M extends Map> void entries(
      Class<M> type, ElementsSerializer.Maker<M> maker, Function<M, Comparator<?>>... comparator) {
    add(type, new EntriesSerializer(comparator.length == 0 ? null : comparator[0], maker));
  }

  private void maps() {
    entries(HashMap.class, (n, c) -> new HashMap(n));
    add(
        LinkedHashMap.class,
        new LinkedHashMapSerializer(
            new EntriesSerializer(null, (n, c) -> new LinkedHashMap(n)), nested));
    entries(TreeMap.class, (n, c) -> new TreeMap(c), TreeMap::comparator);
    entries(Hashtable.class, (n, c) -> new Hashtable());
    entries(ConcurrentHashMap.class, (n, c) -> new ConcurrentHashMap());
    entries(
        ConcurrentSkipListMap.class,
        (n, c) -> new ConcurrentSkipListMap(c),
        ConcurrentSkipListMap::comparator);
    entries(IdentityHashMap.class, (n, c) -> new IdentityHashMap());
    entries(WeakHashMap.class, (n, c) -> new WeakHashMap());
  }

  private void immutables() {
    constant(Collections.emptyList());
    constant(Collections.emptySet());
    constant(Collections.emptyMap());
    add(List.of(1).getClass(), Immutables.SHORT_LISTS);
    add(List.of(1, 2, 3).getClass(), Immutables.LISTS);
    add(Set.of(1).getClass(), Immutables.SETS);
    add(Set.of(1, 2, 3).getClass(), Immutables.SETS);
    add(Map.of(1, 1).getClass(), Immutables.MAPS);
    add(Map.of(1, 1, 2, 2).getClass(), Immutables.MAPS);
    add(Collections.singletonList(1).getClass(), Immutables.LISTS_OF_ONE);
    add(Collections.singleton(1).getClass(), Immutables.SETS_OF_ONE);
    add(Collections.singletonMap(1, 1).getClass(), Immutables.MAPS_OF_ONE);
    add(Arrays.asList(1).getClass(), Immutables.ARRAYS_AS_LISTS);
  }

  private void constant(Object value) {
    add(value.getClass(), new ValueSerializer<Object>((out, o) -> {}, in -> value));
  }

  private <T> void value(
      Class<T> type, BiConsumer<Output, T> writer, Function<BoundedInput, T> reader) {
    add(type, new ValueSerializer<>(writer, reader));
  }

  private void values() {
    exact(BigInteger.class, new DefaultSerializers.BigIntegerSerializer());
    exact(BigDecimal.class, new DefaultSerializers.BigDecimalSerializer());
    add(StringBuilder.class, new DefaultSerializers.StringBuilderSerializer());
    value(
        StringBuffer.class,
        (out, b) -> out.writeString(b.toString()),
        in -> new StringBuffer(in.readString()));
    value(Date.class, (out, d) -> out.writeLong(d.getTime()), in -> new Date(in.readLong()));
    value(
        Currency.class,
        (out, c) -> out.writeString(c.getCurrencyCode()),
        in -> Currency.getInstance(in.readString()));
    value(
        UUID.class,
        (out, u) -> {
          out.writeLong(u.getMostSignificantBits());
          out.writeLong(u.getLeastSignificantBits());
        },
        in -> new UUID(in.readLong(), in.readLong()));
    value(
        URI.class, (out, u) -> out.writeString(UriTexts.of(u)), in -> URI.create(in.readString()));
    value(Pattern.class, Patterns::write, Patterns::read);
    add(BitSet.class, new DefaultSerializers.BitSetSerializer());
    value(
        AtomicBoolean.class,
        (out, a) -> out.writeBoolean(a.get()),
        in -> new AtomicBoolean(in.readBoolean()));
    value(
        AtomicInteger.class,
        (out, a) -> out.writeVarInt(a.get(), false),
        in -> new AtomicInteger(in.readVarInt(false)));
    value(
        AtomicLong.class,
        (out, a) -> out.writeVarLong(a.get(), false),
        in -> new AtomicLong(in.readVarLong(false)));
    exact(
        Optional.class,
        FactorySerializer.<Optional>ofList(
            o -> o.stream().toArray(), p -> p.length == 0 ? Optional.empty() : Optional.of(p[0])));
    add(OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
    add(OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
    add(OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
    value(
        Charset.class,
        (out, c) -> out.writeString(c.name()),
        in -> Charset.forName(in.readString()));
    value(Path.class, BuiltIns::writePath, in -> Path.of(in.readString()));
  }

  private static void writePath(Output output, Path path) {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is a path of another file system than the default one"
              .formatted(path.getClass().getName()));
    }
    output.writeString(path.toString());
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
    add(
        X509Certificate.class,
        new CertificateSerializer<>(
            X509Certificate.class, Certificates::encoded, Certificates::certificate));
    add(
        CertPath.class,
        new CertificateSerializer<>(CertPath.class, Certificates::encoded, Certificates::path));
  }

  private void time(Class<?> type, ImmutableSerializer<?> serializer) {
    add(type, serializer);
  }
}
