package io.holdfast.sessions.lock;

import io.holdfast.core.storage.ManualTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Virtual time for several machines: each has a timer of its own and can be stalled, so that
 * nothing happens on it until it resumes.
 */
final class World {

  private record Event(long time, long number, Runnable task) {}

  private final Queue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
  private final List<Machine> machines = new ArrayList<>();
  private long now;
  private long lastEvent;

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  /** Whole milliseconds since the world began. */
  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(now);
  }

  Machine machine() {
    Machine machine = new Machine();
    machines.add(machine);
    return machine;
  }

  /** Does something later that no machine's stall holds up. */
  void later(Duration delay, Runnable event) {
    events.add(new Event(now + delay.toNanos(), ++lastEvent, event));
  }

  /** Runs everything that happens within this time, and the check after each step. */
  void run(Duration time, Runnable check) {
    long end = now + time.toNanos();
    while (now < end) {
      Event next = events.peek();
      long until = next == null ? end : Math.min(end, next.time);
      Duration step = Duration.ofNanos(until - now);
      for (Machine machine : machines) {
        if (!machine.stalled) {
          step = sooner(step, machine.timer);
        }
      }
      now += step.toNanos();
      runEvents();
      machines.forEach(Machine::catchUp);
      check.run();
    }
  }

  private void runEvents() {
    for (Event next = events.peek(); next != null && next.time <= now; next = events.peek()) {
      events.remove();
      next.task.run();
    }
  }

  private static Duration sooner(Duration step, ManualTimer timer) {
    Duration next = timer.untilNext();
    return next != null && next.compareTo(step) < 0 ? next : step;
  }

  /** One machine's timer, and what came over the network while it was stalled. */
  final class Machine {

    final ManualTimer timer = new ManualTimer();
    private final Queue<Runnable> inbox = new ArrayDeque<>();
    private long seen;
    private boolean stalled;

    /** Something arrives; it is dealt with when the machine is not stalled. */
    void receive(Runnable event) {
      inbox.add(event);
      if (!stalled) {
        catchUp();
      }
    }

    void stall() {
      stalled = true;
    }

    void resume() {
      stalled = false;
    }

    private void catchUp() {
      if (stalled) {
        return;
      }
      for (Runnable event = inbox.poll(); event != null; event = inbox.poll()) {
        event.run();
      }
      timer.advance(Duration.ofNanos(now - seen));
      seen = now;
    }
  }
}
