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
import org.junit.jupiter.api.Test;

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

  @Test
  void acceptWhenTheNodesAreTheSameThenNothingChanges() {
    hear("ba");
    hear("ab");

    assertEquals(List.of(), changes);
  }

  @Test
  void acceptWhenNodesComeThenTheNextStepComesTwoAnswersAfterTheFirst() {
    hear("abcd");
    assertEquals(List.of("abc"), changes);

    hear("abcd");
    assertEquals(List.of("abc"), changes, "another Tomcat may not have asked yet");

    hear("abcd");
    assertEquals(List.of("abc", "abcd"), changes);
  }

  @Test
  void acceptWhenTheClockIsSetBackThenTheListGoesOnFollowing() {
    hear("abcd");
    clock.advance(Duration.ofHours(-5));

    hear("abcd");

    assertEquals(List.of("abc", "abcd"), changes);
  }

  @Test
  void acceptWhenSessionsHaveNotAllTheirCopiesYetThenNoFurtherNodeLeaves() {
    settled = new CompletableFuture<>();
    for (int answers = 0; answers < 10; answers++) {
      hear("abcd");
    }
    assertEquals(List.of("abc"), changes);

    settled.complete(null);
    hear("abcd");

    assertEquals(List.of("abc", "abcd"), changes);
  }

  @Test
  void acceptWhenANodeIsMissingThenItLeavesWithTheThirdAnswerWithoutIt() {
    hear("a");
    hear("a");
    assertEquals(List.of(), changes);

    hear("a");

    assertEquals(List.of("a"), changes);
  }

  @Test
  void acceptWhenANodeIsNamedAgainThenItCountsFromTheBeginning() {
    hear("a");
    hear("a");
    hear("ab");
    hear("a");
    hear("a");

    assertEquals(List.of(), changes);
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
