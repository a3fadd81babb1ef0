package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.ops.OperationErrorType;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.BaseOperationImpl;

/** A command of the text protocol, whose answer begins with a line of bounded length. */
abstract class LineOperation extends BaseOperationImpl {

  /** No value has this number. */
  private static final long NO_VERSION = 0;

  private final ReplyLine line = new ReplyLine();

  /**
   * Reads as much of the answer as there is.
   *
   * @throws IOException if it is none
   */
  @Override
  public void readFromBuffer(ByteBuffer data) throws IOException {
    while (data.hasRemaining() && getState() != OperationState.COMPLETE) {
      readLine(data);
    }
  }

  /**
   * Reads a line, as far as it has arrived, and takes it when its end has.
   *
   * @throws IOException if it is too long to be an answer, or is none
   */
  final void readLine(ByteBuffer data) throws IOException {
    if (line.read(data)) {
      hear(line);
    } else if (line.isTooLong()) {
      throw giveUp("a command", "a line without an end");
    }
  }

  /**
   * Takes a line of the answer.
   *
   * @throws IOException if it is none
   */
  abstract void hear(ReplyLine replies) throws IOException;

  /**
   * The number behind {@code c} in the answer to a meta command; {@link #NO_VERSION} if the answer
   * has none, as one that a proxy has shortened.
   *
   * @throws IOException if it is no number
   */
  final long versionIn(ReplyLine replies, String asked) throws IOException {
    int words = replies.words();
    for (int i = 1; i < words; i++) {
      if (replies.wordStartsWith(i, 'c')) {
        try {
          return replies.number(i, 1);
        } catch (NumberFormatException e) {
          throw giveUp(asked, "a version that is no number");
        }
      }
    }
    return NO_VERSION;
  }

  /**
   * Returns false unless a line is an error.
   *
   * @throws IOException if it is: the error is reported, and the operation ends
   */
  final boolean isError(ReplyLine replies) throws IOException {
    if (replies.startsWith("SERVER_ERROR")) {
      handleError(OperationErrorType.SERVER, replies.text());
    } else if (replies.startsWith("CLIENT_ERROR")) {
      handleError(OperationErrorType.CLIENT, replies.text());
    } else if (replies.startsWith("ERROR")) {
      handleError(OperationErrorType.GENERAL, replies.text());
    }
    return false;
  }

  /** Ends the operation; the exception ends the connection. */
  final IOException giveUp(String asked, String answered) {
    getCallback().receivedStatus(new OperationStatus(false, answered, StatusCode.ERR_CLIENT));
    transitionState(OperationState.COMPLETE);
    return new IOException("the node answered " + asked + " with " + answered);
  }

  @Override
  public final byte[] getErrorMsg() {
    return new byte[0];
  }

  /** The bytes of a command, which consists of these parts. */
  @SuppressWarnings("deprecation") // drops the upper bytes of characters, which keys do not have
  static ByteBuffer command(String... parts) {
    int length = 0;
    for (String part : parts) {
      length += part.length();
    }
    byte[] command = new byte[length];
    int end = 0;
    for (String part : parts) {
      part.getBytes(0, part.length(), command, end);
      end += part.length();
    }
    return ByteBuffer.wrap(command);
  }
}
