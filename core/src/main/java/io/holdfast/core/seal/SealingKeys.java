package io.holdfast.core.seal;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a key file: the first seals, all open.
 *
 * <p>The text has one key on each line, {@code id:base64}; empty lines and those that begin with
 * {@code #} are skipped. Messages about it name lines and ids, never a key.
 */
public final class SealingKeys {

  private static final char COMMENT = '#';

  private final Map<String, SealingKey> keys;
  private final SealingKey first;

  private SealingKeys(Map<String, SealingKey> keys) {
    this.keys = keys;
    this.first = keys.values().iterator().next();
  }

  /** Reads the text of a key file; refuses it with the line and what would be right. */
  static SealingKeys parse(String text) {
    Map<String, SealingKey> keys = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (!line.isEmpty() && line.charAt(0) != COMMENT) {
        add(line, number, keys);
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("it has no key; a line is id:base64");
    }
    return new SealingKeys(keys);
  }

  private static void add(String line, int number, Map<String, SealingKey> keys) {
    int colon = line.indexOf(':');
    String id = colon < 0 ? "" : line.substring(0, colon).strip();
    if (!SealingKey.isId(id)) {
      throw wrong(
          number,
          "a line is id:base64, and an id 1 to %d letters, digits, dots, dashes and underscores"
              .formatted(SealingKey.LONGEST_ID));
    }
    SealingKey key = new SealingKey(id, decode(line.substring(colon + 1).strip(), id, number));
    if (keys.containsKey(id)) {
      throw wrong(number, "the id %s is used twice; each key needs its own".formatted(id));
    }
    for (SealingKey other : keys.values()) {
      if (other.isSameAs(key)) {
        throw wrong(number, "%s is the same key as %s".formatted(id, other));
      }
    }
    keys.put(id, key);
  }

  private static byte[] decode(String text, String id, int number) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw wrong(number, "the key %s is not base64".formatted(id));
    }
    if (key.length != Xaes256Gcm.KEY_BYTES) {
      throw wrong(
          number,
          "the key %s has %d bytes, %d are needed".formatted(id, key.length, Xaes256Gcm.KEY_BYTES));
    }
    if (MessageDigest.isEqual(key, new byte[key.length])) {
      throw wrong(number, "the key %s is all zeros, which everybody can guess".formatted(id));
    }
    return key;
  }

  private static IllegalArgumentException wrong(int line, String problem) {
    return new IllegalArgumentException("line %d: %s".formatted(line, problem));
  }

  SealingKey first() {
    return first;
  }

  @Nullable SealingKey byId(String id) {
    return keys.get(id);
  }

  /** What stands for a name in the keys of values, by each key; the first one is written. */
  List<String> hashesOf(String name) {
    return keys.values().stream().map(key -> key.hashOf(name)).toList();
  }

  /** The names of all keys; the first one seals. */
  public List<String> ids() {
    return new ArrayList<>(keys.keySet());
  }
}
