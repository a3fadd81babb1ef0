package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Collections of the application that load an element when they are asked for it, or have no end: a
 * serializer writes what they hold in their fields, and asks for few elements, if any.
 */
@SuppressWarnings("serial")
public abstract class ForeignCollectionsKit {

  /** Far fewer than there are, and more than anything looks at to write a graph. */
  private static final int FEW = 20_000;

  private static final AtomicInteger ASKED = new AtomicInteger();

  private final Transcoder transcoder =
      factory()
          .create(
              TranscoderContext.of(
                  Filters.ofLoader(ForeignCollectionsKit.class.getClassLoader(), "")));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  @BeforeEach
  void nothingWasAsked() {
    ASKED.set(0);
  }

  private static int asked() {
    if (ASKED.incrementAndGet() > 2 * FEW) {
      throw new IllegalStateException("asked for far too many elements");
    }
    return ASKED.get();
  }

  /** Loads a row when it is asked for it. */
  private static final class LazyList extends AbstractList<String> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int rows = 1_000_000;

    @Override
    public String get(int index) {
      return "row " + asked();
    }

    @Override
    public int size() {
      return rows;
    }
  }

  private static final class Endless implements Iterator<String> {

    @Override
    public boolean hasNext() {
      return true;
    }

    @Override
    public String next() {
      return "row " + asked();
    }
  }

  private static final class EndlessCollection extends AbstractCollection<String>
      implements Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<String> iterator() {
      return new Endless();
    }

    @Override
    public int size() {
      return Integer.MAX_VALUE;
    }
  }

  private static final class EndlessMap extends AbstractMap<String, String>
      implements Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, String>> iterator() {
          Iterator<String> keys = new Endless();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return true;
            }

            @Override
            public Map.Entry<String, String> next() {
              return Map.entry(keys.next(), "value");
            }
          };
        }

        @Override
        public int size() {
          return Integer.MAX_VALUE;
        }
      };
    }
  }

  private record Page(Object rows) implements Serializable {}

  private static final class Panel implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable") // is written
    @Nullable Object rows;

    @Nullable Object other;

    Panel(Object rows) {
      this.rows = rows;
    }
  }

  @Test
  void encodeWhenAListLoadsItsElementsThenLoadsNone() {
    Panel panel = new Panel(new LazyList());

    for (int backup = 0; backup < 3; backup++) {
      byte[] bytes = transcoder.encode(new LinkedHashMap<>(Map.of("panel", panel)));
      assertNotNull(transcoder.decode(bytes));
    }

    assertEquals(0, ASKED.get());
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenACollectionHasNoEndThenAsksForFewElements() {
    Map<String, Function<Object, Object>> places = new LinkedHashMap<>();
    places.put("alone", rows -> rows);
    places.put("in a bean", Panel::new);
    places.put("in a record", Page::new);
    places.put("in a key", rows -> new HashSet<>(Set.of(new Panel(rows))));
    places.put(
        "in what is refused",
        rows -> {
          Panel panel = new Panel(rows);
          panel.other = Thread.currentThread();
          return panel;
        });
    return places.entrySet().stream()
        .flatMap(
            place ->
                Stream.of(new EndlessCollection(), new EndlessMap())
                    .map(
                        rows ->
                            DynamicTest.dynamicTest(
                                rows.getClass().getSimpleName() + " " + place.getKey(),
                                () -> assertFewAsked(place.getValue().apply(rows)))));
  }

  private void assertFewAsked(Object attribute) {
    ASKED.set(0);
    try {
      assertNotNull(transcoder.encode(new LinkedHashMap<>(Map.of("rows", attribute))));
    } catch (TranscoderException e) {
      assertNotNull(e.getMessage()); // refused, as some are wherever such a collection is
    }

    assertTrue(ASKED.get() <= FEW, () -> "asked for " + ASKED);
  }
}
