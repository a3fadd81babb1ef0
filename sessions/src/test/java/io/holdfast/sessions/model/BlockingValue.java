package io.holdfast.sessions.model;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.concurrent.CountDownLatch;

/** A value whose writing lasts as long as a test wants. */
public final class BlockingValue implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  private final transient CountDownLatch blocked = new CountDownLatch(1);
  private final transient CountDownLatch released = new CountDownLatch(1);

  public void block() {
    blocked.countDown();
    await(released);
  }

  public void awaitBlocked() {
    await(blocked);
  }

  public void release() {
    released.countDown();
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    block();
    out.defaultWriteObject();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
