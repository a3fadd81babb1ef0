package io.holdfast.core.transcoder.filter;

/** Names of classes as bytes have them, which may be any text. */
public final class ClassNames {

  private static final int LONGEST_SHOWN = 200;

  private ClassNames() {}

  /** The name of the class of which an array is made, or of the class itself. */
  public static String element(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    boolean object = dimensions > 0 && name.startsWith("L", dimensions) && name.endsWith(";");
    return object ? name.substring(dimensions + 1, name.length() - 1) : name.substring(dimensions);
  }

  /** The name as it may be shown: in one line, without what could pass for something else. */
  public static String printable(String name) {
    String cut = name.length() > LONGEST_SHOWN ? name.substring(0, LONGEST_SHOWN) + "..." : name;
    return cut.replaceAll("[^\\p{L}\\p{N}_$.\\[;/-]", "?");
  }
}
