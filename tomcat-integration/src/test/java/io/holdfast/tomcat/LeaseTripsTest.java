package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.CommandTap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request with the lease sends to a node, in this order. */
@Timeout(120)
class LeaseTripsTest extends WithOneNode {

  private static final List<String> TAKEN_AND_READ =
      List.of("add lease", "append record", "gets record");

  private CommandTap tap;

  @BeforeEach
  void prepare() {
    tap = closing(CommandTap.before(node));
  }

  @ParameterizedTest
  @CsvSource({"show count, 1, cas lease", "raise, 2, cas record;cas lease"})
  void requestWhenItUsesItsSessionThenTheRecordIsReadRightBehindTheLease(
      String way, String count, String next) {
    PageTomcat tomcat = start("t1");
    assertEquals("1", tomcat.ask(browser, "raise"));
    int before = commands().size();

    assertEquals(count, tomcat.ask(browser, way));

    awaitCommands(before, TAKEN_AND_READ, List.of(next.split(";")));
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenAsksFirstWhetherThereIsOne() {
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    assertEquals("1", t1.ask(browser, "raise"));
    int before = commands().size();

    assertEquals("1", t2.ask(browser, "show count"));

    awaitCommands(before, List.of("gets record"), TAKEN_AND_READ, List.of("cas lease"));
  }

  /** What it reads by its first question is older than what the other request stores. */
  @Test
  void requestWhenAnotherTomcatHasTheLeaseThenReadsWhatThatHasStored() {
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    assertEquals("1", t1.ask(browser, "raise"));
    assertEquals("2", t2.ask(browser, "raise"));
    CompletableFuture<String> first = held(t1, "raise slowly");
    int before = commands().size();

    CompletableFuture<String> second = later(() -> t2.ask(browser.copy(), "raise"));
    Await.until(
        "it has asked and read",
        () -> commands().stream().skip(before).toList().containsAll(TAKEN_AND_READ));
    page.gate().open();

    assertEquals("3", first.join());
    assertEquals("4", second.join());
    assertEquals("4", t1.ask(browser, "show count"));
  }

  /** That another request of this Tomcat has the session tells that there is one. */
  @Test
  void requestWhenAnotherOfItsTomcatHasTheLeaseThenDoesNotAskWhetherThereIsSuchASession() {
    PageTomcat tomcat = start("t1");
    assertEquals("1", tomcat.ask(browser, "raise"));
    int before = commands().size();
    CompletableFuture<String> first = held(tomcat, "raise slowly");

    CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "raise"));
    Await.until("it waits", () -> isAnyIn(".RequestLeases", "acquire"));
    page.gate().open();

    assertEquals("2", first.join());
    assertEquals("3", second.join());
    awaitCommands(
        before,
        TAKEN_AND_READ,
        List.of("cas record", "append record", "gets record", "cas record", "cas lease"));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  private final void awaitCommands(int before, List<String>... inOrder) {
    List<String> expected = Stream.of(inOrder).flatMap(List::stream).toList();
    Await.value("commands", () -> commands().stream().skip(before).toList(), expected::equals);
  }

  /** All about the browser's session, but for times of access. */
  private List<String> commands() {
    String id = id(browser);
    return tap.commands().stream()
        .filter(command -> command.contains(id) && !command.endsWith(":a"))
        .map(command -> command.replace(id + ":l", "lease").replace(id, "record"))
        .toList();
  }

  private PageTomcat start(String name) {
    return start(name, settings("all", tap.address()));
  }
}
