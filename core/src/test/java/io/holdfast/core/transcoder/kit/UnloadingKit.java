package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Classes that only the web application has are found, kept apart, and let go of. */
public abstract class UnloadingKit {

  private static final String ITEM =
      "public class Item implements java.io.Serializable { public String name = \"%s\";"
          + " public Item other; public Kind kind = Kind.B; public enum Kind { A, B }"
          + " public record Pair(int a, Object b) implements java.io.Serializable {}"
          + " public Object pair = new Pair(1, \"x\");"
          + " public Exception failure = new IllegalStateException(\"f\"); }";

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(ClassLoader loader) {
    return factory().create(TranscoderContext.of(Filters.ofLoader(loader, "")));
  }

  @Test
  void decodeWhenTwoApplicationsHaveAClassOfOneNameThenEachGetsItsOwn()
      throws ReflectiveOperationException {
    ClassLoader first = new SourceLoader(ITEM.formatted("first"));
    ClassLoader second = new SourceLoader(ITEM.formatted("second"));
    Object item = first.loadClass("Item").getDeclaredConstructor().newInstance();

    byte[] bytes = transcoder(first).encode(item);
    Object inFirst = transcoder(first).decode(bytes);
    Object inSecond = transcoder(second).decode(bytes);

    assertSame(first, inFirst.getClass().getClassLoader());
    assertSame(second, inSecond.getClass().getClassLoader());
    assertNotSame(inFirst.getClass(), inSecond.getClass());
    assertEquals("first", inSecond.getClass().getField("name").get(inSecond));
  }

  @Test
  void unloadWhenTranscoderIsDroppedThenLoaderIsCollectable() throws Exception {
    assertCollected(
        use(factory(), (transcoder, item) -> transcoder.decode(transcoder.encode(item))));
  }

  @Test
  void unloadWhenWritingWasRefusedThenLoaderIsCollectable() throws Exception {
    Object refused = Thread.currentThread();

    assertCollected(
        use(
            factory(),
            (transcoder, item) ->
                assertThrows(
                    TranscoderException.class,
                    () -> transcoder.encode(new ArrayList<>(List.of(item, refused))))));
  }

  @Test
  void unloadWhenReadingFailedThenLoaderIsCollectable() throws Exception {
    assertCollected(
        use(
            factory(),
            (transcoder, item) -> {
              byte[] bytes = transcoder.encode(item);
              for (int length = 0; length < bytes.length; length += 7) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThrows(TranscoderException.class, () -> transcoder.decode(cut));
              }
            }));
  }

  /** What an application does with its transcoder. */
  private interface Use {
    void of(Transcoder transcoder, Object item);
  }

  /** The factory is kept by the test meanwhile, as whatever lives longer than an application. */
  private static WeakReference<ClassLoader> use(TranscoderFactory factory, Use use)
      throws ReflectiveOperationException {
    ClassLoader loader = new SourceLoader(ITEM.formatted("x"));
    Transcoder transcoder = factory.create(TranscoderContext.of(Filters.ofLoader(loader, "")));
    Object item = loader.loadClass("Item").getDeclaredConstructor().newInstance();
    use.of(transcoder, new ArrayList<>(List.of(item, Map.of("k", item))));
    return new WeakReference<>(loader);
  }

  private static void assertCollected(WeakReference<ClassLoader> loader) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (loader.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    assertNull(loader.get(), "something still holds the application's class loader");
  }
}
