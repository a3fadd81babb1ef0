package io.holdfast.doctor.compare;

import io.holdfast.doctor.compare.ClassFile.Field;
import io.holdfast.doctor.compare.ClassFile.Uid;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges what one version of an application makes of objects that the other one stored, by the
 * tables in {@code docs/serializers.md}.
 */
final class Transition {

  private final Application writer;
  private final Application reader;
  private final boolean forward;
  private final FieldTypes types;
  private Map<Serializer, List<Change>> changes = new EnumMap<>(Serializer.class);

  /** What has changed, and what to do. */
  record Change(Verdict verdict, String text) {}

  /**
   * Creates it.
   *
   * @param forward whether the new version reads what the old one wrote
   */
  Transition(Application writer, Application reader, boolean forward) {
    this.writer = writer;
    this.reader = reader;
    this.forward = forward;
    this.types = new FieldTypes(reader);
  }

  /** What the reading Tomcats do. */
  String sentence(Verdict verdict) {
    return forward
        ? "new Tomcats %s what old ones wrote".formatted(verdict.verb())
        : "old Tomcats %s what new ones write".formatted(verdict.verb());
  }

  /** All that matters to each serializer when objects of a class are read. */
  Map<Serializer, List<Change>> judge(String name) {
    changes = new EnumMap<>(Serializer.class);
    ClassFile before = writer.find(name);
    ClassFile after = reader.find(name);
    if (before != null && before.hasObjects() && (after == null || !after.hasObjects())) {
      absent(name);
    } else if (before != null && after != null && before.isEnum() && after.isEnum()) {
      constants(before, after);
    } else if (before != null && after != null && !isReplaced(before)) {
      objects(before, after);
    }
    return changes;
  }

  private void add(Set<Serializer> serializers, Verdict verdict, String text) {
    for (Serializer each : serializers) {
      changes.computeIfAbsent(each, any -> new ArrayList<>()).add(new Change(verdict, text));
    }
  }

  /**
   * Adds a change whose sides differ.
   *
   * @param gone what the old version alone has, and sessions may have too
   * @param isNew what the new version alone has, which is stored once the application uses it
   */
  private void addOneSided(Set<Serializer> serializers, String gone, String isNew) {
    add(serializers, forward ? Verdict.REFUSED : Verdict.UNCERTAIN, forward ? gone : isNew);
  }

  private void absent(String name) {
    Set<Serializer> all = writer.isSerializable(name) ? Serializer.ALL : Serializer.BY_NAME;
    String simple = name.substring(name.lastIndexOf('.') + 1);
    List<String> moved =
        reader.classes().stream()
            .filter(ClassFile::isNamed)
            .map(ClassFile::name)
            .filter(each -> each.endsWith("." + simple) && writer.find(each) == null)
            .toList();
    if (moved.size() == 1 && reader.find(name) == null) {
      String where = (forward ? "is gone, and there is " : "is new, and there was ") + moved.get(0);
      add(
          all,
          Verdict.REFUSED,
          "the class " + where + " (add the new class, and store it as another attribute)");
    } else {
      addOneSided(
          all,
          "the class is gone or abstract (keep it until no session has an object of it)",
          "the class is new (first deploy it without storing objects of it, then store them)");
    }
  }

  private void constants(ClassFile before, ClassFile after) {
    List<String> missing = new ArrayList<>(before.constants());
    missing.removeAll(after.constants());
    if (!missing.isEmpty()) {
      String names = "constant " + String.join(", ", missing);
      addOneSided(
          Serializer.ALL,
          names + " is gone (first deploy a version that does not use it)",
          names + " is new (first deploy it without using it, then use it)");
    }
  }

  /** Returns whether another object is written for each one: that has a class of its own. */
  private boolean isReplaced(ClassFile file) {
    return writer.forms(file).contains("writeReplace");
  }

  private void objects(ClassFile before, ClassFile after) {
    String base = writer.base(before);
    String other = reader.base(after);
    if (!base.equals(other)) {
      add(
          Serializer.ALL,
          Verdict.UNCERTAIN,
          "it extended %s and extends %s (write a test: no table has this)"
              .formatted(forward ? base : other, forward ? other : base));
    }
    Set<String> forms = writer.forms(before);
    Set<String> formsNow = reader.forms(after);
    if (forms.isEmpty() && formsNow.isEmpty()) {
      fields(before, after, Serializer.BY_NAME, false);
    } else if (forms.isEmpty() || formsNow.isEmpty()) {
      add(
          Serializer.BY_NAME,
          Verdict.REFUSED,
          "only one version has %s (store it as another attribute)"
              .formatted(String.join(", ", forms.isEmpty() ? formsNow : forms)));
    }
    boolean areStreams = !forms.isEmpty() && !formsNow.isEmpty();
    inStream(before, after, areStreams ? Serializer.ALL : Set.of(Serializer.JAVA));
  }

  /**
   * Compares as JDK serialization does.
   *
   * @param serializers those that use it for the class
   */
  private void inStream(ClassFile before, ClassFile after, Set<Serializer> serializers) {
    String name = before.name();
    boolean was = writer.isSerializable(name);
    if (was != reader.isSerializable(name)) {
      if (was == forward) {
        String text = "the class is not Serializable any more (implement Serializable again)";
        add(serializers, Verdict.REFUSED, text);
      } else if (!forward) {
        String text = "the class was not Serializable (first deploy it without storing objects)";
        add(serializers, Verdict.UNCERTAIN, text);
      }
    } else if (writer.isExternalizable(name) != reader.isExternalizable(name)) {
      add(
          serializers,
          Verdict.REFUSED,
          "only one version is Externalizable (store it as another attribute)");
    } else if (was && isOfSameUid(before, after, serializers) && !reader.isExternalizable(name)) {
      fields(before, after, serializers, true);
    }
  }

  private boolean isOfSameUid(ClassFile before, ClassFile after, Set<Serializer> serializers) {
    Uid old = (forward ? before : after).uid();
    Uid now = (forward ? after : before).uid();
    Long value = old.value();
    if (after.isRecord() || value == null || now.value() == null || value.equals(now.value())) {
      return true;
    }
    String what =
        old.isDeclared() && now.isDeclared()
            ? "serialVersionUID was %dL and is %dL".formatted(value, now.value())
            : "serialVersionUID is not declared in both versions, and differs";
    add(serializers, Verdict.REFUSED, what + " (declare the old one, %dL)".formatted(value));
    return false;
  }

  /**
   * Compares the fields that the class itself has.
   *
   * @param byClass whether each class of a hierarchy has its own fields in the bytes
   */
  private void fields(
      ClassFile before, ClassFile after, Set<Serializer> serializers, boolean byClass) {
    Set<String> names = new TreeSet<>(before.fields().keySet());
    names.addAll(after.fields().keySet());
    for (String name : names) {
      Field was = before.fields().get(name);
      Field is = after.fields().get(name);
      boolean wasAbove = isAbove(writer, before, name);
      boolean isAbove = isAbove(reader, after, name);
      boolean hides = is != null && isAbove;
      boolean hid = was != null && wasAbove;
      if (!byClass && hides && !hid && (was != null || wasAbove)) {
        add(
            serializers,
            Verdict.REFUSED,
            "only one version has several fields %s (use another name)".formatted(name));
      } else if (was != null && is != null) {
        kept(name, was, is, serializers, byClass);
      } else if (was == null ? wasAbove && !isAbove : isAbove && !wasAbove) {
        add(
            serializers,
            byClass ? Verdict.LOST : Verdict.READ,
            "field %s has moved in the hierarchy".formatted(name)
                + (byClass ? " (add a field with another name)" : ""));
      } else if (was != null && !isBelow(reader, after, name)) {
        dropped(name, was, serializers, byClass);
      } else if (was == null && !wasAbove && !isBelow(writer, before, name)) {
        add(
            serializers,
            forward ? Verdict.READ : Verdict.LOST,
            forward
                ? "field %s is new, with 0 or null in it".formatted(name)
                : "field %s is gone, with 0 or null in it (first deploy a version that does without)"
                    .formatted(name));
      }
    }
  }

  /** Returns whether a class above has a field of that name. */
  private static boolean isAbove(Application version, ClassFile file, String field) {
    return version.above(file).stream().anyMatch(each -> each.fields().containsKey(field));
  }

  /** Returns whether a class below has a field of that name. */
  private static boolean isBelow(Application version, ClassFile file, String field) {
    return version.classes().stream()
        .anyMatch(each -> each.fields().containsKey(field) && version.above(each).contains(file));
  }

  private void kept(
      String name, Field was, Field is, Set<Serializer> serializers, boolean byClass) {
    Field old = forward ? was : is;
    Field now = forward ? is : was;
    String what = "field %s was %s and is %s".formatted(name, old.shown(), now.shown());
    for (Serializer each : was.type().equals(is.type()) ? Set.<Serializer>of() : serializers) {
      Verdict verdict = types.judge(byClass ? Serializer.JAVA : each, was.type(), is.type());
      String todo =
          verdict == Verdict.REFUSED
              ? " (add a field with another name)"
              : " (store what fits both until all Tomcats are updated)";
      add(Set.of(each), verdict, verdict == Verdict.READ ? what : what + todo);
    }
  }

  /** The reader has no such field, and drops its value; kryo needs to know its class for that. */
  private void dropped(String name, Field field, Set<Serializer> serializers, boolean byClass) {
    Set<String> missing = new TreeSet<>(field.classes());
    missing.removeIf(each -> writer.find(each) == null || reader.find(each) != null);
    if (!missing.isEmpty() && !byClass) {
      String names = String.join(", ", missing);
      addOneSided(
          Set.of(Serializer.KRYO),
          "field %s is gone, and so is %s (keep the class)".formatted(name, names),
          "field %s is new, and so is %s (first deploy the class)".formatted(name, names));
    }
    String dropped =
        forward ? "is gone, and its value is dropped" : "is new, and dropped when they save";
    add(serializers, Verdict.READ, "field %s %s".formatted(name, dropped));
  }
}
