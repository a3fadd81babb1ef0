package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.doctor.Installation.Examined;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on nodes that are Valkey or Redis. */
@RequiresValkey
@Timeout(120)
final class ValkeyNodesTest {

  private static Examined examined(ValkeyProcess node) {
    return Installation.examined("--nodes", "n1:valkey://127.0.0.1:" + node.port());
  }

  @Test
  void examineWhenANodeIsInOrderThenItsRoundTripIsMade() {
    try (ValkeyProcess node = ValkeyProcess.start("--maxmemory", "100mb")) {
      Examined examined = examined(node);

      assertEquals(0, examined.status(), examined.text());
      assertTrue(examined.text().contains(": answers, and can hold sessions"), examined.text());
      assertTrue(examined.text().contains(" of 100 MB"), examined.text());
      assertTrue(examined.text().contains(": stores, reads and deletes; "), examined.text());
    }
  }

  @Test
  void examineWhenANodeHasNoLimitOfMemoryThenWarned() {
    try (ValkeyProcess node = ValkeyProcess.start()) {
      Examined examined = examined(node);

      assertTrue(examined.text().contains(": has no limit of memory; set maxmemory"));
    }
  }

  @Test
  void examineWhenANodeWillEvictThenWarned() {
    try (ValkeyProcess node =
        ValkeyProcess.start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")) {
      Examined examined = examined(node);

      assertTrue(
          examined
              .text()
              .contains(
                  ": evicts sessions once its memory is full (maxmemory-policy allkeys-lru); set"
                      + " maxmemory-policy noeviction"),
          examined.text());
    }
  }

  @Test
  void examineWhenANodeDemandsAPasswordThenWrong() {
    try (ValkeyProcess node = ValkeyProcess.start("--requirepass", "s3cret")) {
      Examined examined = examined(node);

      assertTrue(
          examined.text().contains(": cannot be used: the server demands a password;"),
          examined.text());
    }
  }

  @Test
  void examineWhenTheJarIsMissingThenWrong(@TempDir Path folder) throws Exception {
    Installation installation = new Installation(folder, new Certified(folder));
    try {
      installation.attribute("memcachedNodes", "n1:valkey://127.0.0.1:1");

      Examined examined = installation.examine();

      assertTrue(
          examined.text().contains("nodes are Valkey or Redis, and holdfast-valkey is missing;"),
          examined.text());
    } finally {
      installation.end();
    }
  }
}
