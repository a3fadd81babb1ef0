package io.holdfast.tomcat.response.javax;

import io.holdfast.tomcat.response.ResponseGate;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;

/** A response's stream that opens the gate before a write that the container does not hold back. */
final class GatedOutputStream extends ServletOutputStream {

  private final ServletOutputStream container;
  private final ResponseGate gate;

  GatedOutputStream(ServletOutputStream container, ResponseGate gate) {
    this.container = container;
    this.gate = gate;
  }

  @Override
  public void write(int b) throws IOException {
    beforeWriting(1);
    container.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    beforeWriting(count);
    container.write(bytes, offset, count);
  }

  /** Overrides what Servlet 6.1 added: one write, because non-blocking output allows only one. */
  public void write(ByteBuffer buffer) throws IOException {
    int count = buffer.remaining();
    if (buffer.hasArray()) {
      write(buffer.array(), buffer.arrayOffset() + buffer.position(), count);
      buffer.position(buffer.limit());
    } else {
      byte[] bytes = new byte[count];
      buffer.get(bytes);
      write(bytes, 0, count);
    }
  }

  @Override
  public void flush() throws IOException {
    var unused = gate.open();
    container.flush();
  }

  @Override
  public void close() throws IOException {
    if (!gate.suspendsInsteadOfClosing()) {
      var unused = gate.open();
      container.close();
    }
  }

  @Override
  public boolean isReady() {
    return container.isReady();
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    container.setWriteListener(listener);
  }

  /** If the response is refused, the container drops what is written. */
  private void beforeWriting(int count) {
    if (!gate.holdsBack(count)) {
      var unused = gate.open();
    }
  }
}
