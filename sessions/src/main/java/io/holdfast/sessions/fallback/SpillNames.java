package io.holdfast.sessions.fallback;

import io.holdfast.core.session.StorageKeys;
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

  static String fileOf(String key) {
    return StorageKeys.sha256(key) + SUFFIX;
  }

  static String folderOf(String host, String contextPath, String keyPrefix) {
    return StorageKeys.sha256(String.join("\n", host, contextPath, keyPrefix)).substring(0, 32);
  }

  static boolean isFile(String name) {
    return FILE.matcher(name).matches();
  }

  static boolean isAside(String name) {
    return ASIDE.matcher(name).matches();
  }
}
