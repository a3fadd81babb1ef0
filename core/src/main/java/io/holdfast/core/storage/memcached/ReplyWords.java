package io.holdfast.core.storage.memcached;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words with which a node answers commands that change something, in the text protocol. They
 * name no key, so they alone tell that an answer belongs to another command.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol</a>
 */
final class ReplyWords {

  static final Set<String> OF_STORAGE = Set.of("STORED", "NOT_STORED");
  static final Set<String> OF_CAS = Set.of("STORED", "NOT_STORED", "EXISTS", "NOT_FOUND");
  static final Set<String> OF_TOUCH = Set.of("TOUCHED", "NOT_FOUND");
  static final Set<String> OF_DELETE = Set.of("DELETED", "NOT_FOUND");

  private static final Set<String> ALL =
      Set.of("STORED", "NOT_STORED", "EXISTS", "NOT_FOUND", "TOUCHED", "DELETED", "END");

  private ReplyWords() {}

  /** Returns whether no node answers a command so that answers with these words of its own. */
  static boolean isOfAnother(@Nullable String words, Set<String> own) {
    return words != null && ALL.contains(words) && !own.contains(words);
  }
}
