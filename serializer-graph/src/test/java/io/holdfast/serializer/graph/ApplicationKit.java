package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes of applications: their versions, their loaders and their threads. */
public abstract class ApplicationKit {

  private static final int THREADS = 8;

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(ClassLoader loader) {
    return factory().create(TranscoderContext.of(Filters.ofLoader(loader, "")));
  }

  private static ClassLoader load(String members, String more) {
    return new SourceLoader(
        """
        public class App %s {
          %s
        }
        """
            .formatted(more, members));
  }

  private static Object instance(ClassLoader loader) throws ReflectiveOperationException {
    return loader.loadClass("App").getDeclaredConstructor().newInstance();
  }

  /** What {@code ClassChange} has not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int n = 7; String s = `a`;|String s; int n; int added;|s=a n=7 added=0",
        "int n = 7; java.util.List gone = java.util.List.of(1);|int n;|n=7",
        "int n = 7;|Object n;|refused",
        "int n = 7;|Number n;|refused",
        "int n = 7;|boolean n;|refused",
        "boolean n = true;|int n;|refused",
        "char n = 'c';|int n;|n=99",
        "char n = '5';|String n;|refused",
        "double n = 1e300;|float n;|refused",
        "double n = 1.5;|float n;|n=1.5",
        "Object n = 7;|String n;|refused",
        "Object a = new java.util.ArrayList(); Object b = a; int n = 7;"
            + "|Object b; int n;|b=[] n=7"
      })
  void decodeWhenClassHasChangedThenReadableOrAbsent(String before, String after, String expected)
      throws ReflectiveOperationException {
    ClassLoader old = load(before.replace('`', '"'), "");
    ClassLoader next = load(after.replace('`', '"'), "");
    byte[] bytes = transcoder(old).encode(instance(old));

    String found = describe(transcoder(next), bytes);

    assertEquals(
        Set.of(expected.split(" (?=[a-z]+=)")), Set.of(found.split(" (?=[a-z]+=)")), found);
  }

  private static String describe(Transcoder transcoder, byte[] bytes)
      throws IllegalAccessException {
    Object decoded;
    try {
      decoded = transcoder.decode(bytes);
    } catch (TranscoderException e) {
      return "refused";
    }
    List<String> fields = new ArrayList<>();
    for (var field : decoded.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      fields.add(field.getName() + "=" + field.get(decoded));
    }
    return String.join(" ", fields);
  }

  @Test
  void decodeWhenTwoApplicationsHaveTheClassThenEachGetsItsOwn()
      throws ReflectiveOperationException {
    ClassLoader one = load("int n = 1;", "");
    ClassLoader two = load("int n = 2;", "");

    Object ofOne = transcoder(one).decode(transcoder(one).encode(instance(one)));
    Object ofTwo = transcoder(two).decode(transcoder(two).encode(instance(two)));

    assertEquals(one.loadClass("App"), ofOne.getClass());
    assertEquals(two.loadClass("App"), ofTwo.getClass());
    assertNotSame(ofOne.getClass(), ofTwo.getClass());
  }

  @Test
  void encodeWhenClassIsOfAnotherApplicationThenRefused() throws ReflectiveOperationException {
    Object foreign = instance(load("int n = 1;", ""));
    Transcoder transcoder = transcoder(load("int n = 2;", ""));

    assertThrows(TranscoderException.class, () -> transcoder.encode(foreign));
  }

  @Test
  void createWhenApplicationIsGoneThenItsLoaderIsCollected() throws Exception {
    WeakReference<ClassLoader> loader = useAndForget();

    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (loader.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }

    assertNull(loader.get());
  }

  private WeakReference<ClassLoader> useAndForget() throws ReflectiveOperationException {
    ClassLoader loader =
        load(
            "enum E { A } record R(E e) {} Object r = new R(E.A); Object t = new Ex(\"m\");"
                + "static class Ex extends Exception { Ex(String m) { super(m); } }",
            "");
    Transcoder transcoder = transcoder(loader);
    Object unused = transcoder.decode(transcoder.encode(instance(loader)));
    return new WeakReference<>(loader);
  }

  @Test
  void encodeWhenManyThreadsThenAllGetTheSame() throws Exception {
    Transcoder transcoder = transcoder(ApplicationKit.class.getClassLoader());
    Map<String, Object> session = new HashMap<>();
    session.put("list", new ArrayList<>(List.of("a", 1, 2.5)));
    session.put("nested", List.of(Map.of("k", new int[] {1, 2})));
    byte[] expected = transcoder.encode(session);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<byte[]> work =
          () -> {
            byte[] bytes = expected;
            for (int i = 0; i < 200; i++) {
              bytes = transcoder.encode(transcoder.decode(bytes));
            }
            return bytes;
          };
      List<Callable<byte[]>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(work);
      }

      List<Future<byte[]>> results = threads.invokeAll(all);

      for (Future<byte[]> result : results) {
        assertArrayEquals(expected, result.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void decodeWhenDoneThenNoThreadIsLeft() {
    Transcoder transcoder = transcoder(ApplicationKit.class.getClassLoader());
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    Object unused = transcoder.decode(transcoder.encode("x".repeat(100_000)));

    List<Thread> more = new ArrayList<>(Thread.getAllStackTraces().keySet());
    more.removeAll(before);
    more.removeIf(thread -> !thread.getName().contains("avolution"));
    assertEquals(List.of(), more);
  }
}
