package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ReplyLine;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;

/**
 * A command of the text protocol, whose answer begins with a line of bounded length. It is written
 * into the buffer of its connection, and has none of its own.
 */
abstract class LineCommand implements WireCommand {

  /** No value has this number. */
  private static final long NO_VERSION = 0;

  private static final int TEN = 10;

  private final OperationCallback answer;
  private final long made = System.nanoTime();
  private final ReplyLine line;
  private boolean isOver;

  /** Creates a command whose answer is read line by line in this place, and told. */
  LineCommand(OperationCallback answer, ReplyLine line) {
    this.answer = answer;
    this.line = line;
  }

  // ---- writing ----

  @Override
  public final boolean begin(long unsentMillis) {
    boolean isLate = System.nanoTime() - made > TimeUnit.MILLISECONDS.toNanos(unsentMillis);
    if (isLate) {
      end(new OperationStatus(false, "not sent in time", StatusCode.TIMEDOUT));
    }
    return !isLate;
  }

  @Override
  public boolean put(ByteBuffer out, ByteBuffer room) {
    boolean isRoom = out.remaining() >= room.capacity();
    if (isRoom) {
      write(room);
      out.put(room.flip());
    }
    return isRoom;
  }

  /** Writes the line, or both lines, into a buffer in the heap. */
  abstract void write(ByteBuffer out);

  /** Writes a text without other characters than bytes. */
  @SuppressWarnings("deprecation") // it takes the low byte of each: there is no other one here
  static void write(ByteBuffer out, String text) {
    text.getBytes(0, text.length(), out.array(), out.arrayOffset() + out.position());
    out.position(out.position() + text.length());
  }

  /** Writes a number in its digits. */
  static void write(ByteBuffer out, long number) {
    if (number < 0) {
      write(out, Long.toString(number));
      return;
    }
    int at = out.position() + 1;
    for (long rest = number; rest >= TEN; rest /= TEN) {
      at++;
    }
    out.position(at);
    long rest = number;
    do {
      at--;
      out.put(at, (byte) ('0' + rest % TEN));
      rest /= TEN;
    } while (rest > 0);
  }

  /** Writes a number of 64 bits without a sign. */
  static void writeUnsigned(ByteBuffer out, long number) {
    if (number < 0) {
      write(out, Long.toUnsignedString(number));
    } else {
      write(out, number);
    }
  }

  // ---- reading ----

  @Override
  public final boolean hear(ByteBuffer data) throws IOException {
    while (data.hasRemaining() && !isOver) {
      read(data);
    }
    return isOver;
  }

  /** Reads a line, as far as it has arrived, and takes it when its end has. */
  void read(ByteBuffer data) throws IOException {
    if (line.read(data)) {
      take(line);
    } else if (line.isTooLong()) {
      throw giveUp("a command", "a line without an end");
    }
  }

  /** Takes a line of the answer. */
  abstract void take(ReplyLine replies) throws IOException;

  /**
   * The number behind {@code c} in the answer to a meta command; {@link #NO_VERSION} if the answer
   * has none, as one that a proxy has shortened.
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

  /** Takes a line that may be an error, which ends the command, or else the connection. */
  final boolean isError(ReplyLine replies) throws IOException {
    boolean isError =
        replies.startsWith("SERVER_ERROR")
            || replies.startsWith("CLIENT_ERROR")
            || replies.startsWith("ERROR");
    if (isError) {
      String error = replies.text();
      end(new OperationStatus(false, error, StatusCode.ERR_INTERNAL));
      if (!goesOnAfter(error)) {
        throw new IOException("the node answered " + error);
      }
    }
    return isError;
  }

  /** Returns whether the next answer is that of the next command. */
  boolean goesOnAfter(String error) {
    return false;
  }

  /** Ends the command; the exception ends the connection. */
  final IOException giveUp(String asked, String answered) {
    end(new OperationStatus(false, answered, StatusCode.ERR_CLIENT));
    return new IOException("the node answered " + asked + " with " + answered);
  }

  /** The answer has come. */
  final void end(OperationStatus status) {
    isOver = true;
    answer.receivedStatus(status);
    answer.complete();
  }
}
