package io.holdfast.doctor.compare;

import java.lang.reflect.Modifier;
import java.util.Map;

/**
 * Tells what each serializer makes of a value whose field has another type now, by the tables in
 * {@code docs/serializers.md}. Types are descriptors.
 *
 * @param reader the version that reads
 */
record FieldTypes(Application reader) {

  private static final String TEXT = "Ljava/lang/String;";

  private static final Map<String, String> UNBOXED =
      Map.of(
          "Ljava/lang/Boolean;", "Z",
          "Ljava/lang/Byte;", "B",
          "Ljava/lang/Character;", "C",
          "Ljava/lang/Short;", "S",
          "Ljava/lang/Integer;", "I",
          "Ljava/lang/Long;", "J",
          "Ljava/lang/Float;", "F",
          "Ljava/lang/Double;", "D");

  /** The numbers that hold each value of another one. */
  private static final Map<String, String> WIDER =
      Map.of("B", "SIJFD", "S", "IJFD", "C", "IJFD", "I", "JD", "J", "", "F", "D", "D", "");

  Verdict judge(Serializer serializer, String before, String after) {
    if (serializer == Serializer.JAVA) {
      boolean isPrimitive = isPrimitive(before) || isPrimitive(after);
      return isPrimitive ? Verdict.REFUSED : byClass(before, after);
    }
    boolean isKryo = serializer == Serializer.KRYO;
    if (isKryo || !isText(before)) {
      return withClass(before, after, isKryo ? Verdict.UNCERTAIN : Verdict.READ);
    }
    if (after.equals(TEXT)) {
      return Verdict.READ;
    }
    Verdict ofText =
        before.equals(TEXT) ? Verdict.UNCERTAIN : withClass(before, after, Verdict.READ);
    return isText(after) ? ofText : Verdict.REFUSED;
  }

  /** Types whose values {@code xstream} and {@code javolution} write as texts without a class. */
  private static boolean isText(String type) {
    String value = UNBOXED.getOrDefault(type, type);
    return type.equals(TEXT) || (isPrimitive(value) && !value.equals("C"));
  }

  /**
   * A value that brings its class.
   *
   * @param ofNull what becomes of a null where there can be none any more
   */
  private Verdict withClass(String before, String after, Verdict ofNull) {
    String from = UNBOXED.getOrDefault(before, before);
    String to = UNBOXED.getOrDefault(after, after);
    if (from.equals(to) || WIDER.getOrDefault(from, "").contains(to)) {
      return isPrimitive(after) && !isPrimitive(before) ? ofNull : Verdict.READ;
    }
    if (WIDER.containsKey(from) && WIDER.containsKey(to)) {
      return Verdict.UNCERTAIN;
    }
    if (isPrimitive(to) && (isPrimitive(from) || from.equals(TEXT))) {
      return Verdict.REFUSED;
    }
    return isPrimitive(after) ? Verdict.UNCERTAIN : byClass(boxed(before), after);
  }

  /** An object that is to be in a field of another class. */
  private Verdict byClass(String before, String after) {
    String from = className(before);
    String to = className(after);
    if (reader.is(from, to)) {
      return Verdict.READ;
    }
    int flags = reader.flags(from) | reader.flags(to);
    boolean mayFit = Modifier.isInterface(flags) && !Modifier.isFinal(flags);
    return mayFit || reader.is(to, from) ? Verdict.UNCERTAIN : Verdict.REFUSED;
  }

  private static boolean isPrimitive(String type) {
    return type.length() == 1;
  }

  private static String boxed(String type) {
    return UNBOXED.entrySet().stream()
        .filter(each -> each.getValue().equals(type))
        .map(Map.Entry::getKey)
        .findAny()
        .orElse(type);
  }

  /** Of an array it is that of its type, as {@code Class.getName} has it. */
  private static String className(String type) {
    return (type.startsWith("L") ? type.substring(1, type.length() - 1) : type).replace('/', '.');
  }
}
