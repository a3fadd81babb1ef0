package io.holdfast.testkit.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The present faults of one line, and how often each kind has happened. */
final class Faults {

  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final Map<String, Long> happened = new TreeMap<>();
  private final Random random;

  /** A fault, and the share of deliveries in a direction that it happens to, from 0 to 1. */
  private record Rule(Direction direction, Fault fault, double share) {}

  Faults(long seed) {
    this.random = new Random(seed);
  }

  void add(Direction direction, Fault fault, double share) {
    rules.add(new Rule(direction, fault, share));
  }

  void clear() {
    rules.clear();
  }

  /** What the receiver gets of these bytes. */
  synchronized Delivery on(Direction direction, byte[] bytes) {
    Delivery delivery = Delivery.of(bytes);
    for (Rule rule : rules) {
      if (rule.direction() == direction && random.nextDouble() < rule.share()) {
        delivery = rule.fault().applyTo(delivery, random);
        happened.merge(rule.fault().title(), 1L, Long::sum);
      }
    }
    return delivery;
  }

  /** How often each kind of fault has happened, by its title. */
  synchronized Map<String, Long> happened() {
    return new TreeMap<>(happened);
  }
}
