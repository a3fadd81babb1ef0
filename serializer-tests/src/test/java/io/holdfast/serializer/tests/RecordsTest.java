package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Records whose constructors do more than to keep what they are given. */
final class RecordsTest {

  private record Price(long cents, String name) implements Serializable {
    Price {
      cents += 19;
    }
  }

  private record Shouted(List<String> part) implements Serializable {
    Shouted {
      part = part.stream().map(each -> each + "!").toList();
    }
  }

  private record Grown(List<Object> part) implements Serializable {
    Grown {
      part = new ArrayList<>(part);
      part.add(null);
    }
  }

  private record Line(int number) implements Serializable {}

  private record Numbered(List<Line> part) implements Serializable {
    Numbered {
      part = part.stream().map(each -> new Line(each.number + 1)).toList();
    }
  }

  private record Tagged(Set<String> part) implements Serializable {
    Tagged {
      part = part.stream().map(each -> each + "!").collect(Collectors.toSet());
    }
  }

  private record Counted(Map<String, Integer> part) implements Serializable {
    Counted {
      part = new TreeMap<>(part);
      part.merge("made", 1, Integer::sum);
    }
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Packed(int[] part) implements Serializable {
    Packed {
      part = Arrays.stream(part).map(each -> each + 1).toArray();
    }
  }

  @SuppressWarnings("JavaUtilDate")
  private record Dated(Date part) implements Serializable {
    Dated {
      part = new Date(part.getTime() + 1);
    }
  }

  /** Makes of each part what it makes of that again. */
  @SuppressWarnings({"ArrayRecordComponent", "JavaUtilDate"})
  private record Careful(
      String name, double rate, List<Object> list, Set<String> set, byte[] bytes, Date date)
      implements Serializable {
    Careful {
      name = name.strip();
      rate = Math.max(0, rate);
      list = List.copyOf(list);
      set = Set.copyOf(set);
      bytes = bytes.clone();
      date = new Date(date.getTime());
    }
  }

  @SuppressWarnings("JavaUtilDate")
  private static Map<String, Object> changing() {
    Map<String, Object> all = new TreeMap<>();
    all.put("cents", new Price(1, "x"));
    all.put("part 1", new Shouted(List.of("x")));
    all.put("part 2", new Grown(List.of()));
    all.put("part 3", new Numbered(List.of(new Line(1))));
    all.put("part 4", new Tagged(Set.of("x")));
    all.put("part 5", new Counted(Map.of("x", 1)));
    all.put("part 6", new Packed(new int[] {1}));
    all.put("part 7", new Dated(new Date(1)));
    return all;
  }

  /** It would be another one after each takeover. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenConstructorChangesWhatItIsGivenThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    changing()
        .forEach(
            (part, record) -> {
              Object session = new HashMap<>(Map.of("a", new ArrayList<>(List.of("x", record))));

              TranscoderException e =
                  assertThrows(TranscoderException.class, () -> transcoder.encode(session), part);

              String message = String.valueOf(e.getMessage());
              String expected =
                  "record %s would be another one: its constructor changes %s"
                      .formatted(record.getClass().getName(), part.replaceAll(" .*", ""));
              assertEquals(Reason.UNWRITABLE, e.reason(), message);
              assertTrue(message.contains(expected), message);
              assertTrue(message.contains("[\"a\"][1]"), message);
            });
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  @SuppressWarnings("JavaUtilDate")
  void decodeWhenConstructorKeepsWhatItHasMadeThenIsEqual(Serializer serializer) {
    Careful written =
        new Careful(" x ", -1, List.of(1, "y"), Set.of("s", "t"), new byte[] {1, 2}, new Date(5));
    Transcoder transcoder = serializer.transcoder();

    Careful read = (Careful) transcoder.decode(transcoder.encode(written));

    assertEquals("x", read.name);
    assertEquals(0, read.rate);
    assertEquals(written.list, read.list);
    assertEquals(written.set, read.set);
    assertArrayEquals(written.bytes, read.bytes);
    assertEquals(written.date, read.date);
  }

  /** JDK serialization writes each as the one NaN; docs/serializers.md says so. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenNaNHasBitsOfItsOwnThenIsNaN(Serializer serializer) {
    List<Object> written =
        new ArrayList<>(
            List.of(
                Double.longBitsToDouble(0x7ff8_0000_0000_0005L), Float.intBitsToFloat(0x7fc00005)));
    Transcoder transcoder = serializer.transcoder();

    assertEquals(List.of(Double.NaN, Float.NaN), transcoder.decode(transcoder.encode(written)));
  }
}
