package io.holdfast.tomcat.response;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;

/**
 * A response's writer that opens the gate before it hands characters to the container.
 *
 * <p>The container's writer buffers characters and, behind them, bytes, and nobody can see how full
 * either is. So this one keeps characters until it has a buffer full: each time it hands them on,
 * and only then, bytes may leave.
 */
public final class GatedWriter extends PrintWriter {

  private static final int FIRST_CAPACITY = 512;
  private static final int CAPACITY = 8192;

  private final PrintWriter container;
  private final Charset charset;
  private final ResponseGate gate;
  private char[] kept = new char[FIRST_CAPACITY];
  private int length;

  /**
   * Creates a writer that writes to the container's.
   *
   * @param encoding what the container's writer makes bytes with
   */
  public GatedWriter(PrintWriter container, String encoding, ResponseGate gate) {
    super(container);
    this.container = container;
    this.charset = Charset.forName(encoding);
    this.gate = gate;
  }

  @Override
  public void write(int c) {
    if (gate.isSuspended()) {
      return;
    }
    if (length < CAPACITY) {
      makeRoom(1);
      kept[length++] = (char) c;
    } else if (opens()) {
      handOn();
      container.write(c);
    }
  }

  @Override
  public void write(char[] text, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, text.length);
    if (gate.isSuspended()) {
      return;
    }
    if (count <= CAPACITY - length) {
      makeRoom(count);
      System.arraycopy(text, offset, kept, length, count);
      length += count;
    } else if (opens()) {
      handOn();
      container.write(text, offset, count);
    }
  }

  @Override
  public void write(String text, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, text.length());
    if (gate.isSuspended()) {
      return;
    }
    if (count <= CAPACITY - length) {
      makeRoom(count);
      text.getChars(offset, offset + count, kept, length);
      length += count;
    } else if (opens()) {
      handOn();
      container.write(text, offset, count);
    }
  }

  @Override
  public void println() {
    write(System.lineSeparator());
  }

  @Override
  public void flush() {
    if (opens()) {
      handOn();
      container.flush();
    }
  }

  @Override
  public void close() {
    if (!gate.suspendsInsteadOfClosing() && opens()) {
      handOn();
      container.close();
    }
  }

  /** Hands on what is kept, at the end; opens the gate if that could make bytes leave. */
  public void finish() {
    if (length == 0) {
      return;
    }
    boolean heldBack = gate.holdsBackText(EncodedText.mostBytes(kept, length, charset));
    if (heldBack || opens()) {
      release();
    }
  }

  /** Hands on what is kept, because the gate has been opened. */
  public void release() {
    gate.beforeSuspension(this::handOn);
  }

  /** Forgets what is kept, as the container does with its buffers. */
  public void discard() {
    length = 0;
  }

  private boolean opens() {
    boolean open = gate.open();
    if (!open) {
      discard();
    }
    return open;
  }

  private void handOn() {
    int count = length;
    length = 0;
    container.write(kept, 0, count);
  }

  private void makeRoom(int count) {
    if (count > kept.length - length) {
      kept = Arrays.copyOf(kept, Math.max(length + count, Math.min(2 * kept.length, CAPACITY)));
    }
  }
}
