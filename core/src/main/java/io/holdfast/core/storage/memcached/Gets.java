package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code gets} of the text protocol, for one key or several. The library's own takes
 * the memory that a node says its value needs, whatever the node sends then, and passes over lines
 * that are no answer. Here memory is taken as the bytes arrive, and a line that cannot be an answer
 * to this command ends the connection: all that follows would be the answers to other commands.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol,
 *     Retrieval command</a>
 */
class Gets extends LineCommand {

  private static final OperationStatus SUCCESS =
      new OperationStatus(true, "END", StatusCode.SUCCESS);

  /** Memory for a value before any of it has arrived, in bytes; most are smaller. */
  private static final int AT_FIRST = 1 << 20;

  private final GetsOperation.Callback answer;
  private final String[] keys;
  private final int longestValue;

  /** The value that is being read; null between values. */
  private byte @Nullable [] value;

  private String valueKey = "";
  private int flags;
  private long cas;
  private int valueLength;
  private int arrived;

  /** Creates the command; an answer that announces a longer value, in bytes, is rejected. */
  Gets(int longestValue, GetsOperation.Callback answer, ReplyLine line, String... keys) {
    super(answer, line);
    this.longestValue = longestValue;
    this.answer = answer;
    this.keys = keys;
  }

  @Override
  void write(ByteBuffer out) {
    write(out, "gets");
    for (String key : keys) {
      write(out, " ");
      write(out, key);
    }
    write(out, "\r\n");
  }

  @Override
  final void read(ByteBuffer data) throws IOException {
    byte[] begun = value;
    if (begun != null) {
      readValue(begun, data);
    } else {
      super.read(data);
    }
  }

  @Override
  void take(ReplyLine replies) throws IOException {
    if (replies.startsWith("VALUE ")) {
      begin(replies);
    } else if (replies.is("END")) {
      end(SUCCESS);
    } else if (!isError(replies)) {
      throw giveUp("something else");
    }
  }

  /** Begins a value: {@code VALUE <key> <flags> <bytes> <cas>}. */
  private void begin(ReplyLine replies) throws IOException {
    if (replies.words() != 5) {
      throw giveUp("a value without a version");
    }
    try {
      flags = (int) replies.number(2, 0);
      begin(keyIn(replies), replies.number(3, 0), replies.number(4, 0));
    } catch (NumberFormatException e) {
      throw giveUp("a value without its numbers");
    }
  }

  private String keyIn(ReplyLine replies) {
    for (String key : keys) {
      if (replies.isWord(1, key)) {
        return key;
      }
    }
    return replies.word(1);
  }

  /** Begins a value of this length. */
  final void begin(String ofKey, long length, long version) throws IOException {
    if (length < 0 || length > longestValue) {
      throw giveUp("a value of " + length + " bytes");
    }
    valueKey = ofKey;
    cas = version;
    valueLength = (int) length;
    arrived = 0;
    value = new byte[Math.min(valueLength, AT_FIRST)];
  }

  /** Reads bytes of the value, and the end of line behind them. */
  private void readValue(byte[] begun, ByteBuffer data) throws IOException {
    byte[] all = begun;
    int count = Math.min(data.remaining(), valueLength - arrived);
    if (arrived + count > all.length) {
      all = Arrays.copyOf(all, Math.min(valueLength, Math.max(2 * all.length, arrived + count)));
      value = all;
    }
    if (count > 0) {
      data.get(all, arrived, count);
      arrived += count;
    }
    while (data.hasRemaining() && arrived >= valueLength) {
      byte expected = (byte) (arrived == valueLength ? '\r' : '\n');
      if (data.get() != expected) {
        throw giveUp("more than the value's " + valueLength + " bytes");
      }
      if (expected == '\n') {
        value = null;
        answer.gotData(valueKey, flags, cas, all);
        return;
      }
      arrived++;
    }
  }

  final IOException giveUp(String answered) {
    value = null;
    return giveUp("a read", answered);
  }
}
