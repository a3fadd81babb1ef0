package io.holdfast.core.storage.memcached;

import java.io.IOException;
import net.spy.memcached.ops.GetsOperation;

/**
 * The command {@code mg} of the text protocol, which asks for the version of a value, and {@code
 * gets} for another one. The value comes along if the node compares versions and has another one
 * than the known. The two are one operation: what follows the answer to the first is that to the
 * second.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol, Meta
 *     Get</a>
 */
final class VersionedGets extends Gets {

  /** Asks for the version without the value. */
  static final String VERSION_ONLY = "c";

  private final Callback answer;
  private final String key;
  private final String besideKey;
  private final String flags;
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
   * @param flags {@link #VERSION_ONLY} or {@link #unless}
   */
  VersionedGets(int longestValue, Callback answer, String key, String besideKey, String flags) {
    super(longestValue, answer, besideKey);
    this.answer = answer;
    this.key = key;
    this.besideKey = besideKey;
    this.flags = flags;
  }

  /** Asks for the value, too, unless it has this number; for {@link MetaCommands#COMPARISONS}. */
  static String unless(long cas) {
    return "c v C" + Long.toUnsignedString(cas);
  }

  @Override
  public void initialize() {
    setBuffer(command("mg ", key, " ", flags, "\r\ngets ", besideKey, "\r\n"));
  }

  @Override
  void hear(ReplyLine replies) throws IOException {
    if (isCompared) {
      super.hear(replies);
      return;
    }
    replies.strip();
    if (replies.isWord(0, "HD")) {
      answer.gotVersion(versionIn(replies, "a read"));
    } else if (replies.isWord(0, "EN")) {
      answer.gotNothing();
    } else if (replies.isWord(0, "VA")) {
      beginIn(replies);
    } else if (!isError(replies)) {
      throw giveUp("something else");
    }
    isCompared = true;
  }

  /** Begins the value whose version is another one: {@code VA <bytes> c<cas>}. */
  private void beginIn(ReplyLine replies) throws IOException {
    if (flags.equals(VERSION_ONLY)) {
      throw giveUp("a value that it was not asked for");
    }
    try {
      begin(key, replies.number(1, 0), versionIn(replies, "a read"));
    } catch (NumberFormatException e) {
      throw giveUp("a value without its length");
    }
  }
}
