package io.holdfast.doctor.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files of the JDK's compiler, whole and damaged. */
final class ClassFileReaderTest {

  private static final String SOURCE =
      """
      package com.acme;

      import java.io.Serializable;
      import java.util.List;
      import java.util.Map;

      public abstract class Odd<T> implements Serializable, Comparable<Odd<T>> {
        static final boolean STARTED = Boolean.getBoolean("started");
        private static int hidden;
        private transient int lost;
        protected volatile long seen;
        transient String text;
        final int[] numbers = {1};
        Map<String, List<Item>> items;

        protected Odd(String text, int... numbers) {}

        private Odd() {}

        synchronized native void hold();

        public int compareTo(Odd<T> other) {
          assert other != null;
          return 0;
        }

        Runnable task() {
          return () -> text = "";
        }

        static Object anonymous() {
          return new java.util.ArrayList<String>() {};
        }

        protected static class Item implements Serializable {
          class Part implements Serializable {
            private void run() {}
          }
        }

        private static final class Secret implements Serializable {}

        public interface Mark extends Serializable {}

        interface Work extends Serializable {
          void run();
        }

        enum Size { SMALL, LARGE { @Override public String toString() { return "L"; } } }

        record Pair(int a, String b) implements Serializable {}

        static class Known implements Serializable {
          private static final long serialVersionUID = -5;

          private void writeObject(java.io.ObjectOutputStream out) {}

          Object readResolve() { return this; }
        }
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Version.compile(folder, SOURCE);
  }

  @Test
  void readWhenNoUidIsDeclaredThenItIsTheOneOfTheJdk() throws Exception {
    int compared = 0;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        ClassFile read = ClassFileReader.read(Files.readAllBytes(file));
        Class<?> type = Class.forName(read.name(), false, loader);
        ObjectStreamClass known = ObjectStreamClass.lookup(type);
        if (known != null && !Enum.class.isAssignableFrom(type) && !type.isRecord()) {
          compared++;
          assertEquals((Long) known.getSerialVersionUID(), read.uid().value(), read.name());
        }
      }
    }

    assertEquals(8, compared);
  }

  @Test
  void readWhenFieldsAreThereThenOnlyStoredOnesCount() throws IOException {
    ClassFile odd = read("Odd");

    assertEquals(Set.of("items", "numbers", "seen"), odd.fields().keySet());
    assertEquals("int[]", field(odd, "numbers").shown());
    assertEquals(
        new TreeSet<>(
            List.of("com.acme.Odd$Item", "java.lang.String", "java.util.List", "java.util.Map")),
        field(odd, "items").classes());
  }

  @Test
  void readWhenAClassIsSpecialThenItIsKnown() throws IOException {
    assertEquals(List.of("SMALL", "LARGE"), read("Odd$Size").constants());
    assertTrue(read("Odd$Size").isEnum());
    assertTrue(read("Odd$Pair").isRecord());
    assertEquals(Set.of("readResolve", "writeObject"), read("Odd$Known").forms());
    assertEquals(new ClassFile.Uid(true, -5L), read("Odd$Known").uid());
  }

  @Test
  void readWhenTheFileIsCutThenItIsRefused() throws IOException {
    byte[] bytes = bytes("Odd");

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(
          IOException.class, () -> ClassFileReader.read(cut), () -> "cut at " + cut.length);
    }
  }

  /** Whatever it makes of them, no byte leads anywhere but to a class or to a refusal. */
  @Test
  void readWhenAByteIsWrongThenItIsReadOrRefused() throws IOException {
    byte[] bytes = bytes("Odd$Item$Part");
    int refused = 0;

    for (int i = 0; i < bytes.length; i++) {
      for (int wrong : new int[] {0, 0x7f, 0xff, bytes[i] + 1}) {
        byte[] damaged = bytes.clone();
        damaged[i] = (byte) wrong;
        try {
          ClassFile unused = ClassFileReader.read(damaged);
        } catch (IOException e) {
          assertTrue(e.getMessage() != null, "at " + i);
          refused++;
        }
      }
    }

    assertTrue(refused > 0);
  }

  private static ClassFile.Field field(ClassFile file, String name) {
    return Objects.requireNonNull(file.fields().get(name));
  }

  private static ClassFile read(String name) throws IOException {
    return ClassFileReader.read(bytes(name));
  }

  private static byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(folder.resolve("com/acme/" + name + ".class"));
  }
}
