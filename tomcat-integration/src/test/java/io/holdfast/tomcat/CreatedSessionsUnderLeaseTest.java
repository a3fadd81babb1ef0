package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.CommandTap;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that needs the lease creates its session, tells its client the id, and goes on. Others
 * would have to wait a minute before they are refused.
 */
@Timeout(120)
class CreatedSessionsUnderLeaseTest extends WithOneNode {

  private static final Set<Thread.State> WAITING =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
  private static final String CREATE = "raise, flush, note-id, hold, raise";

  private volatile String newId = "";

  @BeforeEach
  void prepare() {
    page.with(
        "note-id",
        (request, response) -> {
          newId = request.getSession().getId();
          return null;
        });
  }

  /** Both raised the same count, and both were answered. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        CREATE + "           | all",
        CREATE + "           | uriPattern:.*page.*",
        "end, " + CREATE + " | all",
        "new, thread, " + CREATE + " | all"
      })
  void creatorWhenItTellsItsClientTheIdThenARequestToAnotherTomcatWaits(
      String way, String lockingMode) {
    CommandTap tap = closing(CommandTap.before(node));
    PageTomcat t1 = start("t1", settings(lockingMode));
    PageTomcat t2 = start("t2", settings(lockingMode, tap.address()));

    assertTheOtherWaits(t1, t2, way, () -> hasAskedAgain(tap));

    awaitNoLease();
  }

  @ParameterizedTest
  @ValueSource(strings = {CREATE, "end, " + CREATE, "new, thread, " + CREATE})
  void creatorWhenItTellsItsClientTheIdThenAnotherRequestOfItsTomcatWaits(String way) {
    PageTomcat t1 = start("t1", settings("all"));

    assertTheOtherWaits(t1, t1, way, CreatedSessionsUnderLeaseTest::isAnyWaitingForALease);

    awaitNoLease();
  }

  /** As any request that needs the lease while no node answers. */
  @Test
  void creatorWhenNoNodeAnswersThenAnotherRequestOfItsTomcatWaits() {
    PageTomcat t1 = start("t1", settings("all"));
    node.kill();

    assertTheOtherWaits(t1, t1, CREATE, CreatedSessionsUnderLeaseTest::isAnyWaitingForALease);
  }

  private void assertTheOtherWaits(
      PageTomcat creating, PageTomcat other, String way, BooleanSupplier waits) {
    if (way.startsWith("end")) {
      assertEquals("1", creating.ask(browser, "raise"));
    }
    CompletableFuture<String> first = held(creating, way);
    Browser told = new Browser();
    told.setCookie("JSESSIONID", newId);
    CompletableFuture<String> second = later(() -> other.ask(told, "raise"));
    Await.until(
        "the other request waits for the lease, or is over",
        () -> waits.getAsBoolean() || second.isDone());

    assertFalse(second.isDone(), "two requests had the session to themselves");
    page.gate().open();

    assertEquals("1 2", first.join());
    assertEquals("3", second.join());
    assertEquals(1, other.count(Metric.LEASE_WAITS));
  }

  /** The lease would cost a round trip, and no other request can ask for it. */
  @ParameterizedTest
  @ValueSource(strings = {"raise", "new, thread, raise"})
  void creatorWhenItTellsNothingBeforeItsEndThenTakesNoLease(String way) {
    PageTomcat tomcat = start("t1", settings("all"));

    assertEquals("1", tomcat.ask(browser, way));

    assertEquals(0, tomcat.count(Metric.LEASES_TAKEN));
  }

  /** Of each node; what the creator changes afterwards is one more save. */
  @Test
  void creatorWhenItTellsItsClientTheIdThenTheLeaseCostsTwoCommands() {
    page.gate().open();
    CommandTap tap = closing(CommandTap.before(node));
    PageTomcat tomcat = start("t1", settings("all", tap.address()));

    assertEquals("1 2", tomcat.ask(browser, CREATE));

    awaitNoLease();
    List<String> commands =
        tap.commands().stream()
            .filter(command -> command.contains(newId + ":l"))
            .map(command -> command.replaceFirst(" .*", ""))
            .sorted()
            .toList();
    assertEquals(List.of("add", "cas"), commands);
  }

  /** Returns whether the Tomcat behind the tap has heard that another one has the lease. */
  private static boolean hasAskedAgain(CommandTap tap) {
    return tap.commands().stream()
            .filter(command -> command.startsWith("add ") && command.contains(":l"))
            .count()
        > 1;
  }

  /** Returns whether a thread has asked for a lease, and waits. */
  private static boolean isAnyWaitingForALease() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> WAITING.contains(thread.getKey().getState()))
        .anyMatch(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(
                        frame ->
                            frame.getMethodName().equals("take")
                                && frame.getClassName().endsWith(".RequestLeases")));
  }
}
