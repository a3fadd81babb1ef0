package io.holdfast.doctor;

import java.util.List;

/** A change of a class between two versions of an application, and the lines that name it. */
enum ComparedChange {
  METHOD_ADDED("String a;", "String a; public void run() {}"),
  FIELD_ADDED(
      "String a;",
      "String a; int b;",
      "fine    Thing: with java, kryo, xstream, javolution, new Tomcats read what old ones wrote:"
          + " field b is new, with 0 or null in it",
      "fine    Thing: with java, kryo, xstream, javolution, old Tomcats read what new ones write:"
          + " field b is new, and dropped when they save"),
  FIELD_REMOVED(
      "String a; int b;",
      "String a;",
      "fine    Thing: with java, kryo, xstream, javolution, new Tomcats read what old ones wrote:"
          + " field b is gone, and its value is dropped",
      "warning Thing: with java, kryo, xstream, javolution, old Tomcats miss a value in what new ones"
          + " write: field b is gone, with 0 or null in it (first deploy a version that does without)"),
  TRANSIENT(
      "String a; int b;",
      "String a; transient int b; static int c;",
      FIELD_REMOVED.lines.get(0),
      FIELD_REMOVED.lines.get(1)),
  WIDER(
      "int a;",
      "long a;",
      "WRONG   Thing: with java, new Tomcats do not read what old ones wrote: field a was int and is"
          + " long (add a field with another name)",
      "fine    Thing: with kryo, xstream, javolution, new Tomcats read what old ones wrote: field a"
          + " was int and is long",
      "WRONG   Thing: with java, old Tomcats do not read what new ones write: field a was int and is"
          + " long (add a field with another name)",
      "warning Thing: with kryo, xstream, javolution, old Tomcats may not read what new ones write:"
          + " field a was int and is long (store what fits both until all Tomcats are updated)"),
  CLASS_IN_A_FIELD(
      "static class Part { int a; } java.util.Map<String, Part[]> a;",
      "static class Part { String a; } java.util.Map<String, Part[]> a;",
      "WRONG   Thing$Part: with kryo, new Tomcats do not read what old ones wrote: field a was int"
          + " and is String (add a field with another name)",
      "fine    Thing$Part: with xstream, javolution, new Tomcats read what old ones wrote: field a"
          + " was int and is String",
      "WRONG   Thing$Part: with kryo, old Tomcats do not read what new ones write: field a was int"
          + " and is String (add a field with another name)",
      "warning Thing$Part: with xstream, javolution, old Tomcats may not read what new ones write:"
          + " field a was int and is String (store what fits both until all Tomcats are updated)"),
  NARROWER_CLASS(
      "java.util.List<String> a;",
      "java.util.ArrayList<String> a;",
      "warning Thing: with java, kryo, xstream, javolution, new Tomcats may not read what old ones"
          + " wrote: field a was List and is ArrayList (store what fits both until all Tomcats are"
          + " updated)",
      "fine    Thing: with java, kryo, xstream, javolution, old Tomcats read what new ones write:"
          + " field a was List and is ArrayList"),
  OTHER_UID(
      "public class Thing implements java.io.Serializable { static final long serialVersionUID = 1; }",
      "public class Thing implements java.io.Serializable { static final int serialVersionUID = 2; }",
      "WRONG   Thing: with java, new Tomcats do not read what old ones wrote: serialVersionUID was 1L"
          + " and is 2L (declare the old one, 1L)",
      "WRONG   Thing: with java, old Tomcats do not read what new ones write: serialVersionUID was 1L"
          + " and is 2L (declare the old one, 1L)"),
  CONSTANTS(
      "enum E { A, B }",
      "enum E { C, B }",
      "WRONG   Thing$E: with java, kryo, xstream, javolution, new Tomcats do not read what old ones"
          + " wrote: constant A is gone (first deploy a version that does not use it)",
      "warning Thing$E: with java, kryo, xstream, javolution, old Tomcats may not read what new ones"
          + " write: constant C is new (first deploy it without using it, then use it)"),
  CLASS_GONE(
      "static class G implements java.io.Serializable {} G a;",
      "",
      "fine    Thing: with java, xstream, javolution, new Tomcats read what old ones wrote: field a is"
          + " gone, and its value is dropped",
      "WRONG   Thing: with kryo, new Tomcats do not read what old ones wrote: field a is gone, and so"
          + " is Thing$G (keep the class)",
      "warning Thing: with java, kryo, xstream, javolution, old Tomcats miss a value in what new ones"
          + " write: field a is gone, with 0 or null in it (first deploy a version that does without)",
      "WRONG   Thing$G: with java, kryo, xstream, javolution, new Tomcats do not read what old ones"
          + " wrote: the class is gone or abstract (keep it until no session has an object of it)"),
  CLASS_NEW(
      "",
      "static class G implements java.io.Serializable {} G a;",
      "fine    Thing: with java, kryo, xstream, javolution, new Tomcats read what old ones wrote:"
          + " field a is new, with 0 or null in it",
      "fine    Thing: with java, xstream, javolution, old Tomcats read what new ones write: field a is"
          + " new, and dropped when they save",
      "warning Thing: with kryo, old Tomcats may not read what new ones write: field a is new, and so"
          + " is Thing$G (first deploy the class)",
      "warning Thing$G: with java, kryo, xstream, javolution, old Tomcats may not read what new ones"
          + " write: the class is new (first deploy it without storing objects of it, then store"
          + " them)"),
  MADE_ABSTRACT(
      "static class G implements java.io.Serializable { private static final long serialVersionUID"
          + " = 1; }",
      "static abstract class G implements java.io.Serializable { private static final long"
          + " serialVersionUID = 1; }",
      "WRONG   Thing$G: with java, kryo, xstream, javolution, new Tomcats do not read what old ones"
          + " wrote: the class is gone or abstract (keep it until no session has an object of it)"),
  MADE_A_RECORD(
      "static class G implements java.io.Serializable { private static final long serialVersionUID"
          + " = 0; int a; }",
      "record G(int a) implements java.io.Serializable {}",
      "warning Thing$G: with java, kryo, xstream, javolution, new Tomcats may not read what old ones"
          + " wrote: it extended java.lang.Object and extends java.lang.Record (write a test: no table"
          + " has this)",
      "warning Thing$G: with java, kryo, xstream, javolution, old Tomcats may not read what new ones"
          + " write: it extended java.lang.Object and extends java.lang.Record (write a test: no table"
          + " has this)"),
  COMPONENTS(
      "record G(int a, String b) implements java.io.Serializable {}",
      "record G(String b, int c) implements java.io.Serializable {}",
      "fine    Thing$G: with java, kryo, xstream, javolution, new Tomcats read what old ones wrote:"
          + " field a is gone, and its value is dropped; field c is new, with 0 or null in it",
      "warning Thing$G: with java, kryo, xstream, javolution, old Tomcats miss a value in what new"
          + " ones write: field a is gone, with 0 or null in it (first deploy a version that does"
          + " without)"),
  NOT_SERIALIZABLE_ANY_MORE(
      "static class G implements java.io.Serializable {}",
      "static class G {}",
      "WRONG   Thing$G: with java, new Tomcats do not read what old ones wrote: the class is not"
          + " Serializable any more (implement Serializable again)",
      "WRONG   Thing$G: with java, old Tomcats do not read what new ones write: the class is not"
          + " Serializable any more (implement Serializable again)"),
  MADE_SERIALIZABLE(
      "static class G {}",
      "static class G implements java.io.Serializable {}",
      "warning Thing$G: with java, old Tomcats may not read what new ones write: the class was not"
          + " Serializable (first deploy it without storing objects)"),
  WRITE_OBJECT_REMOVED(
      "private void writeObject(java.io.ObjectOutputStream out) {}",
      "",
      "WRONG   Thing: with kryo, xstream, javolution, new Tomcats do not read what old ones wrote: only"
          + " one version has writeObject (store it as another attribute)",
      "WRONG   Thing: with kryo, xstream, javolution, old Tomcats do not read what new ones write: only"
          + " one version has writeObject (store it as another attribute)"),
  WRITTEN_BY_THE_JDK(
      "int a; private void writeObject(java.io.ObjectOutputStream out) {}",
      "long a; private void writeObject(java.io.ObjectOutputStream out) {}",
      "WRONG   Thing: with java, kryo, xstream, javolution, new Tomcats do not read what old ones"
          + " wrote: field a was int and is long (add a field with another name)",
      "WRONG   Thing: with java, kryo, xstream, javolution, old Tomcats do not read what new ones"
          + " write: field a was int and is long (add a field with another name)"),
  WRITTEN_AS_ANOTHER(
      "int a; Object writeReplace() { return 1; }", "Object writeReplace() { return 1; }"),
  OTHER_SUPERCLASS(
      "static class G implements java.io.Serializable { private static final long serialVersionUID"
          + " = 1; }",
      "static class G extends java.util.ArrayList<String> { private static final long"
          + " serialVersionUID = 1; }",
      "warning Thing$G: with java, new Tomcats may not read what old ones wrote: it extended"
          + " java.lang.Object and extends java.util.ArrayList (write a test: no table has this)",
      "WRONG   Thing$G: with kryo, xstream, javolution, new Tomcats do not read what old ones wrote: it"
          + " extended java.lang.Object and extends java.util.ArrayList (write a test: no table has"
          + " this); only one version has java.util.ArrayList above it (store it as another attribute)",
      "warning Thing$G: with java, old Tomcats may not read what new ones write: it extended"
          + " java.lang.Object and extends java.util.ArrayList (write a test: no table has this)",
      "WRONG   Thing$G: with kryo, xstream, javolution, old Tomcats do not read what new ones write: it"
          + " extended java.lang.Object and extends java.util.ArrayList (write a test: no table has"
          + " this); only one version has java.util.ArrayList above it (store it as another attribute)"),
  MOVED_TO_A_SUPERCLASS(
      "static class S {} static class G extends S implements java.io.Serializable { private static"
          + " final long serialVersionUID = 1; int a; }",
      "static class S { int a; } static class G extends S implements java.io.Serializable { private"
          + " static final long serialVersionUID = 1; }",
      "warning Thing$G: with java, new Tomcats miss a value in what old ones wrote: field a has moved"
          + " in the hierarchy (add a field with another name)",
      "fine    Thing$G: with kryo, xstream, javolution, new Tomcats read what old ones wrote: field a"
          + " has moved in the hierarchy",
      "warning Thing$G: with java, old Tomcats miss a value in what new ones write: field a has moved"
          + " in the hierarchy (add a field with another name)",
      "fine    Thing$G: with kryo, xstream, javolution, old Tomcats read what new ones write: field a"
          + " has moved in the hierarchy"),
  HIDDEN(
      "int a; static class G extends Thing { private static final long serialVersionUID = 1; }",
      "int a; static class G extends Thing { private static final long serialVersionUID = 1; int a;"
          + " }",
      "WRONG   Thing$G: with kryo, xstream, javolution, new Tomcats do not read what old ones wrote:"
          + " only one version has several fields a (use another name)",
      "fine    Thing$G: with java, kryo, xstream, javolution, old Tomcats read what new ones write:"
          + " field a is new, and dropped when they save");

  private final String before;
  private final String after;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> lines;

  ComparedChange(String before, String after, String... lines) {
    this.before = before;
    this.after = after;
    this.lines = List.of(lines);
  }

  String source(boolean isNew) {
    String body = isNew ? after : before;
    return body.startsWith("public ")
        ? body
        : "public class Thing implements java.io.Serializable {"
            + " private static final long serialVersionUID = 1; "
            + body
            + "}";
  }

  List<String> lines() {
    return lines;
  }
}
