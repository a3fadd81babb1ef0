package io.holdfast.core.discovery;

import static io.holdfast.core.discovery.TestDiscovery.layout;
import static io.holdfast.core.discovery.TestDiscovery.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An answer every ten seconds, by a clock of the test; sessions that are not sticky, two copies.
 */
final class NodeFollowerTest {

  private static final DiscoverySettings SETTINGS = TestDiscovery.settings("x", 1);
  private static final NodeLayout NONE =
      new NodeLayout(List.of(SETTINGS.placeholder()), Set.of(), 2);

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final List<String> changes = new ArrayList<>();
  private CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);
  private final NodeFollower follower = follower(layout("ab", 2));

  private NodeFollower follower(NodeLayout first) {
    return new NodeFollower(
        SETTINGS,
        true,
        first,
        clock,
        next -> {
          changes.add(String.join("", next.nodeIds()));
          return settled;
        });
  }

  private void hear(String ids) {
    follower.accept(nodes(ids));
    clock.advance(SETTINGS.interval());
  }

  /** Answers one after the other, in which {@code back} sets the clock back by hours. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ba ab               |
          # the next step comes two answers after the first: another Tomcat may not have asked yet
          abcd                | abc
          abcd abcd           | abc
          abcd abcd abcd      | abc abcd
          abcd back abcd      | abc abcd
          # sessions have not all their copies yet
          unsettled abcd abcd abcd abcd abcd abcd abcd | abc
          unsettled abcd abcd abcd abcd settled abcd   | abc abcd
          # a node that is missing leaves with the third answer, and counts from the beginning if it is named again
          a a                 |
          a a a               | a
          a a ab a a          |
          """)
  void acceptWhenNodesAreHeardThenTheListChangesStepByStep(
      String heard, @Nullable String expected) {
    for (String each : heard.split(" ")) {
      switch (each) {
        case "back" -> clock.advance(Duration.ofHours(-5));
        case "unsettled" -> settled = new CompletableFuture<>();
        case "settled" -> settled.complete(null);
        default -> hear(each);
      }
    }

    assertEquals(expected == null ? "" : expected, String.join(" ", changes));
  }

  @Test
  void acceptWhenAChangeFailsThenTheNextStepComesAllTheSame() {
    settled = CompletableFuture.failedFuture(new IllegalStateException("test"));
    try (CapturedLog log = new CapturedLog(NodeFollower.class)) {
      hear("abcd");
      hear("abcd");
      hear("abcd");
      assertEquals(2, log.warnings().size());
    }

    assertEquals(List.of("abc", "abcd"), changes);
  }

  @Test
  void acceptWhenNothingWasFoundBeforeThenAllComeWithTheFirstAnswer() {
    follower(NONE).accept(nodes("abcd"));

    assertEquals(List.of("abcd"), changes);
  }

  @Test
  void acceptWhenTwoTomcatsHearTheSameThenTheirListsAreOneStepApartAtMost() {
    List<String> other = new ArrayList<>();
    NodeFollower late =
        new NodeFollower(
            SETTINGS,
            true,
            layout("ab", 2),
            clock,
            next -> {
              other.add(String.join("", next.nodeIds()));
              return CompletableFuture.completedFuture(null);
            });
    for (int answers = 0; answers < 8; answers++) {
      follower.accept(nodes("abcdef"));
      clock.advance(Duration.ofMillis(9_900));
      late.accept(nodes("abcdef"));
      clock.advance(Duration.ofMillis(100));

      assertEquals(changes, other);
    }
    assertEquals(List.of("abc", "abcd", "abcde", "abcdef"), changes);
  }
}
