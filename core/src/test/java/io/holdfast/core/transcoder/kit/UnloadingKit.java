package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
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
    return factory().create(TranscoderContext.of(ClassFilter.create(loader, "")));
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
    WeakReference<ClassLoader> loader = use(transcoderUses());
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();

    while (loader.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }

    assertNull(loader.get(), "something still holds the application's class loader");
  }

  /** Kept by the test meanwhile: whatever lives longer than an application. */
  private TranscoderFactory transcoderUses() {
    return factory();
  }

  private static WeakReference<ClassLoader> use(TranscoderFactory factory)
      throws ReflectiveOperationException {
    ClassLoader loader = new SourceLoader(ITEM.formatted("x"));
    Transcoder transcoder = factory.create(TranscoderContext.of(ClassFilter.create(loader, "")));
    Object item = loader.loadClass("Item").getDeclaredConstructor().newInstance();
    List<Object> graph = new ArrayList<>(List.of(item, Map.of("k", item)));
    transcoder.decode(transcoder.encode(graph));
    return new WeakReference<>(loader);
  }
}
