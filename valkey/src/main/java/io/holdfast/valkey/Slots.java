package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import java.util.Set;

/**
 * The slot of each key, and a tag that has a key lie in it. A record, its note of use and its lease
 * share a slot, so that one command can have to do with all three.
 *
 * @see <a href="https://valkey.io/topics/cluster-spec/">Cluster specification</a>
 */
final class Slots {

  /** How many a cluster has. */
  static final int COUNT = 16_384;

  private static final int POLYNOMIAL = 0x1021;
  private static final int LONGEST_TAG = 3;
  private static final int SUFFIX_LENGTH = 2;
  private static final String LETTERS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

  /** Behind the key of a record: those of its note of use and of its lease. */
  private static final Set<String> BESIDE = Set.of(":a", ":l");

  /** The shortest text that has each slot. */
  static final String[] TAGS = tags();

  private final int shift;

  /** Those of one of the copies that a cluster holds. */
  Slots(NodeAddress node) {
    this.shift = node.cluster() == null || node.cluster().number() == 1 ? 0 : COUNT / 2;
  }

  /** The slot of a key. */
  int of(String key) {
    int base = Math.max(0, key.length() - SUFFIX_LENGTH);
    int end = BESIDE.contains(key.substring(base)) ? base : key.length();
    return (checksum(key, end) + shift) % COUNT;
  }

  /** The key behind the tag of its slot. */
  String tagged(String key) {
    return "{" + TAGS[of(key)] + "}" + key;
  }

  /** CRC16, as XMODEM has it. */
  static int checksum(String ascii, int end) {
    int crc = 0;
    for (int i = 0; i < end; i++) {
      crc ^= ascii.charAt(i) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
      }
      crc &= 0xffff;
    }
    return crc % COUNT;
  }

  private static String[] tags() {
    String[] tags = new String[COUNT];
    fill(tags, "");
    return tags;
  }

  private static void fill(String[] tags, String begin) {
    for (int i = 0; i < LETTERS.length(); i++) {
      String tag = begin + LETTERS.charAt(i);
      int slot = checksum(tag, tag.length());
      if (tags[slot] == null || tags[slot].length() > tag.length()) {
        tags[slot] = tag;
      }
      if (tag.length() < LONGEST_TAG) {
        fill(tags, tag);
      }
    }
  }
}
