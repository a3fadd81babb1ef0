package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.ops.GetsOperation;
import org.jspecify.annotations.Nullable;

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

  private final Callback answer;
  private final String key;
  private final @Nullable Long unless;
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
   * @param key of the value whose version is asked for
   * @param unless the number of the value that need not be sent, for {@link
   *     MetaCommands#COMPARISONS}; null to ask for the version alone
   */
  VersionedGets(
      int longestValue,
      Callback answer,
      ReplyLine line,
      String key,
      String besideKey,
      @Nullable Long unless) {
    super(longestValue, answer, line, besideKey);
    this.answer = answer;
    this.key = key;
    this.unless = unless;
  }

  @Override
  void write(ByteBuffer out) {
    write(out, "mg ");
    write(out, key);
    if (unless == null) {
      write(out, " c");
    } else {
      write(out, " c v C");
      writeUnsigned(out, unless);
    }
    write(out, "\r\n");
    super.write(out);
  }

  @Override
  void take(ReplyLine replies) throws IOException {
    if (isCompared) {
      super.take(replies);
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
    if (unless == null) {
      throw giveUp("a value that it was not asked for");
    }
    try {
      begin(key, replies.number(1, 0), versionIn(replies, "a read"));
    } catch (NumberFormatException e) {
      throw giveUp("a value without its length");
    }
  }
}
