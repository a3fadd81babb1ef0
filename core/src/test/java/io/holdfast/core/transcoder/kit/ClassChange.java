package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
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

  private static final List<ClassChange> ALL =
      read(
          """
          field added => 0 or null in it
            String a = "x"; Object c = new int[] {7}; Object d = c; @ a
            String a; int b; String b2; Object c; Object d; @ a + b + b2 + (c == d) -> x0nulltrue
          field with an initial value added => 0 in it, as no constructor is called
            String a = "x"; @ a
            String a; int b = 7; @ a + b -> x0
          field removed => the other fields
            String a = "x"; int b = 5; Object c = new int[] {7}; Object d = c; @ a
            String a; Object d; @ a + ((int[]) d)[0] -> x7
          field removed, and its class gone => the other fields
            plain class G {} Object g = new G(); String a = "x"; @ a
            String a; @ a -> x
          field renamed => null in it: one field was removed, another one added
            String a = "x"; @ a
            String z; @ z -> null
          field made transient => null in it
            String a = "x"; String b = "y"; @ a
            String a; transient String b; @ a + b -> xnull
          fields reordered => the values by name
            int a = 1; int b = 2; @ a
            int b; int a; @ a + "," + b -> 1,2
          int to long => the value
            int a = -5; @ a
            long a; @ a -> -5
          long to int, the value fits => the value
            long a = -5; Long b = 7L; long c = Integer.MIN_VALUE; short d = 9; @ a
            int a; Integer b; int c; byte d; @ a + "," + b + "," + c + "," + d -> -5,7,-2147483648,9
          double to int, the value fits => the value
            double a = -5; Float b = 7f; @ a
            int a; Long b; @ a + "," + b -> -5,7
          float to double => the value
            float a = 1.5f; @ a
            double a; @ a -> 1.5
          int to Integer => the value
            int a = -5; @ a
            Integer a; @ a -> -5
          Integer to int => the value
            Integer a = -5; @ a
            int a; @ a -> -5
          String to Object => the value
            String a = "x"; @ a
            Object a; @ a -> x
          ArrayList to List => the list
            java.util.ArrayList<?> a = new java.util.ArrayList<>(java.util.List.of(1)); @ a
            java.util.List<?> a; @ a -> [1]
          enum constants added and reordered => the constants by name
            enum E { A, B } E e = E.B; java.util.Set<E> s = java.util.EnumSet.of(E.B); @ e
            enum E { B, C, A } E e; java.util.Set<E> s; @ e + "" + s -> B[B]
          record component added => 0 or null in it
            record R(int a) {} Object r = new R(3); @ r
            record R(String b, int a) {} Object r; @ r -> R[b=null, a=3]
          record components reordered => the values by name
            record R(int a, int b) {} Object r = new R(3, 4); @ r
            record R(int b, int a) {} Object r; @ r -> R[b=4, a=3]
          superclass inserted => 0 or null in its fields
            class S { int a = 4; } class T extends S { int t = 5; } T t = new T(); @ t.t
            class S { int a; } class M extends S { int m; } class T extends M { int t; } T t; @ t.a + "," + t.m + "," + t.t -> 4,0,5
          superclass removed => the other fields
            class S { int a = 4; } class T extends S { int t = 5; } T t = new T(); @ t.t
            class T { int t; } T t; @ t.t -> 5
          field moved to a superclass => the value
            class S { } class T extends S { int t = 5; } T t = new T(); @ t.t
            class S { int t; } class T extends S { } T t; @ t.t -> 5 or 0
          field added that hides an inherited one => 0 or null in it
            class S { int a = 4; } class T extends S { } T t = new T(); @ t.a
            class S { int a; } class T extends S { int a; } T t; @ ((S) t).a + "," + t.a -> 4,0
          field removed that hid an inherited one => the inherited one
            class S { int a = 4; } class T extends S { int a = 5; } T t = new T(); @ t.a
            class S { int a; } class T extends S { } T t; @ t.a -> 4
          writeObject removed => the fields
            class W { int a = 4; private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException { out.defaultWriteObject(); } } W w = new W(); @ w.a
            class W { int a; } W w; @ w.a -> 4
          field added, no serialVersionUID => 0 or null in it
            plain class N { int a = 4; } N n = new N(); @ n.a
            plain class N { int a; int b; } N n; @ n.a + "," + n.b -> 4,0
          method added, no serialVersionUID => everything
            plain class N { int a = 4; } N n = new N(); @ n.a
            plain class N { int a; public int b() { return a; } } N n; @ n.b() -> 4
          long to int, the value does not fit => the value does not fit
            long a = 1L << 40; @ a
            int a; @ a -> never
          int to float, more digits than fit => the value does not fit
            int a = 16777217; @ a
            float a; @ a -> never
          double to float, more digits than fit => the value does not fit
            double a = 16777217.5; @ a
            float a; @ a -> never
          String to List => the value does not fit
            String a = "x"; @ a
            java.util.List<?> a; @ a -> never
          int to String => the digits
            int a = 5; @ a
            String a; @ a -> 5
          enum constant removed => there is no such constant
            enum E { A, B } E e = E.B; @ e
            enum E { A } E e; @ e -> never
          class renamed => there is no such class
            class T { int t = 5; } Object t = new T(); @ t
            class U { int t; } Object t; @ t -> never
          """);

  private static final List<ClassChange> BACK =
      read(
          """
          field added => the other fields; what it saves has 0 or null in the new one
            String a = "x"; int b = 5; @ a
            String a; @ a -> x
          field added, whose class is new => the other fields
            class G { int g = 1; } Object g = new G(); String a = "x"; @ a
            String a; @ a -> x
          field removed => 0 or null in it
            String a = "x"; @ a
            String a; int b; String c; @ a + b + c -> x0null
          field renamed => null in it
            String z = "x"; @ z
            String a; @ a -> null
          int to long, the value fits => the value
            long a = -5; Long b = 7L; @ a
            int a; Integer b; @ a + "," + b -> -5,7
          int to long, the value does not fit => the value does not fit
            long a = 1L << 40; @ a
            int a; @ a -> never
          float to double, the value fits => the value
            double a = 1.5; @ a
            float a; @ a -> 1.5
          enum constant added, and not used => the constant by name
            enum E { A, B, C } E e = E.B; @ e
            enum E { A, B } E e; @ e -> B
          enum constant added, and used => there is no such constant
            enum E { A, B, C } E e = E.C; @ e
            enum E { A, B } E e; @ e -> never
          record component added => the other components
            record R(String b, int a) {} Object r = new R("x", 3); @ r
            record R(int a) {} Object r; @ r -> R[a=3]
          superclass inserted => the other fields
            class S { int a = 4; } class M extends S { int m = 6; } class T extends M { int t = 5; } T t = new T(); @ t.t
            class S { int a; } class T extends S { int t; } T t; @ t.a + "," + t.t -> 4,5
          field moved to a superclass => the value
            class S { int t = 5; } class T extends S { } T t = new T(); @ t.t
            class S { } class T extends S { int t; } T t; @ t.t -> 5 or 0
          object of a new subclass => there is no such class
            class S { int a = 4; } class T extends S { } S s = new T(); @ s.a
            class S { int a; } S s; @ s.a -> never
          class renamed => there is no such class
            class U { int t = 5; } Object t = new U(); @ t
            class T { int t; } Object t; @ t -> never
          field added, no serialVersionUID => the other fields
            plain class N { int a = 4; int b = 5; } N n = new N(); @ n.a
            plain class N { int a; } N n; @ n.a -> 4
          """);

  /**
   * Reads changes of three lines: the name and its meaning; the body before; the body after and
   * what is expected. What stands behind the {@code @} of a body is shown; a class is static and
   * serializable, and has a serialVersionUID unless it is plain.
   */
  private static List<ClassChange> read(String text) {
    List<String> lines = text.lines().map(String::strip).toList();
    return IntStream.range(0, lines.size() / 3)
        .mapToObj(i -> read(lines.subList(3 * i, 3 * i + 3)))
        .toList();
  }

  private static ClassChange read(List<String> lines) {
    String[] name = lines.get(0).split(" => ");
    String[] after = lines.get(2).split(" -> ");
    String[] shown = after[1].split(" or ");
    return new ClassChange(
        name[0],
        body(lines.get(1)),
        body(after[0]),
        shown[0],
        shown.length == 1 ? null : shown[1],
        name[1]);
  }

  private static String body(String text) {
    String[] parts = text.split(" @ ");
    return parts[0]
            .replaceAll("plain class (\\w+) \\{", "static type $1" + SERIAL + "{")
            .replaceAll(
                "\\bclass (\\w+( extends \\w+)?) \\{", "static type $1" + SERIAL + "{" + UID)
            .replace("static type", "static class")
            .replaceAll("record (R\\([^)]*\\)) ", "record $1" + SERIAL)
        + " public String toString() { return \"\" + (%s); }".formatted(parts[1]);
  }
}
