package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.ops.OperationState;

/** An operation of the client library on our wire. */
record SpyCommand(Operation operation) implements WireCommand {

  /** Forms the command. */
  static SpyCommand of(Operation operation) {
    operation.initialize();
    return new SpyCommand(operation);
  }

  @Override
  public boolean begin(long unsentMillis) {
    if (operation.isTimedOut(unsentMillis)) { // which tells its callback
      return false;
    }
    operation.writing();
    return true;
  }

  @Override
  public boolean put(ByteBuffer out, ByteBuffer room) {
    boolean isAll = WireCommand.move(operation.getBuffer(), out);
    if (isAll) {
      operation.writeComplete();
    }
    return isAll;
  }

  @Override
  public boolean hear(ByteBuffer data) throws IOException {
    try {
      operation.readFromBuffer(data);
    } catch (OperationException e) { // it has its answer, and has told that
      if (!RefusedWrite.isMetBy(operation, e)) {
        throw e;
      }
    }
    return operation.getState() == OperationState.COMPLETE;
  }
}
