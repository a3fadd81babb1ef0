package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests beside each other may choose one port: then none works on the server of the other. */
@RequiresValkey
@Timeout(120)
final class TakenPortTest {

  @Test
  void startWhenAnotherServerHasThePortThenFails() {
    try (ValkeyProcess ours = ValkeyProcess.start()) {
      ours.kill();
      ChildProcess other =
          ChildProcess.start(
              "valkey",
              new ProcessBuilder(
                      ValkeyProcess.program(),
                      "--bind",
                      ours.host(),
                      "--port",
                      Integer.toString(ours.port()),
                      "--save",
                      "")
                  .directory(new File(System.getProperty("java.io.tmpdir")))
                  .redirectErrorStream(true)
                  .redirectOutput(Redirect.DISCARD));
      try {
        Await.until(
            "the other answers",
            Duration.ofSeconds(60),
            () -> ValkeyProcess.isAnswering(ours.port()));

        assertThrows(IllegalStateException.class, ours::startAgain);
      } finally {
        other.kill();
      }
    }
  }
}
