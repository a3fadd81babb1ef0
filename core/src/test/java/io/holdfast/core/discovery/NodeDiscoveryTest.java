package io.holdfast.core.discovery;

import static io.holdfast.core.discovery.TestDiscovery.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.ManualTimer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions every ten seconds, by a timer of the test. */
final class NodeDiscoveryTest {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final CapturedLog log = new CapturedLog(NodeDiscovery.class);
  private final ManualTimer timer = new ManualTimer();
  private final List<List<NodeAddress>> heard = new ArrayList<>();
  private String answer = "ab";
  private int asked;
  private final NodeDiscovery discovery =
      new NodeDiscovery(
          TestDiscovery.settings("cache", 11_211), this::find, timer, new ManualTimer());

  @AfterEach
  void closeLog() {
    log.close();
  }

  private List<NodeAddress> find() throws IOException {
    asked++;
    if (answer.isEmpty()) {
      throw new IOException("the name has no address");
    }
    if (answer.equals("!")) {
      throw new IllegalStateException("a defect\n");
    }
    return nodes(answer);
  }

  @Test
  void startWhenThereIsAnAnswerThenFollowersHearItAndTheNextAfterTheInterval() {
    discovery.follow(heard::add);
    discovery.ask();
    answer = "abc";
    timer.advance(INTERVAL.minusMillis(1));
    assertEquals(List.of(nodes("ab")), heard);

    timer.advance(Duration.ofMillis(1));

    assertEquals(List.of(nodes("ab"), nodes("abc")), heard);
    assertEquals(nodes("abc"), discovery.found(Duration.ZERO));
  }

  @Test
  void startWhenThereIsNoAnswerThenItIsLoggedOnceAndNobodyHears() {
    answer = "";
    discovery.follow(heard::add);
    discovery.ask();
    timer.advance(INTERVAL.multipliedBy(5));

    assertEquals(6, asked);
    assertEquals(List.of(), heard);
    assertNull(discovery.found(Duration.ZERO));
    assertEquals(
        List.of(
            "dns:cache:11211 names no nodes: the name has no address. The nodes in use stay."
                + " Holdfast queries it every 10 s"),
        log.warnings());
  }

  @Test
  void startWhenThereIsAnAnswerAgainThenItIsLoggedOnce() {
    answer = "";
    discovery.ask();
    answer = "a";
    timer.advance(INTERVAL.multipliedBy(3));

    assertEquals(2, log.warnings().size());
    assertEquals("dns:cache:11211 names nodes again: [a(a:1)]", log.warnings().get(1));
  }

  @Test
  void foundWhenAQuestionFailsLaterThenTheLastAnswerStays() {
    discovery.ask();
    answer = "";
    timer.advance(INTERVAL);

    assertEquals(nodes("ab"), discovery.found(Duration.ZERO));
  }

  @Test
  void startWhenALookupHasADefectThenItIsAskedAgain() {
    answer = "!";
    discovery.ask();
    answer = "ab";
    timer.advance(INTERVAL);

    assertEquals(nodes("ab"), discovery.found(Duration.ZERO));
    assertEquals(-1, log.warnings().get(0).indexOf('\n'));
  }

  @Test
  void followWhenAFollowerFailsThenOthersHear() {
    discovery.follow(
        found -> {
          throw new IllegalStateException("test");
        });
    discovery.follow(heard::add);
    discovery.ask();

    assertEquals(1, heard.size());
  }

  @Test
  void closeWhenCalledThenNothingIsAskedAnyMore() {
    discovery.ask();
    discovery.close();
    timer.advance(INTERVAL.multipliedBy(3));

    assertEquals(1, asked);
  }
}
