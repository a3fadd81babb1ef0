package io.holdfast.core.storage.memcached;

import java.util.Set;
import net.spy.memcached.ops.CASOperation;
import net.spy.memcached.ops.ConcatenationOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.ops.StoreOperation;

/**
 * The errors with which memcached refuses one write and goes on: it reads the value to its end, and
 * the next answer is that of the next command. After any other error it is unknown which command
 * the next answer belongs to.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol,
 *     Error strings</a>
 */
final class RefusedWrite {

  private static final Set<String> LINES =
      Set.of(
          "SERVER_ERROR out of memory storing object", "SERVER_ERROR object too large for cache");

  private RefusedWrite() {}

  /** Returns whether a line is one of these errors. */
  static boolean isToldBy(String line) {
    return LINES.contains(line);
  }

  /** Returns whether an operation has met one of these errors, and can have met it. */
  static boolean isMetBy(Operation asked, OperationException error) {
    boolean isWrite =
        asked instanceof StoreOperation
            || asked instanceof CASOperation
            || asked instanceof ConcatenationOperation;
    return isWrite && isToldBy(String.valueOf(error.getMessage()));
  }
}
