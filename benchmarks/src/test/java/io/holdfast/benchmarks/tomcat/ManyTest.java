package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.tomcat.Many.Seen;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ManyTest {

  @Test
  void seeWhenSessionsAreOnTheNodesOnlyThenThoseAskedAgainHaveTheirAttributes() throws Exception {
    Run run = new Run("many", Run.Extent.QUICK);
    assumeTrue(MemcachedProcess.isInstalled(), "memcached is not installed");
    assumeTrue(
        Files.isDirectory(run.root().resolve("dist/target/tomcat-11"))
            && Files.isDirectory(
                run.root()
                    .resolve("dist/target/holdfast-" + System.getProperty("holdfast.version"))),
        "dist is not packaged");

    Seen seen = Many.see(run, 300, 10);

    assertEquals(30, seen.asked());
    assertEquals(30, seen.right());
    assertTrue(seen.read() >= 30, seen::toString);
  }
}
