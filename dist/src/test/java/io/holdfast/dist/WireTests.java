package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.CommandTap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each kind of request costs on the wire: the commands about its session that the two nodes
 * get together, and how many round trips it waits for. The table in {@code docs/architecture.md}
 * has the same numbers.
 */
abstract class WireTests extends ClusterTests {

  private static final int TRIES = 5;

  /** In bytes, from both nodes, with the notes of the last use, and with the lease. */
  private static final long LARGEST_ANSWERS = 800;

  /** How long an answer of a node takes; all else that a request does takes less. */
  private static final Duration ROUND_TRIP = Duration.ofMillis(200);

  /** As exact as the time of the last access is in the store. */
  private static final Duration ACCESS_RESOLUTION = Duration.ofSeconds(1);

  /** What stands in front of the two nodes. */
  abstract List<CommandTap> taps();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tapped     | none.png                  | {}",
        "tapped     | set.png?name=a&value=b    | {}",
        "tapped     | none                      | {gets=2}",
        "tapped     | get?name=fruit            | {gets=2}",
        "tapped     | set?name=fruit&value=pear | {cas=2, gets=2}",
        "tapped     | basket/add?value=pear     | {cas=2, gets=2}",
        "tapped     | invalidate                | {cas=2, gets=2}",
        "tapped-all | none.png                  | {}",
        "tapped-all | get?name=fruit            | {add=2, append=2, cas=2, gets=2}",
        "tapped-all | set?name=fruit&value=pear | {add=2, append=2, cas=4, gets=2}",
      })
  void commandsWhenARequestIsServedThenAreAsFewAsTheTableSays(
      String context, String command, String commands) {
    Visitor visitor = withFruit(context);
    List<String> before = commandsFor(visitor);

    visitor.copy().ask(t1(), command);

    assertSince(commands, before, visitor);
  }

  /** Of a session of 10 KB; the note of its last use is read beside. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tapped     | get?name=fruit            | {gets=2, mg=2}",
        "tapped     | set?name=fruit&value=pear | {cas=2, gets=2, mg=2}",
        "tapped     | invalidate                | {cas=2, gets=2, mg=2}",
        "tapped-all | get?name=fruit            | {add=2, append=2, cas=2, gets=2}",
      })
  void commandsWhenALargeSessionIsServedThenItIsComparedFirst(
      String context, String command, String commands) {
    Visitor visitor = withBasketOfFruit(context);
    List<String> before = commandsFor(visitor);

    visitor.copy().ask(t1(), command);

    assertSince(commands, before, visitor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tapped", "tapped-all"})
  void bytesWhenALargeSessionIsReadThenTheNodesDoNotSendIt(String context) {
    Visitor visitor = withBasketOfFruit(context);
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) { // other answers may come meanwhile
      long before = answeredBytes();
      visitor.copy().ask(t1(), "get?name=fruit");
      fewest = Math.min(fewest, answeredBytes() - before);
    }

    assertTrue(fewest < LARGEST_ANSWERS, fewest + " bytes");
  }

  private long answeredBytes() {
    return taps().stream().mapToLong(CommandTap::answeredBytes).sum();
  }

  private Visitor withBasketOfFruit(String context) {
    Visitor visitor = withFruit(context);
    for (int i = 0; i < 10; i++) {
      visitor.ask(t1(), "set?name=more%d&value=%s".formatted(i, "x".repeat(1_000)));
    }
    return visitor;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tapped", "tapped-all"})
  void commandsWhenASessionIsCreatedThenAreOneForEachNode(String context) {
    Visitor visitor = new Visitor(context);

    visitor.ask(t1(), "set?name=fruit&value=apple");

    assertSince("{add=2}", List.of(), visitor);
  }

  @Test
  void commandsWhenAnotherTomcatWasFasterThenAreAnotherReadAndWrite() {
    Visitor visitor = withFruit("tapped");
    visitor.ask(t1(), "count");
    List<String> before = commandsFor(visitor);
    CompletableFuture<Response> slower =
        Background.start(() -> visitor.copy().at(t1(), "ponder?name=slower"));
    Await.until("has read", () -> since(before, visitor).equals(Map.of("gets", 2)));
    visitor.copy().ask(t2(), "set?name=fruit&value=pear");
    List<String> between = commandsFor(visitor);

    new Visitor("tapped").ask(t1(), "release?name=slower");
    slower.join();

    assertSince("{cas=3, gets=2}", between, visitor);
  }

  @Test
  void commandsWhenTheLastAccessIsOldThenNoteTheNewOne() {
    Visitor visitor = withFruit("tapped");
    long start = System.nanoTime();
    Await.until("a second later", () -> System.nanoTime() - start > ACCESS_RESOLUTION.toNanos());
    List<String> before = commandsFor(visitor);

    visitor.ask(t1(), "get?name=fruit");

    Await.value(
        "commands",
        () -> counted(before, commandsFor(visitor)).toString(),
        "{gets=2, set=2}"::equals);
  }

  @ParameterizedTest
  @CsvSource({
    "tapped, none.png, 0",
    "tapped, get?name=fruit, 1",
    "tapped, set?name=fruit&value=pear, 3",
    "tapped-all, get?name=fruit, 1",
    "tapped-all, set?name=fruit&value=pear, 3",
  })
  void roundTripsWhenARequestIsServedThenAreAsFewAsTheTableSays(
      String context, String command, long roundTrips) {
    Visitor visitor = withFruit(context);

    assertRoundTrips(roundTrips, i -> visitor.ask(t1(), command.replace("pear", "pear" + i)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tapped", "tapped-all"})
  void roundTripsWhenASessionIsCreatedThenTwo(String context) {
    assertRoundTrips(2, i -> new Visitor(context).ask(t1(), "set?name=fruit&value=apple"));
  }

  @Test
  void roundTripsWhenASessionIsInvalidatedThenAsManyAsTheTableSays() {
    List<Visitor> visitors = IntStream.range(0, TRIES).mapToObj(i -> withFruit("tapped")).toList();

    assertRoundTrips(3, i -> visitors.get(i).ask(t1(), "invalidate"));
  }

  /** What requests take: one may be faster while a node is left out, and most may be slower. */
  private void assertRoundTrips(long expected, IntConsumer request) {
    taps().forEach(tap -> tap.delayAnswers(ROUND_TRIP));
    try {
      long[] nanos =
          IntStream.range(0, TRIES)
              .mapToLong(i -> nanosOf(() -> request.accept(i)))
              .sorted()
              .toArray();
      assertEquals(expected, nanos[1] / ROUND_TRIP.toNanos(), () -> Arrays.toString(nanos) + " ns");
    } finally {
      taps().forEach(tap -> tap.delayAnswers(Duration.ZERO));
    }
  }

  private static long nanosOf(Runnable request) {
    long start = System.nanoTime();
    request.run();
    return System.nanoTime() - start;
  }

  private Visitor withFruit(String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "basket/new");
    return visitor;
  }

  /** All commands about a visitor's session, once no more are on their way. */
  private List<String> commandsFor(Visitor visitor) {
    String key = Cluster.key(visitor.id());
    return Quiet.value(
        "commands",
        () ->
            taps().stream()
                .flatMap(tap -> tap.commands().stream())
                .filter(command -> command.contains(key))
                .toList());
  }

  /** Waits until just these have come, and no more are on their way. */
  private void assertSince(String commands, List<String> before, Visitor visitor) {
    Await.value("commands", () -> since(before, visitor).toString(), commands::equals);
  }

  /** Without notes of the last access, which a request sends only if the last one is old. */
  private Map<String, Integer> since(List<String> before, Visitor visitor) {
    List<String> now = commandsFor(visitor);
    return counted(withoutNotes(before), withoutNotes(now));
  }

  private static List<String> withoutNotes(List<String> commands) {
    return commands.stream().filter(command -> !command.matches("set .*:a")).toList();
  }

  /** How often each verb came in addition. */
  private static Map<String, Integer> counted(List<String> before, List<String> now) {
    Map<String, Integer> counts =
        now.stream()
            .map(command -> command.replaceFirst(" .*", ""))
            .collect(Collectors.toMap(verb -> verb, verb -> 1, Integer::sum, TreeMap::new));
    before.forEach(
        command -> counts.computeIfPresent(command.replaceFirst(" .*", ""), (verb, n) -> n - 1));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
