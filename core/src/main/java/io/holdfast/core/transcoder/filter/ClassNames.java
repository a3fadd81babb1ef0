package io.holdfast.core.transcoder.filter;

/** Names of classes as bytes have them, which may be any text. */
public final class ClassNames {

  private static final int LONGEST_SHOWN = 200;

  private ClassNames() {}

  /** How many dimensions an array of this name has; 0 if it names no array. */
  public static int dimensions(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    return dimensions;
  }

  /** Returns the name of an array's element class, or of the class itself. */
  public static String element(String name) {
    int dimensions = dimensions(name);
    return isArrayOfObjects(name)
        ? name.substring(dimensions + 1, name.length() - 1)
        : name.substring(dimensions);
  }

  /** Returns whether a name is that of an array of objects, and so has their class in it. */
  public static boolean isArrayOfObjects(String name) {
    int dimensions = dimensions(name);
    return dimensions > 0 && name.startsWith("L", dimensions) && name.endsWith(";");
  }

  /** The name as it may be shown: in one line, without what could pass for something else. */
  public static String printable(String name) {
    String cut = name.length() > LONGEST_SHOWN ? name.substring(0, LONGEST_SHOWN) + "..." : name;
    return cut.replaceAll("[^\\p{L}\\p{N}_$.\\[;/-]", "?");
  }
}
