package io.holdfast.sessions.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.testkit.Persian;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RouteWatchTest {

  private static final Duration ROUND = Duration.ofSeconds(10);

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final Map<String, FaultyStore> stores =
      Map.of(
          "n1", new FaultyStore("n1", clock),
          "n2", new FaultyStore("n2", clock),
          "n3", new FaultyStore("n3", clock));
  private final Set<String> lost = new HashSet<>();
  private final NodeSet nodes =
      new NodeSet(
          new Placement(List.of("n1", "n2", "n3"), Set.of(), 1, node -> !lost.contains(node)),
          Map.copyOf(stores));
  private final CapturedLog log = new CapturedLog(RouteWatch.class);

  /** A Tomcat, with its own memory of others. */
  private final class Tomcat {

    private final RunningTomcat identity = new RunningTomcat();
    private final String route;
    private final RouteWatch watch;

    Tomcat(String route, String context) {
      this.route = route;
      StorageKeys keys = StorageKeys.parse("context", "localhost", context, null);
      this.watch = new RouteWatch(new SharedLines(() -> nodes), keys, context, clock);
    }

    void sign() {
      assertTrue(watch.sign(route, identity).join());
    }
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  private Tomcat tomcat(String route) {
    return new Tomcat(route, "/shop");
  }

  private void rounds(int count, Tomcat... tomcats) {
    for (int i = 0; i < count; i++) {
      clock.advance(ROUND);
      for (Tomcat tomcat : tomcats) {
        tomcat.sign();
      }
    }
  }

  @Test
  void signWhenTwoTomcatsHaveOneRouteThenEachWarnsOnceAMinuteAndNamesBoth() {
    Tomcat one = tomcat("t1");
    Tomcat other = tomcat("t1");

    rounds(4, one, other);

    assertEquals(2, log.warnings().size());
    String warning = log.warnings().get(0);
    assertTrue(warning.contains("jvmRoute \"t1\""), warning);
    assertTrue(warning.contains("/shop"), warning);
    String place = one.identity.place();
    assertEquals(2, warning.split(Pattern.quote(place), -1).length - 1, warning);

    rounds(6, one, other);
    assertEquals(4, log.warnings().size());
  }

  @Test
  void signWhenTheLanguageHasOtherDigitsThenWarns() {
    Tomcat one = tomcat("t1");
    Tomcat other = tomcat("t1");

    Persian.during(() -> rounds(4, one, other));

    assertEquals(2, log.warnings().size());
  }

  /** They read and wrote a list each, every ten seconds for as long as the Tomcat ran. */
  @Test
  void signWhenATomcatHasManyApplicationsThenTheyTakeTurns() {
    RunningTomcat tomcat = new RunningTomcat();
    List<RouteWatch> watches = watches(10);
    for (int i = 0; i < 6; i++) {
      assertEquals(10, signed(watches, tomcat).size());
    }

    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      List<Integer> signed = signed(watches, tomcat);
      assertEquals(1, signed.size(), signed::toString);
      all.addAll(signed);
    }

    assertEquals(10, all.size());
  }

  @Test
  void signWhenAnApplicationIsStoppedThenTheOthersTakeItsTurn() {
    RunningTomcat tomcat = new RunningTomcat();
    List<RouteWatch> watches = watches(3);
    for (int i = 0; i < 9; i++) {
      signed(watches, tomcat);
    }

    List<RouteWatch> left = watches.subList(0, 2);
    for (int i = 0; i < 20; i++) {
      signed(left, tomcat);
    }

    assertEquals(1, signed(left, tomcat).size());
    clock.advance(Duration.ofHours(-1));
    assertEquals(1, signed(left, tomcat).size());
  }

  /** The other one has been running for long. */
  @Test
  void signWhenATomcatWithManyApplicationsIsStartedBesideAnotherThenWarnsInHalfAMinute() {
    RunningTomcat former = new RunningTomcat();
    List<RouteWatch> formers = watches(10);
    for (int i = 0; i < 30; i++) {
      signed(formers, former);
    }
    RunningTomcat tomcat = new RunningTomcat();
    List<RouteWatch> watches = watches(10);

    for (int i = 0; i < 3; i++) {
      signed(watches, tomcat);
      signed(formers, former);
    }

    assertFalse(log.warnings().isEmpty());
  }

  private List<RouteWatch> watches(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Tomcat("t1", "/app" + i).watch).toList();
  }

  /** The next round of a Tomcat: which of its applications have signed. */
  private List<Integer> signed(List<RouteWatch> watches, RunningTomcat tomcat) {
    clock.advance(ROUND);
    return IntStream.range(0, watches.size())
        .filter(i -> watches.get(i).sign("t1", tomcat).join())
        .boxed()
        .toList();
  }

  /** Tomcat's background thread may run more often. */
  @Test
  void signWhenItHasJustSignedThenWritesNothing() {
    Tomcat tomcat = tomcat("t1");
    tomcat.sign();
    clock.advance(Duration.ofSeconds(4));

    assertFalse(tomcat.watch.sign("t1", tomcat.identity).join());

    clock.advance(Duration.ofSeconds(1));
    tomcat.sign();
  }

  @Test
  void signWhenRoutesDifferThenIsSilent() {
    rounds(6, tomcat("t1"), tomcat("t2"));

    assertEquals(List.of(), log.warnings());
  }

  @Test
  void signWhenApplicationsDifferThenIsSilent() {
    rounds(6, tomcat("t1"), new Tomcat("t1", "/other"));

    assertEquals(List.of(), log.warnings());
  }

  @Test
  void signWhenTheTomcatWasRestartedThenIsSilent() {
    rounds(6, tomcat("t1"));
    rounds(6, tomcat("t1"));
    rounds(6, tomcat("t1"));

    assertEquals(List.of(), log.warnings());
  }

  /** The last signature of the former process is on a node that was away, an older one is not. */
  @Test
  void signWhenTheTomcatWasRestartedAndANodeReturnsThenIsSilent() {
    Tomcat former = tomcat("t1");
    rounds(1, former);
    for (String node : stores.keySet()) {
      lost.add(node);
      rounds(1, former);
      lost.clear();
    }
    Tomcat now = tomcat("t1");
    for (String node : stores.keySet()) {
      lost.add(node);
      rounds(1, now);
      lost.clear();
      rounds(1, now);
    }

    assertEquals(List.of(), log.warnings());
  }

  @Test
  void signWhenWhatIsThereIsNoSignatureThenIsSilentAndReplacesIt() {
    Tomcat one = tomcat("t1");
    rounds(1, one);
    StorageKeys keys = StorageKeys.parse("context", "localhost", "/shop", null);
    SharedLines lines = new SharedLines(() -> nodes);
    String key = keys.routeKeyOf("t1");
    var unused =
        lines
            .change(
                key,
                before ->
                    new SharedLines.Lines(List.of("", "x", "a b c", "a 1"), new TimeToLive(60)))
            .join();

    rounds(3, one);

    assertEquals(List.of(), log.warnings());
    assertEquals(1, lines.read(key).join().lines().size());
  }

  @Test
  void signWhenAPlaceHasALineBreakThenTheLogHasNone() {
    Tomcat one = tomcat("t1");
    SharedLines lines = new SharedLines(() -> nodes);
    String key = StorageKeys.parse("context", "localhost", "/shop", null).routeKeyOf("t1");
    for (int i = 1; i <= 3; i++) {
      rounds(1, one);
      String line = "other " + clock.millis() + " here\u0007" + "x".repeat(1_000);
      var unused =
          lines
              .change(key, before -> new SharedLines.Lines(List.of(line), new TimeToLive(60)))
              .join();
    }
    rounds(1, one);

    assertEquals(1, log.warnings().size());
    String warning = log.warnings().get(0);
    assertTrue(warning.contains("here\\u0007xxx"), warning);
    assertTrue(warning.length() < 800, warning);
  }
}
