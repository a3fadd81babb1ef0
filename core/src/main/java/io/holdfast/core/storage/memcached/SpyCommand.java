package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.ops.OperationState;

/** An operation of the client library on our wire. */
record SpyCommand(Operation operation) implements WireCommand {

  @Override
  public boolean begin(long unsentMillis) {
    if (operation.isTimedOut(unsentMillis)) { // which tells its callback
      return false;
    }
    operation.writing();
    return true;
  }

  @Override
  public ByteBuffer bytes() {
    return operation.getBuffer();
  }

  @Override
  public boolean written() {
    boolean goesOn = operation instanceof MetaSet write && write.goOn();
    if (!goesOn) {
      operation.writeComplete();
    }
    return !goesOn;
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
