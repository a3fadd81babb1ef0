package io.holdfast.testkit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ChildProcessTest {

  @Test
  void terminateWhenProcessObeysThenEndsInTime() {
    ChildProcess child = ChildProcess.start("sleeper", new ProcessBuilder("sleep", "600"));

    boolean inTime = child.terminate(Duration.ofSeconds(60));

    assertTrue(inTime);
    assertFalse(child.isAlive());
  }

  @Test
  void terminateWhenProcessIsFrozenThenEndsInTime() {
    ChildProcess child = ChildProcess.start("sleeper", new ProcessBuilder("sleep", "600"));
    child.freeze();

    boolean inTime = child.terminate(Duration.ofSeconds(60));

    assertTrue(inTime);
  }

  @Test
  void killWhenFrozenThenEnds() {
    ChildProcess child = ChildProcess.start("sleeper", new ProcessBuilder("sleep", "600"));
    child.freeze();
    assertTrue(child.isAlive());

    child.kill();
    child.kill();

    assertFalse(child.isAlive());
    assertThrows(IllegalStateException.class, child::freeze);
  }

  @Test
  void outputWhenProcessEndedThenHoldsWhatItWrote() {
    ChildProcess child = ChildProcess.start("echo", new ProcessBuilder("echo", "some words"));

    String output = child.output();

    assertEquals("some words\n", output);
    child.kill();
  }

  @Test
  void joinWhenProcessEndsThenTellsItsExitValue() {
    ChildProcess child = ChildProcess.start("exit", new ProcessBuilder("sh", "-c", "exit 3"));

    assertEquals(3, child.join(Duration.ofSeconds(60)));
  }

  @Test
  void joinWhenProcessDoesNotEndInTimeThenKillsIt() {
    ChildProcess child = ChildProcess.start("sleeper", new ProcessBuilder("sleep", "600"));

    assertThrows(IllegalStateException.class, () -> child.join(Duration.ofMillis(1)));

    assertFalse(child.isAlive());
  }

  @Test
  void startWhenThereIsNoProgramThenNamesIt() {
    UncheckedIOException failure =
        assertThrows(
            UncheckedIOException.class,
            () -> ChildProcess.start("nothing", new ProcessBuilder("holdfast-no-such-program")));

    assertTrue(String.valueOf(failure.getMessage()).contains("holdfast-no-such-program"));
  }
}
