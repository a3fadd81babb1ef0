package io.holdfast.converters;

import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import java.util.List;
import org.joda.time.Chronology;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalDateTime;
import org.joda.time.LocalTime;
import org.joda.time.MonthDay;
import org.joda.time.Period;
import org.joda.time.PeriodType;
import org.joda.time.YearMonth;
import org.joda.time.chrono.ISOChronology;
import org.jspecify.annotations.Nullable;

/**
 * Joda-Time's dates, times, periods and zones. Its mutable ones are left alone, and a chronology
 * other than that of ISO 8601 is written as it is without the converter.
 */
@RequiresLibrary("joda-time")
@SuppressWarnings({"JodaConstructors", "JodaPlusMinusLong"})
public final class JodaTime implements Conversions {

  /** Found by name. */
  public JodaTime() {}

  @Override
  public List<Conversion<?>> all() {
    return List.of(
        Conversion.ofClassesOf(
            DateTimeZone.class,
            List.of(DateTimeZone.UTC, DateTimeZone.forID("Europe/Berlin"), offset(1)),
            JodaTime::parts,
            p -> DateTimeZone.forID((String) p[0])),
        Conversion.of(
            Instant.class,
            i -> new Object[] {Long.toString(i.getMillis())},
            p -> new Instant(Long.parseLong((String) p[0]))),
        Conversion.of(
            Duration.class,
            d -> new Object[] {Long.toString(d.getMillis())},
            p -> new Duration(Long.parseLong((String) p[0]))),
        Conversion.of(
            DateTime.class,
            d -> new Object[] {d.getMillis(), calendar(d.getChronology())},
            p -> new DateTime((long) p[0], chronology(p[1]))),
        Conversion.of(
            Interval.class,
            i -> new Object[] {i.getStartMillis(), i.getEndMillis(), calendar(i.getChronology())},
            p -> new Interval((long) p[0], (long) p[1], chronology(p[2]))),
        Conversion.of(
            LocalDate.class,
            d ->
                new Object[] {
                  d.getYear(), d.getMonthOfYear(), d.getDayOfMonth(), local(d.getChronology())
                },
            p -> new LocalDate((int) p[0], (int) p[1], (int) p[2], chronology(p[3]))),
        Conversion.of(
            LocalTime.class,
            t -> new Object[] {t.getMillisOfDay(), local(t.getChronology())},
            p -> LocalTime.fromMillisOfDay((int) p[0], chronology(p[1]))),
        Conversion.of(LocalDateTime.class, JodaTime::parts, JodaTime::localDateTime),
        Conversion.of(
            YearMonth.class,
            m -> new Object[] {m.getYear(), m.getMonthOfYear(), local(m.getChronology())},
            p -> new YearMonth((int) p[0], (int) p[1], chronology(p[2]))),
        Conversion.of(
            MonthDay.class,
            d -> new Object[] {d.getMonthOfYear(), d.getDayOfMonth(), local(d.getChronology())},
            p -> new MonthDay((int) p[0], (int) p[1], chronology(p[2]))),
        Conversion.of(Period.class, JodaTime::parts, JodaTime::period));
  }

  private static DateTimeZone offset(int hours) {
    return DateTimeZone.forOffsetHours(hours);
  }

  /** Refuses a zone that its id does not lead to: one that the application has made itself. */
  private static Object[] parts(DateTimeZone zone) {
    if (!DateTimeZone.forID(zone.getID()).equals(zone)) {
      throw new IllegalArgumentException("not the zone of the id " + zone.getID());
    }
    return new Object[] {zone.getID()};
  }

  /** The zone if the chronology is that of ISO 8601, else the chronology. */
  private static Object calendar(Chronology chronology) {
    return chronology.equals(ISOChronology.getInstance(chronology.getZone()))
        ? chronology.getZone()
        : chronology;
  }

  /** Null if the chronology is that of ISO 8601, else the chronology. */
  private static @Nullable Object local(Chronology chronology) {
    return chronology.equals(ISOChronology.getInstanceUTC()) ? null : chronology;
  }

  private static Chronology chronology(@Nullable Object part) {
    if (part == null) {
      return ISOChronology.getInstanceUTC();
    }
    return part instanceof DateTimeZone zone ? ISOChronology.getInstance(zone) : (Chronology) part;
  }

  private static @Nullable Object[] parts(LocalDateTime time) {
    return new @Nullable Object[] {
      time.getYear(),
      time.getMonthOfYear(),
      time.getDayOfMonth(),
      time.getMillisOfDay(),
      local(time.getChronology())
    };
  }

  private static LocalDateTime localDateTime(@Nullable Object[] parts) {
    return new LocalDateTime(
            (int) parts[0], (int) parts[1], (int) parts[2], 0, 0, 0, 0, chronology(parts[4]))
        .withMillisOfDay((int) parts[3]);
  }

  private static @Nullable Object[] parts(Period period) {
    PeriodType type = period.getPeriodType();
    return new @Nullable Object[] {
      type.equals(PeriodType.standard()) ? null : type,
      period.getYears(),
      period.getMonths(),
      period.getWeeks(),
      period.getDays(),
      period.getHours(),
      period.getMinutes(),
      period.getSeconds(),
      period.getMillis()
    };
  }

  private static Period period(@Nullable Object[] parts) {
    return new Period(
        (int) parts[1],
        (int) parts[2],
        (int) parts[3],
        (int) parts[4],
        (int) parts[5],
        (int) parts[6],
        (int) parts[7],
        (int) parts[8],
        parts[0] == null ? PeriodType.standard() : (PeriodType) parts[0]);
  }
}
