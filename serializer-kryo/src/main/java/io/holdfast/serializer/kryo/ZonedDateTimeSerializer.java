package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Times with a zone as Kryo writes them, date, time and zone, with the offset behind the zone's id
 * where these three do not tell it: in the hour after summer time has ended.
 */
final class ZonedDateTimeSerializer extends ImmutableSerializer<ZonedDateTime> {

  /** Part of no zone's id. */
  private static final char BEFORE_OFFSET = ' ';

  private final TimeSerializers.LocalDateSerializer dates =
      new TimeSerializers.LocalDateSerializer();
  private final TimeSerializers.LocalTimeSerializer times =
      new TimeSerializers.LocalTimeSerializer();

  @Override
  public void write(Kryo kryo, Output output, ZonedDateTime time) {
    dates.write(kryo, output, time.toLocalDate());
    times.write(kryo, output, time.toLocalTime());
    String zone = time.getZone().getId();
    boolean told = ZonedDateTime.of(time.toLocalDateTime(), time.getZone()).equals(time);
    output.writeString(told ? zone : zone + BEFORE_OFFSET + time.getOffset().getId());
  }

  @Override
  public ZonedDateTime read(Kryo kryo, Input input, Class<? extends ZonedDateTime> type) {
    LocalDate date = dates.read(kryo, input, LocalDate.class);
    LocalTime clock = times.read(kryo, input, LocalTime.class);
    String zone = input.readString();
    LocalDateTime local = LocalDateTime.of(date, clock);
    int end = zone.indexOf(BEFORE_OFFSET);
    return end < 0
        ? ZonedDateTime.of(local, ZoneId.of(zone))
        : ZonedDateTime.ofInstant(
            local, ZoneOffset.of(zone.substring(end + 1)), ZoneId.of(zone.substring(0, end)));
  }
}
