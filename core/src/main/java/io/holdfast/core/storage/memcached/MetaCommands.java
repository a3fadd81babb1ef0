package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which meta commands a node answers. Proxies and other servers may announce any version, so the
 * node is asked for such a command, too.
 */
enum MetaCommands {
  /** None: the next write begins with a read, and each read takes the value along. */
  NONE,

  /**
   * {@link MetaSet} tells the version that it has made, and {@link VersionedGets} that of a value.
   *
   * @see <a href="https://github.com/memcached/memcached/pull/845">meta: fix CAS return values</a>
   */
  VERSIONS,

  /** {@link VersionedGets} also reads a value of another version than a known one, in one step. */
  COMPARISONS;

  private static final Pattern VERSION =
      Pattern.compile("VERSION (\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(?:\\D.*)?");

  /** The first versions that have them, in the form 1_0006_0013 for 1.6.13. */
  private static final long TOLD_SINCE = 1_0006_0013;

  private static final long COMPARED_SINCE = 1_0006_0040;
  private static final int PARTS = 3;
  private static final int BASE = 10_000;
  private static final String NOTHING_TO_DO = "mn";
  private static final String NOTHING_DONE = "MN";

  /** Asks the node. */
  static MetaCommands of(AnswerLines lines) throws IOException {
    MetaCommands announced = announcedBy(lines.ask("version"));
    return announced != NONE && lines.ask(NOTHING_TO_DO).equals(NOTHING_DONE) ? announced : NONE;
  }

  /** Those of the memcached that gives this answer. */
  static MetaCommands announcedBy(String answer) {
    Matcher numbers = VERSION.matcher(answer);
    long version = 0;
    for (int i = 1; i <= PARTS && numbers.matches(); i++) {
      version = version * BASE + Integer.parseInt(numbers.group(i));
    }
    if (version >= COMPARED_SINCE) {
      return COMPARISONS;
    }
    return version >= TOLD_SINCE ? VERSIONS : NONE;
  }
}
