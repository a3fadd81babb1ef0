package probe;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets one request wait until another opens its gate. */
final class Gates {

  private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();
  private static final Set<String> AWAITED = ConcurrentHashMap.newKeySet();

  private Gates() {}

  /** Returns at the latest after two minutes. */
  static void await(String name) {
    AWAITED.add(name);
    try {
      var unused = gate(name).await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a thread waits, or has waited, at the gate. */
  static boolean isAwaited(String name) {
    return AWAITED.contains(name);
  }

  static void open(String name) {
    gate(name).countDown();
  }

  private static CountDownLatch gate(String name) {
    return GATES.computeIfAbsent(name, any -> new CountDownLatch(1));
  }
}
