package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Written by one version of a class, read by the next: right, or not at all. Each version has the
 * same serialVersionUID and shows its state by {@code toString}.
 */
public abstract class EvolutionKit {

  /**
   * A change of a class.
   *
   * @param name what a report shows
   * @param before the body of the class when writing
   * @param after the body when reading
   * @param expected what {@code toString} of the new version says of the old one's object
   */
  private record Change(String name, String before, String after, String expected) {}

  private static final List<Change> CHANGES =
      List.of(
          new Change(
              "field added",
              "String a = \"x\"; Object c = a;" + shows("a"),
              "String a; int b; String b2; Object c;" + shows("a + b + b2 + (a == c)"),
              "x0nulltrue"),
          new Change(
              "field removed",
              "String a = \"x\"; int b = 5; Object c = new int[] {7}; Object d = c;" + shows("a"),
              "String a; Object d;" + shows("a + ((int[]) d)[0]"),
              "x7"),
          new Change(
              "field renamed", "String a = \"x\";" + shows("a"), "String z;" + shows("z"), "null"),
          new Change(
              "fields reordered",
              "int a = 1; int b = 2;" + shows("a"),
              "int b; int a;" + shows("a + \",\" + b"),
              "1,2"),
          new Change("int to long", "int a = -5;" + shows("a"), "long a;" + shows("a"), "-5"),
          new Change("int to Integer", "int a = -5;" + shows("a"), "Integer a;" + shows("a"), "-5"),
          new Change("Integer to int", "Integer a = -5;" + shows("a"), "int a;" + shows("a"), "-5"),
          new Change(
              "float to double", "float a = 1.5f;" + shows("a"), "double a;" + shows("a"), "1.5"),
          new Change(
              "long to int", "long a = 1L << 40;" + shows("a"), "int a;" + shows("a"), "never"),
          new Change(
              "String to Object", "String a = \"x\";" + shows("a"), "Object a;" + shows("a"), "x"),
          new Change(
              "String to List",
              "String a = \"x\";" + shows("a"),
              "java.util.List<?> a;" + shows("a"),
              "never"),
          new Change(
              "ArrayList to List",
              "java.util.ArrayList<?> a = new java.util.ArrayList<>(java.util.List.of(1));"
                  + shows("a"),
              "java.util.List<?> a;" + shows("a"),
              "[1]"),
          new Change(
              "enum reordered",
              "enum E { A, B } E e = E.B; java.util.Set<E> s = java.util.EnumSet.of(E.B);"
                  + shows("e"),
              "enum E { B, C, A } E e; java.util.Set<E> s;" + shows("e + \"\" + s"),
              "B[B]"),
          new Change(
              "enum constant removed",
              "enum E { A, B } E e = E.B;" + shows("e"),
              "enum E { A } E e;" + shows("e"),
              "never"),
          new Change(
              "record component added",
              "record R(int a) implements java.io.Serializable {} Object r = new R(3);"
                  + shows("r"),
              "record R(String b, int a) implements java.io.Serializable {} Object r;" + shows("r"),
              "R[b=null, a=3]"),
          new Change(
              "record components reordered",
              "record R(int a, int b) implements java.io.Serializable {} Object r = new R(3, 4);"
                  + shows("r"),
              "record R(int b, int a) implements java.io.Serializable {} Object r;" + shows("r"),
              "R[b=4, a=3]"),
          new Change(
              "superclass inserted",
              "static class S implements java.io.Serializable { private static final long serialVersionUID = 1; int a = 4; } static class T extends S { private static final long serialVersionUID = 1; int t = 5; } T t = new T();"
                  + shows("t.t"),
              "static class S implements java.io.Serializable { private static final long serialVersionUID = 1; int a; } static class M extends S { private static final long serialVersionUID = 1; int m; } static class T extends M { private static final long serialVersionUID = 1; int t; } T t;"
                  + shows("t.a + \",\" + t.m + \",\" + t.t"),
              "4,0,5"),
          new Change(
              "class of a removed field gone",
              "static class G implements java.io.Serializable {} Object g = new G(); String a = \"x\";"
                  + shows("a"),
              "String a;" + shows("a"),
              "x"));

  private static String shows(String expression) {
    return " public String toString() { return \"\" + (" + expression + "); }";
  }

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** The names of the changes after which old objects cannot be read; all others are right. */
  protected abstract Set<String> unreadable();

  @TestFactory
  Stream<DynamicTest> decodeWhenClassHasChangedThenIsRightOrUnreadable() {
    return CHANGES.stream()
        .map(change -> DynamicTest.dynamicTest(change.name(), () -> check(change)));
  }

  /** What else the application consists of in each version, none unless overridden. */
  protected String[] otherSources() {
    return new String[0];
  }

  private void check(Change change) throws ReflectiveOperationException {
    ClassLoader old = version(change.before());
    ClassLoader next = version(change.after());
    Object written = old.loadClass("Thing").getDeclaredConstructor().newInstance();
    byte[] bytes = transcoder(old).encode(written);

    String outcome;
    try {
      outcome = transcoder(next).decode(bytes).toString();
    } catch (TranscoderException e) {
      outcome = "unreadable";
    }

    assertEquals(unreadable().contains(change.name()) ? "unreadable" : change.expected(), outcome);
  }

  private Transcoder transcoder(ClassLoader loader) {
    return factory().create(TranscoderContext.of(ClassFilter.create(loader, "")));
  }

  private ClassLoader version(String body) {
    String thing =
        "public class Thing implements java.io.Serializable {"
            + " private static final long serialVersionUID = 1; "
            + body
            + "}";
    return new SourceLoader(
        Stream.concat(Stream.of(thing), Stream.of(otherSources())).toArray(String[]::new));
  }
}
