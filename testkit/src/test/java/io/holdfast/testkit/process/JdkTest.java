package io.holdfast.testkit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JdkTest {

  @Test
  void runningWhenAskedThenItsCommandIsThere() {
    assertEquals(true, Files.isExecutable(Jdk.running().java()));
  }

  @Test
  void otherWhenThereIsOneThenItSaysTheVersionThatIsKnownOfIt() {
    Optional<Jdk> other = Jdk.other();
    assumeTrue(other.isPresent(), Jdk.NO_OTHER);
    Jdk jdk = other.orElseThrow();

    ProcessBuilder version = new ProcessBuilder(List.of(jdk.java().toString(), "--version"));
    ChildProcess child = ChildProcess.start("version", version);
    String output = child.output();
    child.join(Duration.ofSeconds(60));

    assertNotEquals(Jdk.running().feature(), jdk.feature());
    assertEquals(true, output.matches("(?s)\\w+ " + jdk.feature() + "\\b.*"), output);
  }
}
