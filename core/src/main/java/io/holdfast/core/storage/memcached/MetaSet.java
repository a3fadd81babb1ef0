package io.holdfast.core.storage.memcached;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.StoreOperation;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code ms} of the text protocol: a write whose answer tells the version that it has
 * made. The next write can replace just that version, and needs no read before it. A line that
 * cannot be an answer to this command ends the connection.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol, Meta
 *     Set</a>
 */
final class MetaSet extends LineCommand {

  private static final int LINE_END = 2;

  private static final OperationStatus[] STATUSES = {
    new OperationStatus(true, "HD", StatusCode.SUCCESS),
    new OperationStatus(false, "EX", StatusCode.ERR_EXISTS),
    new OperationStatus(false, "NF", StatusCode.ERR_NOT_FOUND),
    new OperationStatus(false, "NS", StatusCode.ERR_NOT_STORED)
  };

  private static final int NOTHING = -1;

  private final StoreOperation.Callback answer;
  private final String key;
  private final ValueParts value;
  private final int expires;
  private final WriteCondition condition;
  private final LongUnaryOperator casOf;
  private boolean isAppending;

  /** How much of the value is written; {@link #NOTHING} if not even the line in front of it is. */
  private int written = NOTHING;

  /** Creates the command; {@code expires} is as {@link MemcachedStore#expiration} gives it. */
  MetaSet(
      String key,
      ValueParts value,
      int expires,
      WriteCondition condition,
      LongUnaryOperator casOf,
      StoreOperation.Callback answer,
      ReplyLine line) {
    super(answer, line);
    this.answer = answer;
    this.key = key;
    this.value = value;
    this.expires = expires;
    this.condition = condition;
    this.casOf = casOf;
  }

  /** Has it append, which leaves flags and time to live as they are. */
  MetaSet appending() {
    isAppending = true;
    return this;
  }

  @Override
  public boolean put(ByteBuffer out, ByteBuffer room) {
    if (written == NOTHING) {
      if (!super.put(out, room)) {
        return false;
      }
      written = 0;
    }
    written = value.write(written, out);
    boolean isAll = written == value.length() && out.remaining() >= LINE_END;
    if (isAll) {
      out.put((byte) '\r').put((byte) '\n');
    }
    return isAll;
  }

  @Override
  void write(ByteBuffer out) {
    write(out, "ms ");
    write(out, key);
    write(out, " ");
    write(out, value.length());
    write(out, " c");
    if (expires != 0) {
      write(out, " T");
      write(out, expires);
    }
    if (isAppending) {
      write(out, " MA");
    }
    if (condition instanceof IfVersion expected) {
      write(out, " C");
      writeUnsigned(out, casOf.applyAsLong(expected.version()));
    } else if (condition instanceof IfAbsent) {
      write(out, " ME");
    }
    write(out, "\r\n");
  }

  @Override
  void take(ReplyLine replies) throws IOException {
    replies.strip();
    OperationStatus status = statusOf(replies);
    if (status != null) {
      end(status);
    } else if (!isError(replies)) {
      throw giveUp("a write", "something else");
    }
  }

  @Override
  boolean goesOnAfter(String error) {
    return RefusedWrite.isToldBy(error);
  }

  /** What an answer says; null if it is none to this command. */
  private @Nullable OperationStatus statusOf(ReplyLine replies) throws IOException {
    for (OperationStatus status : STATUSES) {
      if (replies.isWord(0, status.getMessage())) {
        if (status.isSuccess()) {
          answer.gotData(key, versionIn(replies, "a write"));
        }
        return status;
      }
    }
    return null;
  }
}
