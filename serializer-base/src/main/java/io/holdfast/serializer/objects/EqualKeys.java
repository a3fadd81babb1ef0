package io.holdfast.serializer.objects;

/** Keys that have become equal since they were put into their table: one would replace another. */
public final class EqualKeys {

  private EqualKeys() {}

  /**
   * Says why a table is refused.
   *
   * @param type the class of the table
   * @param written how many keys it has
   * @param read how many of them are left when it is read
   */
  public static String message(Class<?> type, int written, int read) {
    return "class %s has %d keys, of which reading leaves %d: some have become equal since they were put in"
        .formatted(type.getName(), written, read);
  }
}
