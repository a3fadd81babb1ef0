package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.LongUnaryOperator;
import net.spy.memcached.ops.KeyedOperation;
import net.spy.memcached.ops.OperationState;
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
final class MetaSet extends LineOperation implements KeyedOperation {

  private static final byte[] LINE_END = {'\r', '\n'};

  private static final List<OperationStatus> STATUSES =
      List.of(
          new OperationStatus(true, "HD", StatusCode.SUCCESS),
          new OperationStatus(false, "EX", StatusCode.ERR_EXISTS),
          new OperationStatus(false, "NF", StatusCode.ERR_NOT_FOUND),
          new OperationStatus(false, "NS", StatusCode.ERR_NOT_STORED));

  /** Behind the command: its value, and the end of the line. */
  private static final int PARTS = 2;

  private final StoreOperation.Callback answer;
  private final String key;
  private final byte[] value;
  private final int expires;
  private final String condition;
  private String mode = "";
  private int partsWritten;

  /**
   * Creates the command.
   *
   * @param expires in memcached's words, see {@link MemcachedExpiration}
   * @param casOf the node's number for a version
   * @param answer is told the version, if the value is stored
   */
  MetaSet(
      String key,
      byte[] value,
      int expires,
      WriteCondition condition,
      LongUnaryOperator casOf,
      StoreOperation.Callback answer) {
    this.answer = answer;
    this.key = key;
    this.value = value;
    this.expires = expires;
    this.condition = flagOf(condition, casOf);
    setCallback(answer);
  }

  /** Has it append, which leaves flags and time to live as they are. */
  MetaSet appending() {
    mode = " MA";
    return this;
  }

  private static String flagOf(WriteCondition condition, LongUnaryOperator casOf) {
    if (condition instanceof IfVersion expected) {
      return " C" + Long.toUnsignedString(casOf.applyAsLong(expected.version()));
    }
    return condition instanceof IfAbsent ? " ME" : "";
  }

  @Override
  public Collection<String> getKeys() {
    return List.of(key);
  }

  @Override
  public void initialize() {
    String length = Integer.toString(value.length);
    String expiry = expires == 0 ? "" : " T" + expires;
    setBuffer(command("ms ", key, " ", length, " c", expiry, mode, condition, "\r\n"));
  }

  /**
   * Goes on with the value, as it is, and then with the end of its line.
   *
   * @return false if all of them are written
   */
  boolean goOn() {
    if (partsWritten == PARTS) {
      return false;
    }
    setBuffer(ByteBuffer.wrap(partsWritten == 0 ? value : LINE_END));
    partsWritten++;
    return true;
  }

  @Override
  void hear(ReplyLine replies) throws IOException {
    replies.strip();
    OperationStatus status = statusOf(replies);
    if (status != null) {
      answer.receivedStatus(status);
      transitionState(OperationState.COMPLETE);
    } else if (!isError(replies)) {
      throw giveUp("a write", "something else");
    }
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
