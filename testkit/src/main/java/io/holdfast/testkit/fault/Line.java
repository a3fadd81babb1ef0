package io.holdfast.testkit.fault;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Brings deliveries to one end of a connection, in order and each at its time. */
final class Line {

  private final Socket receiver;
  private final FaultyConnection connection;
  private final ScheduledExecutorService clock;
  private long lastDue = System.nanoTime();

  Line(Socket receiver, FaultyConnection connection, ScheduledExecutorService clock) {
    this.receiver = receiver;
    this.connection = connection;
    this.clock = clock;
  }

  /** Called by one thread only, so that the order is that of the calls. */
  void send(Delivery delivery) {
    long now = System.nanoTime();
    lastDue = Math.max(lastDue, now + delivery.delay().toNanos());
    try {
      var unused = clock.schedule(() -> arrive(delivery), lastDue - now, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException proxyClosed) {
      connection.close();
    }
  }

  private void arrive(Delivery delivery) {
    try {
      for (byte[] piece : delivery.pieces()) {
        receiver.getOutputStream().write(piece);
      }
      switch (delivery.ending()) {
        case NONE -> {}
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
