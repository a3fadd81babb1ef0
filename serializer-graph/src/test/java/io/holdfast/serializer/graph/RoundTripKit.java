package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attributes whose parts, order and identity must be the same after a round trip. */
public abstract class RoundTripKit {

  private final Transcoder transcoder =
      factory()
          .create(TranscoderContext.of(Filters.ofLoader(RoundTripKit.class.getClassLoader(), "")));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  static Stream<Object> values() {
    LinkedHashMap<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
    recent.put("a", 1);
    recent.put("b", 2);
    Properties properties = new Properties();
    properties.setProperty("k", "v");
    TreeMap<String, String> backwards = new TreeMap<>(Comparator.reverseOrder());
    backwards.put("a", "1");
    backwards.put("b", "2");
    Map<DayOfWeek, String> days = new EnumMap<>(DayOfWeek.class);
    days.put(DayOfWeek.FRIDAY, "fish");
    return Stream.of(
        "",
        "plain",
        "quotes \" ' & < > \\ ]]>",
        "controls \u0000 \u0001 \r\n\t \u007f \u0085 \ufffe \uffff",
        "pair \ud83d\ude00, alone \ud83d and \ude00 \ude00\ud83d",
        "x".repeat(200_000),
        true,
        'c',
        '\u0000',
        (byte) -1,
        (short) 2,
        3,
        Long.MIN_VALUE,
        1.5f,
        Double.NaN,
        Double.MIN_VALUE,
        new BigInteger("-123456789012345678901234567890"),
        new BigDecimal("1.10"),
        UUID.fromString("00000000-0000-0001-0000-000000000002"),
        Instant.MAX,
        LocalDate.MIN,
        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")),
        ZoneId.of("Europe/Berlin"),
        Locale.GERMANY,
        TimeZone.getTimeZone("America/New_York"),
        new GregorianCalendar(2026, 1, 2),
        String.class,
        int[].class,
        DayOfWeek.MONDAY,
        Level.HIGH,
        Optional.of(List.of(1)),
        BitSet.valueOf(new long[] {5, 9}),
        new ArrayList<>(Arrays.asList("a", null, 1)),
        List.of(1, 2, 3),
        Set.of(1),
        Map.of("k", List.of("v")),
        Arrays.asList("x", "y"),
        Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1))),
        Collections.emptyList(),
        recent,
        properties,
        backwards,
        days,
        EnumSet.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY),
        new ConcurrentHashMap<>(Map.of("a", 1)),
        new Point(1, "two", List.of(3)),
        new Cart("book", 3),
        new Sealed("secret"),
        new Named("n", 5));
  }

  @ParameterizedTest
  @MethodSource("values")
  void decodeWhenEncodedThenEqual(Object value) {
    Object copy = transcoder.decode(transcoder.encode(value));

    assertEquals(value, copy);
    assertSame(value.getClass(), copy.getClass());
  }

  @Test
  void decodeWhenArraysThenEqual() {
    Object[] arrays = {
      new int[] {1, -1},
      new long[0],
      new boolean[] {true, false},
      new char[] {'\u0000', '\ud800'},
      new byte[] {-1, 0},
      new short[] {7},
      new float[] {1f, Float.NaN},
      new double[] {-0.0},
      new String[][] {{"a"}, null, {}},
      new Object[] {1, null, "x"}
    };

    Object copy = transcoder.decode(transcoder.encode(arrays));

    assertArrayEquals(arrays, (Object[]) copy);
  }

  @Test
  void decodeWhenPartsAreSharedAcrossNestedStreamsThenStillShared() {
    List<String> shared = new ArrayList<>(List.of("s"));
    Object[] graph = {
      shared, Collections.unmodifiableList(shared), Collections.synchronizedList(shared), shared
    };

    Object[] copy = (Object[]) transcoder.decode(transcoder.encode(graph));
    @SuppressWarnings("unchecked")
    List<String> first = (List<String>) Objects.requireNonNull(copy[0]);
    first.add("new");

    assertSame(copy[0], copy[3]);
    assertEquals(first, copy[1]);
    assertEquals(first, copy[2]);
  }

  @Test
  void decodeWhenCycleThroughHashSetThenMembersAreFound() {
    Node node = new Node("root");
    node.friends.add(node);
    node.friends.add(new Node("other"));

    Node copy = (Node) transcoder.decode(transcoder.encode(node));

    assertTrue(copy.friends.contains(copy));
    assertEquals(2, copy.friends.size());
  }

  @Test
  void encodeWhenCycleThroughRecordThenRefusedWithPath() {
    List<Object> list = new ArrayList<>();
    Map<String, Object> session = Map.of("shape", new Point(1, "x", list));
    list.add(session.get("shape"));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(new HashMap<>(session)));

    assertEquals(Reason.UNWRITABLE, refusal.reason());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("Point") && message.contains("[\"shape\"].tags[0]"), message);
  }

  @Test
  void encodeWhenLambdaIsNotSerializableThenRefused() {
    Supplier<String> lambda = () -> "x";

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(List.of(lambda)));

    assertEquals(Reason.UNWRITABLE, refusal.reason());
  }

  @Test
  void decodeWhenLambdaIsSerializableThenWorks() {
    List<String> captured = List.of("c");
    Supplier<Object> lambda = (Supplier<Object> & Serializable) () -> captured;

    Object copy = transcoder.decode(transcoder.encode(lambda));

    assertEquals(captured, ((Supplier<?>) copy).get());
  }

  @Test
  void decodeWhenExceptionThenMessageCauseAndTraceAreThere() {
    Exception thrown = new IllegalStateException("outer", new IOException("inner"));

    Exception copy = (Exception) transcoder.decode(transcoder.encode(thrown));

    assertEquals("outer", copy.getMessage());
    assertEquals("inner", present(copy.getCause()).getMessage());
    assertArrayEquals(thrown.getStackTrace(), copy.getStackTrace());
  }

  private static <T> T present(@Nullable T value) {
    assertNotNull(value);
    return Objects.requireNonNull(value);
  }

  enum Level {
    LOW,
    HIGH {
      @Override
      public String toString() {
        return "very";
      }
    }
  }

  record Point(int x, String y, List<?> tags) {}

  static class Named {
    private final String name;
    private final transient int cache;

    Named(String name, int cache) {
      this.name = name;
      this.cache = cache;
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Named that && name.equals(that.name) && cache >= 0;
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  static final class Cart extends Named {
    private final String name;
    private final Map<String, Integer> items = new HashMap<>();
    private final Inner inner = new Inner();

    Cart(String name, int count) {
      super("hidden " + name, 1);
      this.name = name;
      items.put(name, count);
    }

    final class Inner {
      Cart outer() {
        return Cart.this;
      }
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return super.equals(o)
          && o instanceof Cart that
          && name.equals(that.name)
          && items.equals(that.items)
          && that.inner.outer() == that;
    }

    @Override
    public int hashCode() {
      return items.hashCode();
    }
  }

  static final class Node {
    final Set<Node> friends = new HashSet<>();
    final String name;

    Node(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Node that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  static final class Sealed implements Serializable {
    private static final long serialVersionUID = 1L;
    private transient String secret;

    Sealed(String secret) {
      this.secret = secret;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeObject(new ArrayList<>(List.of(secret)));
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      secret = (String) ((List<?>) in.readObject()).get(0);
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Sealed that && secret.equals(that.secret);
    }

    @Override
    public int hashCode() {
      return secret.hashCode();
    }
  }
}
