package probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets one request wait until another opens its gate. */
final class Gates {

  private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

  private Gates() {}

  /** Returns at the latest after 20 seconds. */
  static void await(String name) {
    try {
      var unused = gate(name).await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void open(String name) {
    gate(name).countDown();
  }

  private static CountDownLatch gate(String name) {
    return GATES.computeIfAbsent(name, any -> new CountDownLatch(1));
  }
}
