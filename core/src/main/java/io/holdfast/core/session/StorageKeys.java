package io.holdfast.core.session;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Forms the keys under which a session is stored.
 *
 * <p>A key is the prefix of {@code storageKeyPrefix}, {@code _} if there is a prefix, and the base
 * of the session's id. The jvmRoute is no part of it: the key outlives a takeover.
 *
 * <p>Whatever the id, the key is printable ASCII of at most {@value #MAX_LENGTH} characters, and no
 * two ids share one: an id that is longer than its share, or that contains a character with a
 * meaning in keys, is replaced by {@code #} and its SHA-256. Without that rule a client could send
 * an id which, behind one application's prefix, is the key of another application's session.
 */
public final class StorageKeys {

  /** The longest key that memcached takes, in characters. */
  public static final int MAX_WITH_SUFFIX = 250;

  /** The longest key, in characters; the rest is for suffixes. */
  public static final int MAX_LENGTH = 240;

  private static final int MAX_PREFIX = MAX_LENGTH / 2;
  private static final int MAX_ID = MAX_LENGTH - MAX_PREFIX;
  private static final char BEFORE_ID = '_';
  private static final String BETWEEN_PARTS = ":";
  private static final String ACCESS_SUFFIX = ":a";
  private static final String LEASE_SUFFIX = ":l";

  /** No id gives such a key: hexadecimal digits follow the sign, and x is none. */
  private static final String EXPIRY = "#x";

  /** As above: neither u nor n is a hexadecimal digit. */
  private static final String USER = "#u";

  private static final String END_NOTICES = "#n";

  /** As above: j is no hexadecimal digit. */
  private static final String ROUTE = "#j";

  /** As above: no node ever has a value under it; w is no hexadecimal digit. */
  private static final String REHEARSAL = "#w";

  private static final int SET_DIGITS = 7;
  private static final int PART_DIGITS = 2;
  private static final char HASHED = '#';

  /** As many hexadecimal digits as memcached-session-manager takes, so that prefixes look alike. */
  private static final int PART_HASH_LENGTH = 8;

  private static final String STATIC = "static:";
  private static final String HASH = ".hash";

  private final String prefix;

  private StorageKeys(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Parses {@code storageKeyPrefix}: {@code static:TEXT}, {@code host}, {@code context} and {@code
   * webappVersion}, separated by commas; all but the first may be followed by {@code .hash}. The
   * values are joined by colons. A part whose value is empty is left out; a value that is not
   * printable ASCII is hashed as if {@code .hash} were there.
   *
   * @param storageKeyPrefix as configured; empty for no prefix
   * @param contextPath the path of the web application; empty for the root application
   * @param webappVersion the version in Tomcat's parallel deployment; null if there is none
   * @throws ConfigurationException if there is an unknown part
   */
  public static StorageKeys parse(
      String storageKeyPrefix, String host, String contextPath, @Nullable String webappVersion) {
    StringJoiner parts = new StringJoiner(BETWEEN_PARTS);
    for (String token : storageKeyPrefix.split(",", -1)) {
      String part = token.trim();
      String value =
          switch (part) {
            case "" -> "";
            case "host" -> legible(host);
            case "host" + HASH -> partHash(host);
            case "context" -> legible(contextPath);
            case "context" + HASH -> partHash(contextPath);
            case "webappVersion" -> webappVersion == null ? "" : legible(webappVersion);
            case "webappVersion" + HASH -> webappVersion == null ? "" : partHash(webappVersion);
            default -> staticText(part, storageKeyPrefix);
          };
      if (!value.isEmpty()) {
        parts.add(value);
      }
    }
    return new StorageKeys(parts.length() == 0 ? "" : bounded(parts.toString()) + BEFORE_ID);
  }

  /** The prefix of each id; empty for none. */
  public String prefix() {
    return prefix;
  }

  /** The key of a session's record. */
  public String keyOf(SessionId id) {
    String base = id.base();
    return prefix.concat(isPlain(base) ? base : HASHED + sha256(base)); // without a builder
  }

  /** The key of a session's times of access. */
  public String accessKeyOf(SessionId id) {
    return accessKeyOf(keyOf(id));
  }

  /** The key of a session's times of access, by that of its record. */
  public static String accessKeyOf(String key) {
    return key.concat(ACCESS_SUFFIX);
  }

  public String leaseKeyOf(SessionId id) {
    return keyOf(id).concat(LEASE_SUFFIX);
  }

  /** The key of a list with a share of the sessions that may expire in a slot of time. */
  public String expiryKeyOf(long slot, int share) {
    return prefix + EXPIRY + Long.toString(slot, Character.MAX_RADIX) + BETWEEN_PARTS + share;
  }

  /** The key of the list of a user's sessions, by the name's hash in hexadecimal digits. */
  public String userKeyOf(String hash) {
    return prefix + USER + hash;
  }

  /** The hash of a user's name, in any characters, that everybody can compute. */
  public static String userHash(String user) {
    return sha256(LoneSurrogates.escaped(user));
  }

  /** The key of the list of sessions that are to end. */
  public String endNoticesKey() {
    return prefix + END_NOTICES;
  }

  /** A key that no value ever has, for questions whose answers are of no account. */
  public String rehearsalKey() {
    return prefix + REHEARSAL;
  }

  /** Returns whether it is a {@link #rehearsalKey()}. */
  public static boolean isRehearsal(String key) {
    return key.endsWith(REHEARSAL);
  }

  /** Returns the key under which the Tomcats with a jvmRoute, in any characters, sign. */
  public String routeKeyOf(String route) {
    return prefix + ROUTE + sha256(route);
  }

  /**
   * The key of one chunk of a large value: nine digits behind the key of the value, as in no other
   * suffix.
   *
   * @param set tells the chunks of one write from those of others; below 36 to the power of 7
   * @param part counted from 0; below 36 to the power of 2
   */
  public static String partKeyOf(String key, long set, int part) {
    return key + ':' + digits(set, SET_DIGITS) + digits(part, PART_DIGITS);
  }

  /** What the keys of all chunks of one write begin with; null if this is the key of no chunk. */
  public static @Nullable String setOfPart(String key) {
    int colon = key.length() - SET_DIGITS - PART_DIGITS - 1;
    return colon > 0 && key.lastIndexOf(':') == colon
        ? key.substring(0, key.length() - PART_DIGITS)
        : null;
  }

  /**
   * A key shortened for logs, as the id in it is by {@link SessionId#toString}: what stands in
   * front of the id and behind it stays.
   */
  public static String shown(String key) {
    int begin = key.lastIndexOf(BEFORE_ID) + 1;
    int colon = key.indexOf(BETWEEN_PARTS, begin);
    int end = colon < 0 ? key.length() : colon;
    return key.substring(0, begin)
        + SessionId.shortened(key.substring(begin, end))
        + key.substring(end);
  }

  private static String digits(long number, int count) {
    String digits = Long.toString(number, Character.MAX_RADIX);
    return "0".repeat(count - digits.length()) + digits;
  }

  private static String staticText(String part, String storageKeyPrefix) {
    String text = part.startsWith(STATIC) ? part.substring(STATIC.length()) : "";
    if (text.isEmpty() || !isPrintableAscii(text)) {
      throw new ConfigurationException(
          Setting.STORAGE_KEY_PREFIX,
          storageKeyPrefix,
          "\"%s\" is no part of a prefix; use static:TEXT in printable ASCII, host, context or webappVersion (the last three also with .hash), separated by commas"
              .formatted(part));
    }
    return text;
  }

  private static String bounded(String prefix) {
    return prefix.length() < MAX_PREFIX ? prefix : HASHED + sha256(prefix);
  }

  private static String legible(String value) {
    return isPrintableAscii(value) ? value : partHash(value);
  }

  private static String partHash(String value) {
    return value.isEmpty() ? "" : sha256(value).substring(0, PART_HASH_LENGTH);
  }

  /**
   * Returns whether a node takes a text as a key: of 1 to {@value #MAX_WITH_SUFFIX} printable ASCII
   * characters without blanks. Another one would become a command of memcached's text protocol.
   */
  public static boolean isKey(String text) {
    return !text.isEmpty() && text.length() <= MAX_WITH_SUFFIX && isPrintableAscii(text);
  }

  /** Without blanks. */
  static boolean isPrintableAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a key can contain the id itself; a session id is printable ASCII anyway. */
  private static boolean isPlain(String base) {
    return base.length() <= MAX_ID
        && base.indexOf(BEFORE_ID) < 0
        && base.indexOf(':') < 0
        && base.indexOf(HASHED) < 0;
  }

  /** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
  public static String sha256(String value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(value.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
