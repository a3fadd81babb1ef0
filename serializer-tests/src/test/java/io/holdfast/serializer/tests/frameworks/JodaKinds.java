package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.time.Instant;
import java.util.List;
import org.joda.money.CurrencyUnit;
import org.joda.money.Money;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.Duration;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalDateTime;
import org.joda.time.LocalTime;
import org.joda.time.MutableDateTime;
import org.joda.time.Period;
import org.joda.time.YearMonth;
import org.joda.time.chrono.BuddhistChronology;
import org.threeten.extra.YearQuarter;

/** Dates and times before java.time, and beside it. */
@SuppressWarnings("JodaConstructors")
final class JodaKinds {

  private static final DateTimeZone BERLIN = DateTimeZone.forID("Europe/Berlin");

  private JodaKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Joda DateTime", () -> new DateTime(1_700_000_000_123L, BERLIN)),
        Kind.of(
            "Joda DateTime of another chronology",
            () -> new DateTime(0L, BuddhistChronology.getInstance(BERLIN))),
        Kind.of("Joda MutableDateTime", () -> new MutableDateTime(1_700_000_000_123L, BERLIN)),
        Kind.of("Joda Instant", () -> new org.joda.time.Instant(1_700_000_000_123L)),
        Kind.of("Joda LocalDate", () -> new LocalDate(2026, 11, 21)),
        Kind.of("Joda LocalTime", () -> new LocalTime(4, 5, 6, 7)),
        Kind.of("Joda LocalDateTime", () -> new LocalDateTime(2026, 11, 21, 4, 5)),
        Kind.of("Joda YearMonth", () -> new YearMonth(2026, 11)),
        Kind.of("Joda Duration", () -> new Duration(5_000L)),
        Kind.of("Joda Period", () -> new Period(1, 2, 3, 4)),
        Kind.of("Joda Interval", () -> new Interval(0L, 5_000L, BERLIN)),
        Kind.of("Joda DateTimeZone", () -> BERLIN),
        Kind.of("Joda DateTimeZone by offset", () -> DateTimeZone.forOffsetHours(-3)),
        Kind.of("Joda Money", () -> Money.of(CurrencyUnit.EUR, 19.9)),
        Kind.of("ThreeTen YearQuarter", () -> YearQuarter.of(2026, 4)),
        Kind.of(
            "ThreeTen Interval",
            () -> org.threeten.extra.Interval.of(Instant.EPOCH, Instant.EPOCH.plusSeconds(5))));
  }
}
