package io.holdfast.core.storage.memcached;

import java.io.IOException;
import net.spy.memcached.ops.GetsOperation;

/**
 * The command {@code mg} of the text protocol, which asks for the version of a value without the
 * value, and {@code gets} for another one. The two are one operation: the answer to the first is a
 * line, and what follows is that to the second.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol, Meta
 *     Get</a>
 */
final class VersionedGets extends Gets {

  private final Callback answer;
  private final String key;
  private boolean isCompared;

  /** Is told what a node answers. */
  interface Callback extends GetsOperation.Callback {

    /** The node holds the first value under this number. */
    void gotVersion(long cas);

    /** The node does not hold the first value. */
    void gotNothing();
  }

  /**
   * Creates the commands.
   *
   * @param longestValue in bytes; an answer that announces a longer one is rejected
   * @param answer is told what there is
   * @param key of the value whose version is asked for
   * @param besideKey of the value that is read
   */
  VersionedGets(int longestValue, Callback answer, String key, String besideKey) {
    super(longestValue, answer, besideKey);
    this.answer = answer;
    this.key = key;
  }

  @Override
  String command() {
    return "mg " + key + " c\r\n" + super.command();
  }

  @Override
  void hear(String replies) throws IOException {
    if (isCompared) {
      super.hear(replies);
      return;
    }
    String[] words = replies.strip().split(" ", -1);
    switch (words[0]) {
      case "HD" -> {
        answer.gotVersion(versionIn(words, "a read"));
        isCompared = true;
      }
      case "EN" -> {
        answer.gotNothing();
        isCompared = true;
      }
      default -> {
        if (!isError(replies)) {
          throw giveUp("something else");
        }
      }
    }
  }
}
