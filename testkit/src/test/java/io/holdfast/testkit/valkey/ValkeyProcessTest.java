package io.holdfast.testkit.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RequiresValkey
@Timeout(120)
final class ValkeyProcessTest {

  /** As one does that had a replica when it was killed. */
  @Test
  void startAgainWhenTheKilledProcessLeftAFileThenEmpty() {
    try (ValkeyProcess node = ValkeyProcess.start()) {
      assertTrue(node.ask("SET k v").startsWith("+OK"));
      assertTrue(node.ask("SAVE").startsWith("+OK"));
      node.kill();

      node.startAgain();

      assertEquals(":0\r\n", node.ask("DBSIZE"));
    }
  }
}
