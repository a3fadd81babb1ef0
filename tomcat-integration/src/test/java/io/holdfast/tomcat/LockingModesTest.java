package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What stores a session without a request, in each locking mode: the next request finds the same
 * session as before. {@code auto} and {@code uriPattern} are tried with requests that take a lease.
 */
@Timeout(120)
class LockingModesTest extends WithOneNode {

  private static final String SHOW = "id, created, interval, show count";

  @BeforeEach
  void prepare() {
    page.with("created", (request, response) -> request.getSession().getCreationTime());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto", "uriPattern:.*page.*"})
  void resyncWhenTheNodeReturnsEmptyThenAnotherTomcatFindsTheSameSession(String mode) {
    PageTomcat one = start("t1", here(mode));
    PageTomcat other = start("t2", here(mode));
    assertEquals("done", one.ask(browser, "lasts 777"));
    assertEquals("1", one.ask(browser, "raise"));
    String session = one.ask(browser, SHOW);

    node.kill();
    node.start();

    Await.until("it is stored again", () -> record(browser) != null);
    Await.until(
        "the other has noticed that the node is back",
        () -> !other.ask(browser, SHOW).equals("no session"));
    assertEquals(session, other.ask(browser, SHOW));
    assertEquals(session, one.ask(browser, SHOW));
    assertEquals("2", other.ask(browser, "raise"));
    assertEquals(session.replaceFirst("1$", "2"), one.ask(browser, SHOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto", "uriPattern:.*page.*"})
  void stopWhenTheStoreIsAwayThenTheNextStartPutsTheSameSessionBack(String mode) {
    PageTomcat one = start("t1", spilling(mode));
    assertEquals("done", one.ask(browser, "lasts 777"));
    node.kill();
    assertEquals("1", one.ask(browser, "raise"));
    String session = one.ask(browser, SHOW);
    one.close();
    assertEquals(1, files());
    node.start();

    PageTomcat again = start("t1", spilling(mode));
    PageTomcat other = start("t2", here(mode));

    Await.until("it is put back", () -> record(browser) != null && files() == 0);
    assertEquals(session, other.ask(browser, SHOW));
    assertEquals("2", other.ask(browser, "raise"));
    assertEquals(session.replaceFirst("1$", "2"), again.ask(browser, SHOW));
  }

  private long files() {
    try (Stream<Path> all = Files.walk(base.resolve("spill"))) {
      return all.filter(file -> file.toString().endsWith(".session")).count();
    } catch (IOException | UncheckedIOException e) {
      return -1; // a file went away while the directory was read
    }
  }

  private ManagerBuilder spilling(String mode) {
    return here(mode).set(Setting.SPILL_DIRECTORY, base.resolve("spill"));
  }

  private ManagerBuilder here(String mode) {
    return settings(mode).set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
  }
}
