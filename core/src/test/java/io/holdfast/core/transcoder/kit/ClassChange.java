package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A change of a class between two versions of an application. Each version has the same
 * serialVersionUID unless it is said to have none, and shows its state by {@code toString}.
 *
 * @param name what a report shows
 * @param before the body of the class when writing
 * @param after the body when reading
 * @param expected what {@code toString} of the new version says of the old one's object
 * @param lost what it says if the value at stake is gone and the rest is right; null if it must not
 *     be gone
 * @param meaning what the new version has then, in words
 */
public record ClassChange(
    String name,
    String before,
    String after,
    String expected,
    @Nullable String lost,
    String meaning) {

  /** What becomes of an object of the old version. */
  public enum Outcome {
    /** It is read as expected. */
    READ,
    /** It is read without the value at stake. */
    LOST,
    /** It is refused. */
    UNREADABLE
  }

  private static final String SERIAL = " implements java.io.Serializable ";
  private static final String UID = " private static final long serialVersionUID = 1; ";

  /** All changes that serializers are tested with. */
  public static List<ClassChange> all() {
    return ALL;
  }

  /** Changes backwards: what the old version sees of that which the new one wrote. */
  public static List<ClassChange> back() {
    return BACK;
  }

  private ClassChange(String name, String before, String after, String expected, String meaning) {
    this(name, before, after, expected, null, meaning);
  }

  /**
   * Lets the old version write and the new one read.
   *
   * @param transcoders makes a transcoder for the application whose loader it is given
   * @param otherSources what else the application consists of in each version
   * @throws AssertionError if the new version reads something wrong
   */
  public Outcome outcome(Function<ClassLoader, Transcoder> transcoders, String... otherSources)
      throws ReflectiveOperationException {
    ClassLoader old = version(before, otherSources);
    Object written = old.loadClass("Thing").getDeclaredConstructor().newInstance();
    byte[] bytes = transcoders.apply(old).encode(written);
    String shown;
    try {
      shown = transcoders.apply(version(after, otherSources)).decode(bytes).toString();
    } catch (TranscoderException e) {
      return Outcome.UNREADABLE;
    }
    if (shown.equals(expected)) {
      return Outcome.READ;
    }
    if (shown.equals(lost)) {
      return Outcome.LOST;
    }
    throw new AssertionError(name + " is silently wrong: " + shown + ", not " + expected);
  }

  private static ClassLoader version(String body, String... otherSources) {
    String thing = "public class Thing" + SERIAL + "{" + UID + body + "}";
    return new SourceLoader(
        Stream.concat(Stream.of(thing), Stream.of(otherSources)).toArray(String[]::new));
  }

  private static String shows(String expression) {
    return " public String toString() { return \"\" + (" + expression + "); }";
  }

  private static final List<ClassChange> ALL =
      List.of(
          new ClassChange(
              "field added",
              "String a = \"x\"; Object c = new int[] {7}; Object d = c;" + shows("a"),
              "String a; int b; String b2; Object c; Object d;" + shows("a + b + b2 + (c == d)"),
              "x0nulltrue",
              "0 or null in it"),
          new ClassChange(
              "field with an initial value added",
              "String a = \"x\";" + shows("a"),
              "String a; int b = 7;" + shows("a + b"),
              "x0",
              "0 in it, as no constructor is called"),
          new ClassChange(
              "field removed",
              "String a = \"x\"; int b = 5; Object c = new int[] {7}; Object d = c;" + shows("a"),
              "String a; Object d;" + shows("a + ((int[]) d)[0]"),
              "x7",
              "the other fields"),
          new ClassChange(
              "field removed, and its class gone",
              "static class G" + SERIAL + "{} Object g = new G(); String a = \"x\";" + shows("a"),
              "String a;" + shows("a"),
              "x",
              "the other fields"),
          new ClassChange(
              "field renamed",
              "String a = \"x\";" + shows("a"),
              "String z;" + shows("z"),
              "null",
              "null in it: one field was removed, another one added"),
          new ClassChange(
              "field made transient",
              "String a = \"x\"; String b = \"y\";" + shows("a"),
              "String a; transient String b;" + shows("a + b"),
              "xnull",
              "null in it"),
          new ClassChange(
              "fields reordered",
              "int a = 1; int b = 2;" + shows("a"),
              "int b; int a;" + shows("a + \",\" + b"),
              "1,2",
              "the values by name"),
          new ClassChange(
              "int to long", "int a = -5;" + shows("a"), "long a;" + shows("a"), "-5", "the value"),
          new ClassChange(
              "long to int, the value fits",
              "long a = -5; Long b = 7L; long c = Integer.MIN_VALUE; short d = 9;" + shows("a"),
              "int a; Integer b; int c; byte d;" + shows("a + \",\" + b + \",\" + c + \",\" + d"),
              "-5,7,-2147483648,9",
              "the value"),
          new ClassChange(
              "double to int, the value fits",
              "double a = -5; Float b = 7f;" + shows("a"),
              "int a; Long b;" + shows("a + \",\" + b"),
              "-5,7",
              "the value"),
          new ClassChange(
              "float to double",
              "float a = 1.5f;" + shows("a"),
              "double a;" + shows("a"),
              "1.5",
              "the value"),
          new ClassChange(
              "int to Integer",
              "int a = -5;" + shows("a"),
              "Integer a;" + shows("a"),
              "-5",
              "the value"),
          new ClassChange(
              "Integer to int",
              "Integer a = -5;" + shows("a"),
              "int a;" + shows("a"),
              "-5",
              "the value"),
          new ClassChange(
              "String to Object",
              "String a = \"x\";" + shows("a"),
              "Object a;" + shows("a"),
              "x",
              "the value"),
          new ClassChange(
              "ArrayList to List",
              "java.util.ArrayList<?> a = new java.util.ArrayList<>(java.util.List.of(1));"
                  + shows("a"),
              "java.util.List<?> a;" + shows("a"),
              "[1]",
              "the list"),
          new ClassChange(
              "enum constants added and reordered",
              "enum E { A, B } E e = E.B; java.util.Set<E> s = java.util.EnumSet.of(E.B);"
                  + shows("e"),
              "enum E { B, C, A } E e; java.util.Set<E> s;" + shows("e + \"\" + s"),
              "B[B]",
              "the constants by name"),
          new ClassChange(
              "record component added",
              "record R(int a)" + SERIAL + "{} Object r = new R(3);" + shows("r"),
              "record R(String b, int a)" + SERIAL + "{} Object r;" + shows("r"),
              "R[b=null, a=3]",
              "0 or null in it"),
          new ClassChange(
              "record components reordered",
              "record R(int a, int b)" + SERIAL + "{} Object r = new R(3, 4);" + shows("r"),
              "record R(int b, int a)" + SERIAL + "{} Object r;" + shows("r"),
              "R[b=4, a=3]",
              "the values by name"),
          new ClassChange(
              "superclass inserted",
              top("S", "", "int a = 4;")
                  + top("T", "S", "int t = 5;")
                  + "T t = new T();"
                  + shows("t.t"),
              top("S", "", "int a;")
                  + top("M", "S", "int m;")
                  + top("T", "M", "int t;")
                  + "T t;"
                  + shows("t.a + \",\" + t.m + \",\" + t.t"),
              "4,0,5",
              "0 or null in its fields"),
          new ClassChange(
              "superclass removed",
              top("S", "", "int a = 4;")
                  + top("T", "S", "int t = 5;")
                  + "T t = new T();"
                  + shows("t.t"),
              top("T", "", "int t;") + "T t;" + shows("t.t"),
              "5",
              "the other fields"),
          new ClassChange(
              "field moved to a superclass",
              top("S", "", "") + top("T", "S", "int t = 5;") + "T t = new T();" + shows("t.t"),
              top("S", "", "int t;") + top("T", "S", "") + "T t;" + shows("t.t"),
              "5",
              "0",
              "the value"),
          new ClassChange(
              "field added that hides an inherited one",
              top("S", "", "int a = 4;") + top("T", "S", "") + "T t = new T();" + shows("t.a"),
              top("S", "", "int a;")
                  + top("T", "S", "int a;")
                  + "T t;"
                  + shows("((S) t).a + \",\" + t.a"),
              "4,0",
              "0 or null in it"),
          new ClassChange(
              "field removed that hid an inherited one",
              top("S", "", "int a = 4;")
                  + top("T", "S", "int a = 5;")
                  + "T t = new T();"
                  + shows("t.a"),
              top("S", "", "int a;") + top("T", "S", "") + "T t;" + shows("t.a"),
              "4",
              "the inherited one"),
          new ClassChange(
              "writeObject removed",
              "static class W"
                  + SERIAL
                  + "{"
                  + UID
                  + "int a = 4; private void writeObject(java.io.ObjectOutputStream out)"
                  + " throws java.io.IOException { out.defaultWriteObject(); } } W w = new W();"
                  + shows("w.a"),
              top("W", "", "int a;") + "W w;" + shows("w.a"),
              "4",
              "the fields"),
          new ClassChange(
              "field added, no serialVersionUID",
              "static class N" + SERIAL + "{ int a = 4; } N n = new N();" + shows("n.a"),
              "static class N" + SERIAL + "{ int a; int b; } N n;" + shows("n.a + \",\" + n.b"),
              "4,0",
              "0 or null in it"),
          new ClassChange(
              "method added, no serialVersionUID",
              "static class N" + SERIAL + "{ int a = 4; } N n = new N();" + shows("n.a"),
              "static class N"
                  + SERIAL
                  + "{ int a; public int b() { return a; } } N n;"
                  + shows("n.b()"),
              "4",
              "everything"),
          new ClassChange(
              "long to int, the value does not fit",
              "long a = 1L << 40;" + shows("a"),
              "int a;" + shows("a"),
              "never",
              "the value does not fit"),
          new ClassChange(
              "int to float, more digits than fit",
              "int a = 16777217;" + shows("a"),
              "float a;" + shows("a"),
              "never",
              "the value does not fit"),
          new ClassChange(
              "double to float, more digits than fit",
              "double a = 16777217.5;" + shows("a"),
              "float a;" + shows("a"),
              "never",
              "the value does not fit"),
          new ClassChange(
              "String to List",
              "String a = \"x\";" + shows("a"),
              "java.util.List<?> a;" + shows("a"),
              "never",
              "the value does not fit"),
          new ClassChange(
              "int to String",
              "int a = 5;" + shows("a"),
              "String a;" + shows("a"),
              "5",
              "the digits"),
          new ClassChange(
              "enum constant removed",
              "enum E { A, B } E e = E.B;" + shows("e"),
              "enum E { A } E e;" + shows("e"),
              "never",
              "there is no such constant"),
          new ClassChange(
              "class renamed",
              top("T", "", "int t = 5;") + "Object t = new T();" + shows("t"),
              top("U", "", "int t;") + "Object t;" + shows("t"),
              "never",
              "there is no such class"));

  private static final List<ClassChange> BACK =
      List.of(
          new ClassChange(
              "field added",
              "String a = \"x\"; int b = 5;" + shows("a"),
              "String a;" + shows("a"),
              "x",
              "the other fields; what it saves has 0 or null in the new one"),
          new ClassChange(
              "field added, whose class is new",
              top("G", "", "int g = 1;") + "Object g = new G(); String a = \"x\";" + shows("a"),
              "String a;" + shows("a"),
              "x",
              "the other fields"),
          new ClassChange(
              "field removed",
              "String a = \"x\";" + shows("a"),
              "String a; int b; String c;" + shows("a + b + c"),
              "x0null",
              "0 or null in it"),
          new ClassChange(
              "field renamed",
              "String z = \"x\";" + shows("z"),
              "String a;" + shows("a"),
              "null",
              "null in it"),
          new ClassChange(
              "int to long, the value fits",
              "long a = -5; Long b = 7L;" + shows("a"),
              "int a; Integer b;" + shows("a + \",\" + b"),
              "-5,7",
              "the value"),
          new ClassChange(
              "int to long, the value does not fit",
              "long a = 1L << 40;" + shows("a"),
              "int a;" + shows("a"),
              "never",
              "the value does not fit"),
          new ClassChange(
              "float to double, the value fits",
              "double a = 1.5;" + shows("a"),
              "float a;" + shows("a"),
              "1.5",
              "the value"),
          new ClassChange(
              "enum constant added, and not used",
              "enum E { A, B, C } E e = E.B;" + shows("e"),
              "enum E { A, B } E e;" + shows("e"),
              "B",
              "the constant by name"),
          new ClassChange(
              "enum constant added, and used",
              "enum E { A, B, C } E e = E.C;" + shows("e"),
              "enum E { A, B } E e;" + shows("e"),
              "never",
              "there is no such constant"),
          new ClassChange(
              "record component added",
              "record R(String b, int a)" + SERIAL + "{} Object r = new R(\"x\", 3);" + shows("r"),
              "record R(int a)" + SERIAL + "{} Object r;" + shows("r"),
              "R[a=3]",
              "the other components"),
          new ClassChange(
              "superclass inserted",
              top("S", "", "int a = 4;")
                  + top("M", "S", "int m = 6;")
                  + top("T", "M", "int t = 5;")
                  + "T t = new T();"
                  + shows("t.t"),
              top("S", "", "int a;")
                  + top("T", "S", "int t;")
                  + "T t;"
                  + shows("t.a + \",\" + t.t"),
              "4,5",
              "the other fields"),
          new ClassChange(
              "field moved to a superclass",
              top("S", "", "int t = 5;") + top("T", "S", "") + "T t = new T();" + shows("t.t"),
              top("S", "", "") + top("T", "S", "int t;") + "T t;" + shows("t.t"),
              "5",
              "0",
              "the value"),
          new ClassChange(
              "object of a new subclass",
              top("S", "", "int a = 4;") + top("T", "S", "") + "S s = new T();" + shows("s.a"),
              top("S", "", "int a;") + "S s;" + shows("s.a"),
              "never",
              "there is no such class"),
          new ClassChange(
              "class renamed",
              top("U", "", "int t = 5;") + "Object t = new U();" + shows("t"),
              top("T", "", "int t;") + "Object t;" + shows("t"),
              "never",
              "there is no such class"),
          new ClassChange(
              "field added, no serialVersionUID",
              "static class N" + SERIAL + "{ int a = 4; int b = 5; } N n = new N();" + shows("n.a"),
              "static class N" + SERIAL + "{ int a; } N n;" + shows("n.a"),
              "4",
              "the other fields"));

  private static String top(String name, String parent, String body) {
    return "static class "
        + name
        + (parent.isEmpty() ? "" : " extends " + parent)
        + SERIAL
        + "{"
        + UID
        + body
        + "} ";
  }
}
