package io.holdfast.core.storage;

/** The rule for keys, which memcached's text protocol sets: a bad key would become a command. */
public final class StoreKeys {

  /** The longest key, in characters. */
  public static final int MAX_LENGTH = 250;

  private StoreKeys() {}

  /** Returns whether it is 1 to {@value #MAX_LENGTH} printable ASCII characters without blanks. */
  public static boolean isValid(String key) {
    int length = key.length();
    if (length == 0 || length > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = key.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }
}
