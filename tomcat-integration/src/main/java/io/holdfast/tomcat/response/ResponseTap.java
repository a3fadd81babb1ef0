package io.holdfast.tomcat.response;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.apache.coyote.OutputBuffer;

/**
 * Sees what Catalina hands to Tomcat's protocol layer for one response, and opens the gate before.
 *
 * <p>Catalina buffers what the application writes, and calls {@link #doWrite} when its buffer is
 * full. A flush and a close commit the response first if it is not, then write what is buffered,
 * then say so ({@code CLIENT_FLUSH}, {@code CLOSE}): for such a sequence the gate is opened once,
 * by its first step. Behind the first bytes, a buffer may be full or be flushed, which looks the
 * same here: it is taken for one that flows, and the gate is opened again for the flush or close
 * that may follow. The protocol layer commits the response, by way of this tap again, when it is
 * given bytes before that.
 */
final class ResponseTap implements ActionHook, OutputBuffer {

  private final ResponseGate gate;
  private final ActionHook actions;
  private final OutputBuffer output;
  private boolean writing;
  private boolean committing;
  private boolean opened;

  /** True if bytes have passed, so that more of the same response may be flowing. */
  private boolean flowing;

  ResponseTap(ResponseGate gate, ActionHook actions, OutputBuffer output) {
    this.gate = gate;
    this.actions = actions;
    this.output = output;
  }

  /** The protocol layer itself. */
  ActionHook actions() {
    return actions;
  }

  /** Where the protocol layer takes bytes. */
  OutputBuffer output() {
    return output;
  }

  @Override
  public void action(ActionCode code, Object parameter) {
    switch (code) {
      case COMMIT -> commit(parameter);
      case CLIENT_FLUSH -> flush(parameter);
      case CLOSE -> close(parameter);
      case IS_IO_ALLOWED -> { // asked before an error page is made
        gate.errorPageBegins();
        actions.action(code, parameter);
      }
      case CLOSE_NOW -> {
        actions.action(code, parameter);
        gate.turnEnds(false);
      }
      case IS_ERROR -> { // asked at the end of each turn of the container
        actions.action(code, parameter);
        gate.turnEnds(parameter instanceof AtomicBoolean isError && isError.get());
      }
      default -> actions.action(code, parameter);
    }
  }

  private void commit(Object parameter) {
    if (writing) {
      actions.action(ActionCode.COMMIT, parameter);
      return;
    }
    committing = true;
    opened = true;
    if (gate.opensForMore()) {
      actions.action(ActionCode.COMMIT, parameter);
    }
  }

  @Override
  public int doWrite(ByteBuffer chunk) throws IOException {
    boolean flows = flowing && !gate.isEnd(getBytesWritten(), chunk.remaining());
    boolean passes = committing ? !gate.isDropping() : gate.opens(flows);
    opened = committing || !flows; // what follows a buffer that flows has to open it for itself
    flowing = true;
    if (!passes) {
      int dropped = chunk.remaining();
      chunk.position(chunk.limit());
      return dropped;
    }
    writing = true;
    try {
      int taken = output.doWrite(chunk);
      gate.left(getBytesWritten());
      return taken;
    } catch (IOException e) {
      gate.turnEnds(false); // the container asks nothing more if this was its own last step
      throw e;
    } finally {
      writing = false;
    }
  }

  private void flush(Object parameter) {
    boolean passes = endsSequence() ? gate.goesOn() : gate.opensForMore();
    if (passes) {
      actions.action(ActionCode.CLIENT_FLUSH, parameter);
      gate.left(getBytesWritten());
    } else {
      gate.nothingHasLeft();
    }
  }

  private void close(Object parameter) {
    boolean passes = endsSequence() ? gate.goesOn() : gate.opensForMore();
    if (!passes) {
      gate.becomesEmptyError();
    }
    actions.action(ActionCode.CLOSE, parameter);
    gate.isComplete();
    gate.turnEnds(false);
  }

  /** Returns whether an earlier step of the same flush or close has opened the gate. */
  private boolean endsSequence() {
    boolean isOpened = opened;
    committing = false;
    opened = false;
    return isOpened;
  }

  @Override
  public long getBytesWritten() {
    return output.getBytesWritten();
  }
}
