package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.UnlistedFilter;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.PackageRoots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.collections4.functors.ConstantFactory;
import org.apache.commons.collections4.keyvalue.TiedMapEntry;
import org.apache.commons.collections4.map.LazyMap;
import org.apache.ibatis.reflection.factory.DefaultObjectFactory;
import org.apache.ibatis.reflection.factory.ObjectFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Published attacks that do something when they are read, made of the real libraries: a file is
 * written, a stream is opened that no filter sees, a name is looked up in JNDI. Two filters stop
 * each of them, and each is taken away in turn: the list of known attacks, and the rule that a
 * library which is only brought along is not allowed.
 */
final class RunningLibrariesTest {

  private static final ClassLoader APPLICATION = RunningLibrariesTest.class.getClassLoader();

  private static final PackageRoots ROOTS =
      PackageRoots.of(Set.of(RunningLibrariesTest.class.getPackageName()));

  private static final ApplicationClasses OWN = type -> ROOTS.cover(type.getPackageName());
  private static final ApplicationClasses ANY = type -> true;

  /** Classes of the JDK that are in an attack, so that it is not they that stop it. */
  private static final String NAMED = "javax.naming.**";

  private static final String WRITTEN = "written";

  @TempDir private static Path folder;

  private interface Attack {
    Object make() throws ReflectiveOperationException;
  }

  private static Map<String, Attack> attacks() {
    Map<String, Attack> attacks = new LinkedHashMap<>();
    attacks.put("AspectJ writes a file", RunningLibrariesTest::cachingMap);
    String javassist = "javassist.Javassist";
    attacks.put(
        "MyBatis opens a stream, javassist",
        () -> stateHolder(javassist, new Reader(), List.of(), List.of()));
    attacks.put(
        "MyBatis opens a stream, cglib",
        () -> stateHolder("cglib.Cglib", new Reader(), List.of(), List.of()));
    attacks.put("c3p0 looks up in JNDI", JndiAttack::dataSource);
    attacks.put(
        "MyBatis opens a stream, c3p0 looks up in JNDI",
        () ->
            stateHolder(
                javassist, JndiAttack.dataSource(), List.of(boolean.class), List.of(false)));
    return attacks;
  }

  /** A map that asks for what is not there, around one that writes what it is given. */
  private static Object cachingMap() throws ReflectiveOperationException {
    Method init =
        Class.forName("org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap")
            .getDeclaredMethod("init", String.class, int.class);
    init.setAccessible(true);
    @SuppressWarnings("unchecked")
    Map<Object, Object> caching = (Map<Object, Object>) init.invoke(null, folder.toString(), 1_000);
    Map<Object, Object> asking =
        LazyMap.lazyMap(
            caching, new ConstantFactory<>("by an attack".getBytes(StandardCharsets.UTF_8)));
    Object key = new TiedMapEntry<>(asking, WRITTEN);
    Map<Object, Object> attack = new HashMap<>(Map.of(key, "v"));
    caching.clear(); // which was asked just now
    return attack;
  }

  /** What is held lies in a stream of the holder's own; its constructor makes the proxy for it. */
  private static Object stateHolder(
      String kind, Object held, List<Class<?>> parameters, List<Object> arguments)
      throws ReflectiveOperationException {
    Constructor<?> constructor =
        Class.forName("org.apache.ibatis.executor.loader." + kind + "SerialStateHolder")
            .getDeclaredConstructor(
                Object.class, Map.class, ObjectFactory.class, List.class, List.class);
    constructor.setAccessible(true);
    return constructor.newInstance(
        held, new HashMap<>(), new DefaultObjectFactory(), parameters, arguments);
  }

  private static TranscoderContext withoutList(ApplicationClasses own) {
    return TranscoderContext.of(UnlistedFilter.create(APPLICATION, own, NAMED));
  }

  private static TranscoderContext withList(ApplicationClasses own) {
    return TranscoderContext.of(ClassFilter.create(APPLICATION, own, NAMED));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAnAttackIsReadWithTheDefaultsThenNothingRuns() {
    return each(bytes -> assertRefused(bytes, withList(OWN)));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAnAttackIsNotKnownThenNothingRuns() {
    return each(bytes -> assertRefused(bytes, withoutList(OWN)));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAllClassesAreAllowedThenNothingOfAKnownAttackRuns() {
    return each(bytes -> assertRefused(bytes, withList(ANY)));
  }

  private static void assertRefused(Written written, TranscoderContext context) {
    Transcoder transcoder = written.serializer().transcoder(context);

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> transcoder.decode(written.bytes()));

    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
    assertFalse(hasRun());
  }

  /** Else the attacks would prove nothing. */
  @TestFactory
  Stream<DynamicTest> decodeWhenNothingStopsAnAttackThenItRuns() {
    return each(
        written -> {
          try {
            Object unused =
                written.serializer().transcoder(withoutList(ANY)).decode(written.bytes());
          } catch (TranscoderException e) {
            assertEquals(Reason.UNREADABLE, e.reason(), e.getMessage()); // after it ran
          }

          assertTrue(hasRun());
        });
  }

  private static boolean hasRun() {
    return Canary.sang || Files.exists(folder.resolve(WRITTEN));
  }

  /** An attack in the bytes of a serializer. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Written(Serializer serializer, byte[] bytes) {}

  private interface Check {
    void of(Written written);
  }

  private static Stream<DynamicTest> each(Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    attacks()
        .forEach(
            (name, attack) -> {
              int before = tests.size();
              for (Serializer serializer : Serializer.ALL) {
                byte[] bytes = written(serializer, attack);
                if (bytes.length > 0) {
                  tests.add(
                      DynamicTest.dynamicTest(
                          name + ", " + serializer,
                          () -> {
                            forget();
                            check.of(new Written(serializer, bytes));
                          }));
                }
              }
              assertTrue(tests.size() > before, () -> name + " can be written by none");
            });
    return tests.stream();
  }

  private static void forget() throws IOException {
    Canary.sang = false;
    Files.deleteIfExists(folder.resolve(WRITTEN));
  }

  /** Empty if this serializer cannot express the attack at all. */
  private static byte[] written(Serializer serializer, Attack attack) {
    try {
      Object graph = attack.make();
      return serializer.factory().equals("java")
          ? stream(graph)
          : serializer.transcoder(withoutList(ANY)).encode(graph);
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return new byte[0];
    } catch (NotSerializableException e) {
      return new byte[0];
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Those who attack need no transcoder of ours. */
  private static byte[] stream(Object graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  /** Of the application; sings when an attack runs. */
  public static final class Canary implements Serializable {

    private static final long serialVersionUID = 1L;

    private static volatile boolean sang;

    static void sing() {
      sang = true;
    }
  }

  /** Of the application; makes the canary sing when it is read from whatever stream. */
  static class Reader implements Serializable {

    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      Canary.sing();
      in.defaultReadObject();
    }
  }
}
