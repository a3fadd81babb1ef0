package io.holdfast.serializer.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.serializer.limits.RoundTripChecks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

final class ZoneByIdTest {

  private final JdkSerialization serialization = serialization("");

  @Test
  void writeWhenZoneIsOfTheJdkThenItsRulesAreNotWritten() {
    TimeZone zone = TimeZone.getTimeZone("America/New_York");

    byte[] bytes = write(zone);

    assertTrue(bytes.length < 150, () -> bytes.length + " bytes");
    assertEquals(zone, read(serialization, bytes));
  }

  @Test
  void readWhenZoneWasSharedThenIsOneObject() {
    TimeZone zone = TimeZone.getTimeZone("America/New_York");

    Object[] copy = (Object[]) read(serialization, write(new Object[] {zone, List.of(zone), zone}));

    assertSame(copy[0], copy[2]);
    assertSame(copy[0], ((List<?>) copy[1]).get(0));
  }

  @Test
  void readWhenZoneHadAnOffsetOfItsOwnThenItIsKept() {
    TimeZone zone = TimeZone.getTimeZone("America/New_York");
    zone.setRawOffset(3_600_000);

    TimeZone copy = (TimeZone) read(serialization, write(zone));

    assertEquals(3_600_000, copy.getRawOffset());
  }

  @Test
  void readWhenRulesAreNotThoseOfTheIdThenTheyAreKept() {
    Map<String, TimeZone> zones = Map.of("mine", new SimpleTimeZone(7_200_000, "Europe/Berlin"));

    Object copy = read(serialization, write(zones));

    assertEquals(zones, copy);
  }

  @Test
  void readWhenZoneIsNotKnownThenIsUnreadable() {
    byte[] bytes = write(TimeZone.getTimeZone("America/New_York"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    byte[] unknown = text.replace("New_York", "Old_York").getBytes(StandardCharsets.ISO_8859_1);

    TranscoderException failure =
        assertThrows(TranscoderException.class, () -> read(serialization, unknown));

    assertEquals(Reason.UNREADABLE, failure.reason());
  }

  @Test
  void writeWhenZonesAreTakenAwayThenIsRejected() {
    JdkSerialization strict = serialization("!java.util.TimeZone");

    TranscoderException rejection =
        assertThrows(
            TranscoderException.class, () -> write(strict, TimeZone.getTimeZone("Asia/Tokyo")));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason());
  }

  @Test
  void readWhenZonesAreTakenAwayThenIsRejected() {
    byte[] bytes = write(TimeZone.getTimeZone("Asia/Tokyo"));
    JdkSerialization strict = serialization("!java.util.TimeZone");

    TranscoderException rejection =
        assertThrows(TranscoderException.class, () -> read(strict, bytes));

    assertEquals(Reason.REJECTED_CLASS, rejection.reason());
  }

  private static Object read(JdkSerialization serialization, byte[] bytes) {
    return serialization.read(bytes, 0, bytes.length);
  }

  private static JdkSerialization serialization(String allowedClasses) {
    return new JdkSerialization(TranscoderContext.of(filter(allowedClasses)));
  }

  private static ClassFilter filter(String allowedClasses) {
    return Filters.ofLoader(ZoneByIdTest.class.getClassLoader(), allowedClasses);
  }

  private byte[] write(Object graph) {
    return write(serialization, graph);
  }

  private static byte[] write(JdkSerialization serialization, Object graph) {
    return serialization.write(graph, new RoundTripChecks(filter("")).trial());
  }
}
