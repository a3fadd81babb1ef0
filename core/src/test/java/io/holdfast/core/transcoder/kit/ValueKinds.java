package io.holdfast.core.transcoder.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.format.DateTimeFormatter;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/** Attributes that are one value of the JDK. */
@SuppressWarnings({"BooleanLiteral", "JavaUtilDate", "JdkObsolete", "UnnecessaryStringBuilder"})
final class ValueKinds {

  private ValueKinds() {}

  static List<KindGroup> groups() {
    return List.of(
        new KindGroup("Text and numbers", plain()),
        new KindGroup("Dates and times", times()),
        new KindGroup("Other values of the JDK", others()));
  }

  private static List<Kind> plain() {
    return List.of(
        Kind.of("String", () -> "cart"),
        Kind.of("String empty", () -> ""),
        Kind.of("String beyond ASCII", () -> "Gr\u00fc\u00dfe \u4f60\u597d \ud83d\ude00 \0"),
        Kind.of("String lone surrogate", () -> "a\ud83d"),
        Kind.of("String long", () -> "abc\u00e9".repeat(30_000)),
        Kind.of("Boolean", () -> Boolean.TRUE),
        Kind.of("Byte", () -> (byte) -7),
        Kind.of("Short", () -> (short) -700),
        Kind.of("Character", () -> '\u20ac'),
        Kind.of("Integer", () -> Integer.MIN_VALUE),
        Kind.of("Long", () -> Long.MAX_VALUE),
        Kind.of("Float", () -> 1.5f),
        Kind.of("Float NaN", () -> Float.NaN),
        Kind.of("Double", () -> -0.0d),
        Kind.of("Double infinite", () -> Double.NEGATIVE_INFINITY),
        Kind.of("BigInteger", () -> new BigInteger("-123456789012345678901234567890")),
        Kind.of("BigDecimal", () -> new BigDecimal("12345678901234567890.12300")),
        Kind.of("MathContext", () -> new MathContext(7, RoundingMode.HALF_UP)),
        Kind.of("StringBuilder", () -> new StringBuilder("abc")),
        Kind.of("StringBuffer", () -> new StringBuffer("abc")));
  }

  private static List<Kind> times() {
    Instant instant = Instant.ofEpochSecond(1_700_000_000L, 123_456_789);
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    return List.of(
        Kind.of("Date", () -> new Date(1_700_000_000_123L)),
        Kind.of("java.sql.Date", () -> new java.sql.Date(1_700_000_000_000L)),
        Kind.of("java.sql.Time", () -> new java.sql.Time(3_600_000L)),
        Kind.of(
            "java.sql.Timestamp",
            () -> {
              Timestamp timestamp = new Timestamp(1_700_000_000_000L);
              timestamp.setNanos(123_456_789);
              return timestamp;
            }),
        Kind.of(
            "GregorianCalendar",
            () -> {
              Calendar calendar =
                  new GregorianCalendar(TimeZone.getTimeZone("Europe/Berlin"), Locale.GERMANY);
              calendar.setTimeInMillis(1_700_000_000_123L);
              calendar.setLenient(false);
              return calendar;
            }),
        Kind.of("TimeZone", () -> TimeZone.getTimeZone("America/New_York")),
        Kind.of("SimpleTimeZone", () -> new SimpleTimeZone(3_600_000, "mine")),
        Kind.of("Instant", () -> instant),
        Kind.of("LocalDate", () -> LocalDate.of(2026, 11, 21)),
        Kind.of("LocalTime", () -> LocalTime.of(4, 5, 6, 7)),
        Kind.of("LocalDateTime", () -> LocalDateTime.of(2026, 11, 21, 4, 5, 6, 7)),
        Kind.of("OffsetTime", () -> OffsetTime.of(LocalTime.NOON, ZoneOffset.ofHours(2))),
        Kind.of("OffsetDateTime", () -> instant.atOffset(ZoneOffset.ofHoursMinutes(5, 30))),
        Kind.of("ZonedDateTime", () -> ZonedDateTime.ofInstant(instant, berlin)),
        Kind.of(
            "ZonedDateTime before summer time ends",
            () -> ZonedDateTime.ofInstant(Instant.parse("2026-10-25T00:30:00Z"), berlin)),
        Kind.of(
            "ZonedDateTime after summer time has ended",
            () -> ZonedDateTime.ofInstant(Instant.parse("2026-10-25T01:30:00Z"), berlin)),
        Kind.of("Duration", () -> Duration.ofSeconds(5, 6)),
        Kind.of("Period", () -> Period.of(1, 2, 3)),
        Kind.of("Year", () -> Year.of(2026)),
        Kind.of("YearMonth", () -> YearMonth.of(2026, 11)),
        Kind.of("MonthDay", () -> MonthDay.of(2, 29)),
        Kind.of("DayOfWeek", () -> DayOfWeek.FRIDAY),
        Kind.of("Month", () -> Month.MAY),
        Kind.of("ZoneId", () -> berlin),
        Kind.of("ZoneOffset", () -> ZoneOffset.ofHours(-3)),
        Kind.of("ZoneRules", berlin::getRules),
        Kind.of("JapaneseDate", () -> JapaneseDate.of(2020, 2, 3)),
        Kind.of("DateTimeFormatter", () -> DateTimeFormatter.ISO_LOCAL_DATE));
  }

  private static List<Kind> others() {
    return List.of(
        Kind.of("Class", () -> String.class),
        Kind.of("Class of a primitive", () -> int.class),
        Kind.of("Class of an array", () -> String[][].class),
        Kind.of("Locale", () -> Locale.forLanguageTag("zh-Hant-TW")),
        Kind.of(
            "Locale with extensions", () -> Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai")),
        Kind.of("Currency", () -> Currency.getInstance("EUR")),
        Kind.of("UUID", () -> new UUID(0x1234_5678_9abc_def0L, 42)),
        Kind.of("URI", () -> URI.create("https://example.org/a?b=c#d")),
        Kind.of("File", () -> new File("/etc", "hosts")),
        Kind.of("Path", () -> Path.of("/etc", "hosts")),
        Kind.of("Charset", () -> StandardCharsets.UTF_8),
        Kind.of("InetAddress v4", () -> address("shop", 192, 0, 2, 1)),
        Kind.of(
            "InetAddress v6",
            () -> address(null, 0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        Kind.of(
            "InetSocketAddress", () -> new InetSocketAddress(address("shop", 192, 0, 2, 1), 8080)),
        Kind.of("Pattern", () -> Pattern.compile("a+b", Pattern.CASE_INSENSITIVE)),
        Kind.of("BitSet", () -> BitSet.valueOf(new long[] {5, 0, 9})),
        Kind.of("Optional", () -> Optional.of("x")),
        Kind.of("Optional empty", Optional::empty),
        Kind.of("OptionalInt", () -> OptionalInt.of(3)),
        Kind.of("OptionalLong", () -> OptionalLong.of(3)),
        Kind.of("OptionalDouble", () -> OptionalDouble.of(3)),
        Kind.of("AtomicBoolean", () -> new AtomicBoolean(true)),
        Kind.of("AtomicInteger", () -> new AtomicInteger(5)),
        Kind.of("AtomicLong", () -> new AtomicLong(5)),
        Kind.of("AtomicReference", () -> new AtomicReference<>("x")),
        Kind.of("AtomicIntegerArray", () -> new AtomicIntegerArray(new int[] {1, 2})),
        Kind.of("AtomicLongArray", () -> new AtomicLongArray(new long[] {1, 2})),
        Kind.of("AtomicReferenceArray", () -> new AtomicReferenceArray<>(new String[] {"a", "b"})),
        Kind.of(
            "LongAdder",
            () -> {
              LongAdder adder = new LongAdder();
              adder.add(9);
              return adder;
            }),
        new Kind(
            "ReentrantLock",
            ReentrantLock::new,
            (a, b) -> b instanceof ReentrantLock lock && !lock.isLocked()),
        new Kind(
            "Random",
            () -> new Random(42),
            (a, b) -> b instanceof Random random && new Random(42).nextInt() == random.nextInt()),
        Kind.of("TimeUnit", () -> TimeUnit.MILLISECONDS),
        new Kind(
            "SimpleDateFormat",
            () -> new SimpleDateFormat("yyyy-MM-dd", Locale.FRANCE),
            ValueKinds::sameFormat),
        Kind.of("SimpleDateFormat with symbols of its own", ValueKinds::formatWithSymbols),
        Kind.of(
            "DecimalFormat",
            () -> new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.GERMANY))),
        Kind.of("MessageFormat", () -> new MessageFormat("{0} of {1,number}", Locale.ROOT)),
        Kind.of(
            "Throwable",
            () -> {
              Exception failure = new IllegalStateException("m", new IOException("cause"));
              failure.addSuppressed(new UncheckedIOException(new IOException("s")));
              return Traces.fixed(failure);
            }),
        Kind.of("StackTraceElement", () -> new StackTraceElement("a.B", "c", "B.java", 7)),
        Kind.of("Object", Object::new));
  }

  private static SimpleDateFormat formatWithSymbols() {
    DateFormatSymbols symbols = new DateFormatSymbols(Locale.ROOT);
    symbols.setAmPmStrings(new String[] {"before noon", "after noon"});
    symbols.setZoneStrings(new String[][] {{"UTC", "World", "W", "World", "W"}});
    SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd hh:mm a", symbols);
    format.setTimeZone(TimeZone.getTimeZone("UTC"));
    format.set2DigitYearStart(new Date(0)); // else its size depends on the time of day
    return format;
  }

  /** The names of time zones apart: they are data of the JDK that made the format. */
  private static boolean sameFormat(Object a, Object b) {
    if (!(a instanceof SimpleDateFormat x && b instanceof SimpleDateFormat y)) {
      return false;
    }
    DateFormatSymbols names = x.getDateFormatSymbols();
    DateFormatSymbols others = y.getDateFormatSymbols();
    others.setZoneStrings(names.getZoneStrings());
    return x.toPattern().equals(y.toPattern())
        && x.getTimeZone().equals(y.getTimeZone())
        && x.getNumberFormat().equals(y.getNumberFormat())
        && names.equals(others);
  }

  private static InetAddress address(@org.jspecify.annotations.Nullable String host, int... bytes) {
    byte[] address = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      address[i] = (byte) bytes[i];
    }
    try {
      return InetAddress.getByAddress(host, address);
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
  }
}
