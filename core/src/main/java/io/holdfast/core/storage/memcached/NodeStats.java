package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StatusCode;

/**
 * The command {@code stats} of the text protocol. The library's own takes any line for a number,
 * and ends the connection of a node that does not know the command; here an error line is an answer
 * like any other, and a line that cannot be an answer to this command ends the connection: all that
 * follows would be the answers to other commands.
 */
final class NodeStats extends LineCommand {

  /** A memcached stays far below a tenth of it. */
  private static final int MOST_LINES = 1_000;

  private final StatsOperation.Callback answer;
  private int lines;

  NodeStats(StatsOperation.Callback answer, ReplyLine line) {
    super(answer, line);
    this.answer = answer;
  }

  @Override
  void write(ByteBuffer out) {
    write(out, "stats\r\n");
  }

  @Override
  void take(ReplyLine line) throws IOException {
    line.strip();
    String replies = line.text();
    String[] words = replies.split(" ", 3);
    boolean isRefusal = words[0].endsWith("ERROR") && lines == 0;
    if (words[0].equals("STAT") && words.length > 1 && lines < MOST_LINES) {
      lines++;
      answer.gotStat(words[1], words.length == 3 ? words[2] : "");
    } else if (isRefusal || (replies.equals("END") && lines > 0)) {
      end(
          new OperationStatus(
              !isRefusal, replies, isRefusal ? StatusCode.ERR_CLIENT : StatusCode.SUCCESS));
    } else { // an end alone answers a read that finds nothing
      throw giveUp("stats", "something else than numbers");
    }
  }
}
