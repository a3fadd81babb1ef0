package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ShutdownStateTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final ShutdownState shutdown = new ShutdownState();

  @Test
  void leaveWhenNoRequestIsInTheValveThenTheApplicationStopsAtOnce() {
    shutdown.leave(LONG);

    assertTrue(shutdown.isLeaving());
  }

  @Test
  void leaveWhenARequestStaysThenTheApplicationStopsAllTheSame() {
    shutdown.requestEntered();

    shutdown.leave(Duration.ofMillis(10));

    assertTrue(shutdown.isLeaving());
  }

  @Test
  void leaveWhenTheLastRequestLeavesThenTheApplicationStops() throws InterruptedException {
    shutdown.requestEntered();
    shutdown.requestEntered();
    Thread stopping = new Thread(() -> shutdown.leave(LONG));
    stopping.start();
    Await.until("it waits", () -> stopping.getState() == Thread.State.TIMED_WAITING);

    shutdown.requestLeft();
    assertFalse(shutdown.isLeaving());
    shutdown.requestLeft();

    stopping.join();
    assertTrue(shutdown.isLeaving());
  }
}
