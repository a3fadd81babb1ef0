package io.holdfast.core.storage.memcached;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.BaseOperationImpl;

/**
 * The command {@code stats} of the text protocol. The library's own takes any line for a number,
 * and ends the connection of a node that does not know the command; here an error line is an answer
 * like any other, and a line that cannot be an answer to this command ends the connection: all that
 * follows would be the answers to other commands.
 */
final class NodeStats extends BaseOperationImpl implements StatsOperation {

  private static final byte[] COMMAND = "stats\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final OperationStatus SUCCESS =
      new OperationStatus(true, "END", StatusCode.SUCCESS);

  /** A memcached stays far below a tenth of both limits. */
  private static final int LONGEST_LINE = 4_096;

  private static final int MOST_LINES = 1_000;

  private final StatsOperation.Callback answer;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int lines;

  NodeStats(StatsOperation.Callback answer) {
    this.answer = answer;
    setCallback(answer);
  }

  @Override
  public void initialize() {
    setBuffer(ByteBuffer.wrap(COMMAND));
  }

  /**
   * Reads as much of the answer as there is.
   *
   * @throws IOException if it is none
   */
  @Override
  public void readFromBuffer(ByteBuffer data) throws IOException {
    while (data.hasRemaining() && getState() != OperationState.COMPLETE) {
      byte next = data.get();
      if (next != '\n') {
        line.write(next);
        if (line.size() > LONGEST_LINE) {
          giveUp();
        }
      } else {
        String replies = line.toString(StandardCharsets.UTF_8).strip();
        line.reset();
        hear(replies);
      }
    }
  }

  private void hear(String replies) throws IOException {
    String[] words = replies.split(" ", 3);
    if (words[0].equals("STAT") && words.length > 1 && lines < MOST_LINES) {
      lines++;
      answer.gotStat(words[1], words.length == 3 ? words[2] : "");
    } else if (replies.equals("END") && lines > 0) {
      end(SUCCESS);
    } else if (words[0].endsWith("ERROR") && lines == 0) {
      end(new OperationStatus(false, replies, StatusCode.ERR_CLIENT));
    } else {
      giveUp(); // an end alone answers a read that finds nothing
    }
  }

  private void giveUp() throws IOException {
    end(new OperationStatus(false, "something else", StatusCode.ERR_CLIENT));
    throw new IOException("the node answered something else than numbers");
  }

  private void end(OperationStatus status) {
    answer.receivedStatus(status);
    transitionState(OperationState.COMPLETE);
  }

  @Override
  public byte[] getErrorMsg() {
    return new byte[0];
  }
}
