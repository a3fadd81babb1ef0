package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

@RequiresRealMemcached
final class MemcachedProcessTest extends MemcachedContract {

  @Override
  MemcachedNode startNode() {
    return MemcachedProcess.start(MemcachedLimits.DEFAULT);
  }

  @Test
  void closeWhenRunningThenLeavesNoProcess() {
    long pid = ((MemcachedProcess) node()).pid();

    node().close();

    assertTrue(ProcessHandle.of(pid).isEmpty());
  }

  @Test
  void startWhenLimitsAreGivenThenMemcachedHasThem() {
    try (MemcachedNode small = MemcachedProcess.start(new MemcachedLimits(8, 65536))) {
      small.probe().set("fits", new byte[60_000]);

      assertThrows(IllegalStateException.class, () -> small.probe().set("large", new byte[66_000]));
      assertEquals("8388608", small.probe().stats().get("limit_maxbytes"));
    }
  }
}
