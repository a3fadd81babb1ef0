package io.holdfast.core.config;

/**
 * Takes users and passwords out of addresses before they are shown. No address of a node has any,
 * though it may have a zone behind {@code @}: they come in URLs of other stores, such as {@code
 * redis://:password@host}.
 */
final class Credentials {

  private static final String MASK = "***";
  private static final String BEHIND_SCHEME = "://";

  private Credentials() {}

  /** The value of any attribute for the log: a URL may contain credentials. */
  static String hiddenInUrl(String value) {
    int scheme = value.indexOf(BEHIND_SCHEME);
    int end = value.lastIndexOf('@');
    return scheme < 0 || end < scheme
        ? value
        : value.substring(0, scheme + BEHIND_SCHEME.length()) + MASK + value.substring(end);
  }

  /**
   * A list of addresses for the log. It may contain credentials without a URL's scheme, and these
   * may contain separators of addresses.
   */
  static String hiddenInAddresses(String list) {
    if (NodeForm.isListOfNodes(list) || NodeForm.isSentinels(list)) {
      return list; // what stands behind @ are zones, or sentinels
    }
    int firstEnd = list.indexOf('@');
    boolean isInUrl = list.lastIndexOf(BEHIND_SCHEME, firstEnd) >= 0;
    return firstEnd < 0 || isInUrl
        ? hiddenInUrl(list)
        : MASK + list.substring(list.lastIndexOf('@'));
  }

  /** One entry of a list for the log; the whole list where credentials may span entries. */
  static String hiddenIn(String entry, String list) {
    return list.indexOf('@') < 0 || NodeForm.isListOfNodes(list) ? entry : hiddenInAddresses(list);
  }
}
