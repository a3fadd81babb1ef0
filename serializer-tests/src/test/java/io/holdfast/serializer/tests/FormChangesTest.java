package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A class that takes part in serialization in every way it can, and in every other way after a
 * change: its object is read with its value, or refused, and never empty.
 */
final class FormChangesTest {

  private static final String SERIAL = " implements java.io.Serializable ";
  private static final String UID = " private static final long serialVersionUID = 1; ";
  private static final String FIELD = UID + " String a = \"x\"; public String a() { return a; } ";
  private static final String OUT = "(java.io.ObjectOutputStream out) throws java.io.IOException";
  private static final String IN =
      "(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException";

  private static final Map<String, ClassLoader> VERSIONS = new LinkedHashMap<>();

  static {
    put("bean", "class Part" + SERIAL + "{" + FIELD + "}");
    put("bean not Serializable", "class Part {" + FIELD + "}");
    put(
        "writeObject with its fields",
        "class Part"
            + SERIAL
            + "{"
            + FIELD
            + "private void writeObject"
            + OUT
            + " { out.defaultWriteObject(); }"
            + "private void readObject"
            + IN
            + " { in.defaultReadObject(); } }");
    put(
        "writeObject with its own data",
        "class Part"
            + SERIAL
            + "{"
            + FIELD
            + "private void writeObject"
            + OUT
            + " { out.writeUTF(a); }"
            + "private void readObject"
            + IN
            + " { a = in.readUTF(); } }");
    put(
        "writeObject with an object",
        "class Part"
            + SERIAL
            + "{"
            + FIELD
            + "private void writeObject"
            + OUT
            + " { out.writeObject(new String[] {a}); }"
            + "private void readObject"
            + IN
            + " { a = ((String[]) in.readObject())[0]; } }");
    put(
        "Externalizable",
        "class Part implements java.io.Externalizable {"
            + FIELD
            + "public void writeExternal(java.io.ObjectOutput out) throws java.io.IOException"
            + " { out.writeUTF(a); }"
            + "public void readExternal(java.io.ObjectInput in) throws java.io.IOException"
            + " { a = in.readUTF(); } }");
    put(
        "readResolve",
        "class Part" + SERIAL + "{" + FIELD + "Object readResolve() { return this; } }");
    put(
        "writeReplace",
        "class Part"
            + SERIAL
            + "{"
            + FIELD
            + "Object writeReplace() { return new Stand(); }"
            + "public static class Stand"
            + SERIAL
            + "{"
            + UID
            + "Object readResolve() { return new Part(); } } }");
    put(
        "persistent fields",
        "class Part"
            + SERIAL
            + "{"
            + FIELD
            + "private static final java.io.ObjectStreamField[] serialPersistentFields ="
            + " {new java.io.ObjectStreamField(\"a\", String.class)}; }");
    put(
        "map",
        "class Part extends java.util.HashMap<Object, Object> {" + FIELD + "{ put(1, 2); } }");
    put("empty map", "class Part extends java.util.HashMap<Object, Object> {" + FIELD + "}");
    put("list", "class Part extends java.util.ArrayList<Object> {" + FIELD + "{ add(1); } }");
    put(
        "abstract list",
        "class Part extends java.util.AbstractList<Object>"
            + SERIAL
            + "{"
            + FIELD
            + "public Object get(int i) { return a; } public int size() { return 1; } }");
    put("exception", "class Part extends RuntimeException {" + FIELD + "}");
    put("record", "record Part(String a)" + SERIAL + "{ public Part() { this(\"x\"); } }");
    put("enum", "enum Part { x; public String a() { return name(); } }");
    put(
        "enum with bodies",
        "enum Part { x { public String a() { return name(); } }; public abstract String a(); }");
  }

  private static void put(String name, String part) {
    VERSIONS.put(name, new SourceLoader("public " + part));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAClassIsWrittenInAnotherWayThenItsObjectIsNotEmpty() {
    return Serializer.WITH_OPTIONS.stream()
        .map(serializer -> DynamicTest.dynamicTest(serializer.title(), () -> check(serializer)));
  }

  private static void check(Serializer serializer) throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, ClassLoader> before : VERSIONS.entrySet()) {
      byte[] bytes;
      try {
        bytes = written(serializer, before.getValue());
      } catch (TranscoderException e) {
        continue;
      }
      for (Map.Entry<String, ClassLoader> after : VERSIONS.entrySet()) {
        String found = look(serializer, bytes, after.getValue(), before.equals(after));
        if (found != null) {
          wrong.add("%s to %s: %s".formatted(before.getKey(), after.getKey(), found));
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static byte[] written(Serializer serializer, ClassLoader version)
      throws ReflectiveOperationException {
    Class<?> type = version.loadClass("Part");
    Object part = type.isEnum() ? type.getEnumConstants()[0] : type.getConstructor().newInstance();
    return serializer.transcoder(version).encode(new ArrayList<>(List.of(part, "next")));
  }

  /** What is wrong, null if nothing is. */
  private static @Nullable String look(
      Serializer serializer, byte[] bytes, ClassLoader version, boolean unchanged)
      throws ReflectiveOperationException {
    List<?> read;
    try {
      read = (List<?>) serializer.transcoder(version).decode(bytes);
    } catch (TranscoderException e) {
      return unchanged ? "refused" : null;
    }
    Object part = read.get(0);
    Object value = version.loadClass("Part").getMethod("a").invoke(part);
    boolean lostByTheJdk = value == null && serializer.title().equals("java");
    boolean right = ("x".equals(value) || lostByTheJdk) && read.get(1).equals("next");
    return right ? null : value + ", then " + read.get(1);
  }
}
