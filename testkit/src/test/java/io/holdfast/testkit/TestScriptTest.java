package io.holdfast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script {@code ./test}: which command it makes of a name, and what it says of a wrong one. */
final class TestScriptTest {

  private record Ending(int status, String said) {}

  @Test
  void printWhenItIsAUnitTestThenItsModuleTestsIt() throws Exception {
    Ending ending = script("--print", "AwaitTest#some", "-Dx=y");

    assertEquals(0, ending.status(), ending.said());
    assertTrue(ending.said().contains(" -pl testkit -am "), ending.said());
    assertTrue(ending.said().endsWith(" test -Dtest=AwaitTest#some -Dx=y\n"), ending.said());
  }

  @Test
  void printWhenItIsAnIntegrationTestThenItsModuleVerifiesIt() throws Exception {
    Ending ending = script("--print", "DistributionIT", "-Dholdfast.lines=all");

    assertEquals(0, ending.status(), ending.said());
    assertTrue(ending.said().contains(" -pl dist -am "), ending.said());
    assertTrue(ending.said().contains(" verify "), ending.said());
    assertTrue(ending.said().contains(" -Dit.test=DistributionIT "), ending.said());
    assertTrue(ending.said().endsWith(" -Dholdfast.lines=all\n"), ending.said());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NoSuchName    | there is no test class NoSuchName",
        "FaultProx     | there is no test class FaultProx; there are: FaultProxyTest",
        "EventsSuite   | it is run by: Tomcat10EventsIT Tomcat11EventsIT Tomcat9EventsIT",
        "LeaseTests    | it is run by: Tomcat10NonStickyIT Tomcat11NonStickyIT Tomcat9NonStickyIT",
        "two names     | name one class",
      })
  void scriptWhenTheNameIsNoTestThenSaysSoAndRunsNothing(String name, String remedy)
      throws Exception {
    Ending ending = script(name);

    assertEquals(2, ending.status(), ending.said());
    assertTrue(ending.said().startsWith("./test: "), ending.said());
    assertTrue(ending.said().contains(remedy), ending.said());
  }

  private static Ending script(String... arguments) throws IOException, InterruptedException {
    Path script = Path.of(System.getProperty("basedir", "."), "..", "test").toAbsolutePath();
    ProcessBuilder builder = new ProcessBuilder("sh", script.normalize().toString());
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ending(process.waitFor(), said);
  }
}
