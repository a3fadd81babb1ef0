package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Roots are written apart only if the objects that are read show no difference. */
@SuppressWarnings({"JavaUtilDate", "unused"}) // sessions hold old classes, and fields are read
public abstract class ApartKit {

  private final Transcoder transcoder =
      factory().create(TranscoderContext.of(Filters.ofLoader(ApartKit.class.getClassLoader(), "")));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private @Nullable List<byte[]> apart(Object... roots) {
    return transcoder.encodeApart(List.of(roots));
  }

  private void assertApart(Object... roots) {
    List<byte[]> graphs = assertNotNull(apart(roots), "together");
    assertEquals(roots.length, graphs.size());
    for (int i = 0; i < roots.length; i++) {
      assertArrayEquals(transcoder.encode(roots[i]), graphs.get(i));
    }
  }

  private static <T> T assertNotNull(@Nullable T value, String message) {
    if (value == null) {
      throw new AssertionError(message);
    }
    return value;
  }

  // ---- holders ----

  static class Bean implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private final String name;
    private @Nullable Object part;

    Bean(String name, @Nullable Object part) {
      this.name = name;
      this.part = part;
    }
  }

  static final class Beans extends Bean {

    @Serial private static final long serialVersionUID = 1L;

    private final List<Bean> more = new ArrayList<>();

    Beans(String name, @Nullable Object part) {
      super(name, part);
      more.add(new Bean(name, null));
    }
  }

  record Pair(String name, Object part) implements Serializable {}

  /** Writes itself, so that every serializer makes a stream of JDK serialization of it. */
  static final class WritesItself implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient Object[] parts;

    WritesItself(Object part) {
      parts = new Object[] {part};
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeObject(parts[0]);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      parts = new Object[] {in.readObject()};
    }
  }

  /** Has another object written for it, each time a new one. */
  static final class Replaced implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private String text = "";

    @Serial
    private Object writeReplace() {
      return new StandIn(text);
    }
  }

  record StandIn(String text) implements Serializable {

    @Serial
    private Object readResolve() {
      Replaced original = new Replaced();
      original.text = text;
      return original;
    }
  }

  private static final Map<String, Function<Object, Object>> HOLDERS = new LinkedHashMap<>();

  static {
    HOLDERS.put("root", part -> part);
    HOLDERS.put("bean", part -> new Bean("bean", part));
    HOLDERS.put("inherited field", part -> new Beans("beans", part));
    HOLDERS.put("record", part -> new Pair("pair", part));
    HOLDERS.put("ArrayList", part -> new ArrayList<>(List.of(part)));
    HOLDERS.put("List.of", List::of);
    HOLDERS.put("List.of in List.of", part -> List.of(List.of(part, 1, 2)));
    HOLDERS.put("value of a HashMap", part -> new HashMap<>(Map.of("key", part)));
    HOLDERS.put("value of Map.of", part -> Map.of("key", part));
    HOLDERS.put("ConcurrentHashMap", part -> new ConcurrentHashMap<>(Map.of("key", part)));
    HOLDERS.put("CopyOnWriteArrayList", part -> new CopyOnWriteArrayList<>(List.of(part)));
    HOLDERS.put("singletonList", Collections::singletonList);
    HOLDERS.put("nCopies", part -> Collections.nCopies(3, part));
    HOLDERS.put(
        "unmodifiable", part -> Collections.unmodifiableList(new ArrayList<>(List.of(part))));
    HOLDERS.put(
        "synchronized", part -> Collections.synchronizedList(new ArrayList<>(List.of(part))));
    HOLDERS.put("array", part -> new Object[] {part});
    HOLDERS.put("array of arrays", part -> new Object[][] {{part}});
  }

  /** In whose place a stream of JDK serialization is written, whatever the serializer. */
  private static final Map<String, Function<Object, Object>> STREAMS =
      Map.of("AtomicReference", AtomicReference::new, "writes itself", WritesItself::new);

  private static final Map<String, Object> CHANGEABLE = new LinkedHashMap<>();

  static {
    CHANGEABLE.put("list", new ArrayList<>(List.of("a")));
    CHANGEABLE.put("set", new LinkedHashSet<>(List.of("a")));
    CHANGEABLE.put("map", new HashMap<>(Map.of("a", 1)));
    CHANGEABLE.put("bean", new Bean("shared", null));
    CHANGEABLE.put("record", new Pair("shared", 1));
    CHANGEABLE.put("date", new Date(1_000));
    CHANGEABLE.put("bytes", new byte[] {1});
    CHANGEABLE.put("texts", new String[] {"a"});
    CHANGEABLE.put("random", new Random(1));
    CHANGEABLE.put("number", new AtomicInteger(1));
    CHANGEABLE.put("EnumSet", EnumSet.of(DayOfWeek.MONDAY));
    CHANGEABLE.put("replaced", new Replaced());
    CHANGEABLE.put("writes itself", new WritesItself("a"));
    CHANGEABLE.put("list of a bean", List.of(new Bean("shared", null)));
  }

  /** For which JDK serialization writes others. */
  private static final List<Object> REPLACED =
      List.of(
          Objects.requireNonNull(CHANGEABLE.get("EnumSet")),
          Objects.requireNonNull(CHANGEABLE.get("replaced")));

  private static final Map<String, Object> VALUES = new LinkedHashMap<>();

  static {
    VALUES.put("text", "a");
    VALUES.put("number", 1_000_000);
    VALUES.put("decimal", new BigDecimal("1.50"));
    VALUES.put("constant", DayOfWeek.MONDAY);
    VALUES.put("class", String.class);
    VALUES.put("date", LocalDate.of(2026, 1, 31));
    VALUES.put("instant", Instant.ofEpochSecond(1));
    VALUES.put("zone", ZoneId.of("Europe/Berlin"));
    VALUES.put("id", new UUID(1, 2));
    VALUES.put("locale", Locale.GERMANY);
    VALUES.put("currency", Currency.getInstance("EUR"));
    VALUES.put("address", URI.create("http://localhost/"));
    VALUES.put("List.of", List.of("a", "b", "c"));
    VALUES.put("Map.of", Map.of("a", 1));
    VALUES.put("emptyList", Collections.emptyList());
    VALUES.put("empty array", new Object[0]);
  }

  // ---- tests ----

  @Test
  void encodeApartWhenNothingIsSharedThenEachGraphIsThatOfItsRoot() {
    assertApart(
        "text",
        new Bean("a", new ArrayList<>(List.of("x", 1))),
        new Beans("b", new Bean("c", new Date(1))),
        new HashMap<>(Map.of("k", new Bean("d", null))),
        new Pair("e", List.of(1)),
        5);
  }

  @Test
  void encodeApartWhenThereAreNoRootsThenNoGraphs() {
    assertEquals(List.of(), transcoder.encodeApart(List.of()));
  }

  @TestFactory
  Stream<DynamicTest> encodeApartWhenWhatCanChangeIsInTwoRootsThenTogether() {
    return each(
        HOLDERS,
        CHANGEABLE,
        (holder, part) -> {
          Object[] roots = {"first", holder.apply(part), new Bean("own", null), new Bean("", part)};
          return () -> {
            if (REPLACED.contains(part) && becomesTwo(holder.apply(part), part)) {
              return; // when it is written together, too
            }
            assertNull(apart(roots));
            assertNull(apart(roots));
            assertNull(apart(roots[3], roots[1]));
            assertApart(roots[0], roots[1], roots[2]);
          };
        });
  }

  @TestFactory
  Stream<DynamicTest> encodeApartWhenWhatCanChangeIsInTwoStreamsThenTogether() {
    Map<String, Object> changeable = new LinkedHashMap<>(CHANGEABLE);
    changeable.values().removeAll(REPLACED); // become two in two such streams, even of one graph
    return each(
        STREAMS,
        changeable,
        (holder, part) ->
            () -> {
              assertNull(apart(holder.apply(part), new Bean("", part)));
              assertNull(apart(new Bean("", holder.apply(part)), part));
              assertNull(apart(holder.apply(part), List.of(holder.apply(part))));
              assertApart(holder.apply(part), "other");
            });
  }

  @TestFactory
  Stream<DynamicTest> encodeApartWhenAValueIsInTwoRootsThenApart() {
    Map<String, Function<Object, Object>> holders = new LinkedHashMap<>(HOLDERS);
    holders.putAll(STREAMS);
    return each(
        holders,
        VALUES,
        (holder, part) ->
            () -> assertApart(holder.apply(part), new Bean("a", part), holder.apply(part)));
  }

  /** Whether an object is another one in its holder after it was read with it. */
  private boolean becomesTwo(Object holder, Object part) {
    List<Object> graph = new ArrayList<>(List.of(holder, new Bean("", part)));
    List<?> read = (List<?>) transcoder.decode(transcoder.encode(graph));
    Object found = read.get(0);
    while (found instanceof List<?> list) {
      found = list.get(0);
    }
    Object alone = ((Bean) read.get(1)).part;
    return !(found instanceof Bean || found instanceof Pair || found instanceof Object[])
        && (found instanceof Map<?, ?> map ? map.get("key") : found) != alone;
  }

  private static Stream<DynamicTest> each(
      Map<String, Function<Object, Object>> holders,
      Map<String, Object> parts,
      BiFunction<Function<Object, Object>, Object, org.junit.jupiter.api.function.Executable>
          test) {
    return holders.entrySet().stream()
        .flatMap(
            holder ->
                parts.entrySet().stream()
                    .map(
                        part ->
                            DynamicTest.dynamicTest(
                                part.getKey() + " in " + holder.getKey(),
                                test.apply(holder.getValue(), part.getValue()))));
  }

  @Test
  void encodeApartWhenARootHoldsItselfThenApart() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    Bean bean = new Bean("cycle", null);
    bean.part = new ArrayList<>(List.of(bean));

    assertApart(cycle, bean, "other");
  }

  @Test
  void encodeApartWhenACycleLeadsThroughTwoRootsThenTogether() {
    Bean one = new Bean("one", null);
    Bean other = new Bean("other", one);
    one.part = other;

    assertNull(apart(one, other));
    assertNull(apart("first", new Pair("other", other), one));
  }

  @Test
  void encodeApartWhenOneRootHoldsAnotherThenTogether() {
    List<Object> root = new ArrayList<>(List.of("a"));

    assertNull(apart(root, new Bean("b", root)));
    assertNull(apart(root, root));
  }

  @Test
  void encodeApartWhenRootsAreManyThenLikeFew() {
    Object[] roots =
        IntStream.range(0, 500)
            .mapToObj(i -> new Bean("bean", new ArrayList<>(List.of("text", i))))
            .toArray();

    assertApart(roots);
  }

  @Test
  void encodeWhenRootsHadToStayTogetherThenTheyAreOneGraph() {
    List<Object> shared = new ArrayList<>(List.of("a"));
    Map<String, Object> roots =
        new LinkedHashMap<>(Map.of("one", new Bean("b", shared), "list", shared));
    assertNull(transcoder.encodeApart(List.copyOf(roots.values())));

    Map<?, ?> read = (Map<?, ?>) transcoder.decode(transcoder.encode(roots));

    Bean bean = (Bean) assertNotNull(read.get("one"), "one");
    assertSame(bean.part, read.get("list"));
  }

  @Test
  void encodeEachWhenRootsShareAnObjectThenEachGraphIsThatOfItsRoot() {
    List<Object> shared = new ArrayList<>(List.of("a"));
    List<Object> roots = List.of(shared, new Bean("b", shared), "text", shared);

    List<byte[]> graphs =
        assertNotNull(transcoder.encodeEach(roots, false, EncodedGraphs::takeAll), "together");

    assertNull(transcoder.encodeEach(roots, true, EncodedGraphs::takeAll));
    assertEquals(roots.size(), graphs.size());
    for (int i = 0; i < roots.size(); i++) {
      assertArrayEquals(transcoder.encode(roots.get(i)), graphs.get(i));
    }
  }

  @Test
  void encodeEachWhenGraphsAreOfAnySizeThenLieWhereTheySay() {
    String large = "text ".repeat(20_000);
    List<Object> roots = List.of("first", large, new Bean("b", large), "last");

    List<byte[]> where =
        transcoder.encodeEach(
            roots,
            true,
            graphs ->
                IntStream.range(0, graphs.size())
                    .mapToObj(
                        i ->
                            Arrays.copyOfRange(
                                graphs.array(i),
                                graphs.start(i),
                                graphs.start(i) + graphs.length(i)))
                    .toList());

    List<byte[]> graphs = assertNotNull(where, "together");
    assertEquals(roots.size(), graphs.size());
    for (int i = 0; i < roots.size(); i++) {
      assertArrayEquals(transcoder.encode(roots.get(i)), graphs.get(i));
    }
  }

  @Test
  void encodeApartWhenOneCannotBeWrittenThenIsRefusedAndTheNextIsWritten() {
    Misbehaving bad = Misbehaviour.THROWS_AN_EXCEPTION.attribute();

    assertThrows(TranscoderException.class, () -> apart("good", bad));

    assertApart("good", new Bean("a", null));
  }

  @Test
  void encodeApartWhenOneCannotBeReadThenIsRefused() {
    Misbehaving bad = Misbehaviour.CANNOT_BE_READ.attribute();

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> apart(new Bean("a", null), bad));

    assertEquals(TranscoderException.Reason.UNWRITABLE, refused.reason());
  }
}
