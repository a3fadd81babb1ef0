package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.spy.memcached.ops.OperationErrorType;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.BaseOperationImpl;
import org.jspecify.annotations.Nullable;

/** A command of the text protocol, whose answer begins with a line of bounded length. */
abstract class LineOperation extends BaseOperationImpl {

  /** An error line may quote the command; that of a value is a third of this. */
  private static final int LONGEST_LINE = 1_024;

  private static final int USUAL_LINE = 96;

  /** No value has this number. */
  private static final long NO_VERSION = 0;

  private byte[] line = new byte[USUAL_LINE];
  private int lineLength;

  /**
   * Reads as much of the answer as there is.
   *
   * @throws IOException if it is none
   */
  @Override
  public void readFromBuffer(ByteBuffer data) throws IOException {
    while (data.hasRemaining() && getState() != OperationState.COMPLETE) {
      String replies = lineOf(data);
      if (replies != null) {
        hear(replies);
      }
    }
  }

  /**
   * Takes a line of the answer.
   *
   * @throws IOException if it is none
   */
  abstract void hear(String replies) throws IOException;

  /**
   * Reads a line, as far as it has arrived; null if its end has not.
   *
   * @throws IOException if it is too long to be an answer
   */
  final @Nullable String lineOf(ByteBuffer data) throws IOException {
    while (data.hasRemaining()) {
      byte next = data.get();
      if (next == '\n' && lineLength > 0 && line[lineLength - 1] == '\r') {
        String whole = new String(line, 0, lineLength - 1, StandardCharsets.ISO_8859_1);
        lineLength = 0;
        return whole;
      }
      if (lineLength == line.length) {
        if (lineLength == LONGEST_LINE) {
          throw giveUp("a command", "a line without an end");
        }
        line = Arrays.copyOf(line, Math.min(2 * lineLength, LONGEST_LINE));
      }
      line[lineLength] = next;
      lineLength++;
    }
    return null;
  }

  /**
   * The number behind {@code c} in the answer to a meta command; {@link #NO_VERSION} if the answer
   * has none, as one that a proxy has shortened.
   *
   * @throws IOException if it is no number
   */
  final long versionIn(String[] words, String asked) throws IOException {
    for (int i = 1; i < words.length; i++) {
      if (words[i].startsWith("c")) {
        try {
          return Long.parseUnsignedLong(words[i].substring(1));
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
  final boolean isError(String replies) throws IOException {
    if (replies.startsWith("SERVER_ERROR")) {
      handleError(OperationErrorType.SERVER, replies);
    } else if (replies.startsWith("CLIENT_ERROR")) {
      handleError(OperationErrorType.CLIENT, replies);
    } else if (replies.startsWith("ERROR")) {
      handleError(OperationErrorType.GENERAL, replies);
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
}
