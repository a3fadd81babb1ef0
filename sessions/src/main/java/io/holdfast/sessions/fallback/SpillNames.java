package io.holdfast.sessions.fallback;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names of files and folders. All are hashes: nothing that a client sends becomes part of a path.
 */
final class SpillNames {

  static final String SUFFIX = ".session";
  static final String UNREADABLE = ".unreadable";

  private static final Pattern FILE = Pattern.compile("[0-9a-f]{64}\\.session");
  private static final Pattern ASIDE = Pattern.compile("[0-9a-f]{64}\\.unreadable");

  private SpillNames() {}

  /** The file of the session with this key. */
  static String fileOf(String key) {
    return sha256(key) + SUFFIX;
  }

  /** The folder of an application. */
  static String folderOf(String host, String contextPath, String keyPrefix) {
    return sha256(String.join("\n", host, contextPath, keyPrefix)).substring(0, 32);
  }

  static boolean isFile(String name) {
    return FILE.matcher(name).matches();
  }

  static boolean isAside(String name) {
    return ASIDE.matcher(name).matches();
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
