package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether a node answers {@link MetaSet} with the version that it has made, as memcached
 * does since 1.6.13. Proxies and other servers may announce any version, so the node is asked for
 * such a command, too. Where a node has none, the next write begins with a read, and each read
 * takes the value along.
 *
 * @see <a href="https://github.com/memcached/memcached/pull/845">meta: fix CAS return values</a>
 */
final class MetaCommands {

  private static final Pattern VERSION =
      Pattern.compile("VERSION (\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(?:\\D.*)?");
  private static final int[] FIRST = {1, 6, 13};
  private static final String NOTHING_TO_DO = "mn";
  private static final String NOTHING_DONE = "MN";

  private MetaCommands() {}

  /**
   * Asks the node.
   *
   * @throws IOException if it does not answer
   */
  static boolean tellVersions(AnswerLines lines) throws IOException {
    return isNewEnough(lines.ask("version")) && lines.ask(NOTHING_TO_DO).equals(NOTHING_DONE);
  }

  /** Returns whether that is the answer of a memcached which has the command. */
  static boolean isNewEnough(String answer) {
    Matcher numbers = VERSION.matcher(answer);
    if (!numbers.matches()) {
      return false;
    }
    for (int i = 0; i < FIRST.length; i++) {
      int difference = Integer.parseInt(numbers.group(i + 1)) - FIRST[i];
      if (difference != 0) {
        return difference > 0;
      }
    }
    return true;
  }
}
