package io.holdfast.testkit.fault;

import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Passes deliveries to one end of a connection, in order and each at its time. */
final class Line {

  private final Socket receiver;
  private final FaultyConnection connection;
  private final ScheduledExecutorService clock;
  private final Queue<Delivery> underWay = new ConcurrentLinkedQueue<>();
  private long lastDue = System.nanoTime();
  private boolean stalled;

  Line(Socket receiver, FaultyConnection connection, ScheduledExecutorService clock) {
    this.receiver = receiver;
    this.connection = connection;
    this.clock = clock;
  }

  /** Called by one thread only, so that the order is that of the calls. */
  void send(Delivery delivery) {
    if (stalled) {
      return;
    }
    stalled = delivery.ending() == Delivery.Ending.STALLED;
    long now = System.nanoTime();
    lastDue = Math.max(lastDue, now + delivery.delay().toNanos());
    try {
      underWay.add(delivery);
      var unused = clock.schedule(this::arriveNext, lastDue - now, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException proxyClosed) {
      connection.close();
    }
  }

  /** Takes the first delivery: calls due within the clock's precision may come in either order. */
  private void arriveNext() {
    arrive(Objects.requireNonNull(underWay.poll()));
  }

  private void arrive(Delivery delivery) {
    try {
      for (byte[] piece : delivery.pieces()) {
        receiver.getOutputStream().write(piece);
      }
      switch (delivery.ending()) {
        case NONE, STALLED -> {}
        case HALF_CLOSED -> receiver.shutdownOutput();
        case CLOSED -> connection.close();
        case RESET -> {
          receiver.setSoLinger(true, 0);
          connection.close();
        }
      }
    } catch (IOException gone) {
      connection.close();
    }
  }
}
