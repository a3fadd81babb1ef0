package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class NodeHealthBoardTest {

  private final List<String> news = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger inListener = new AtomicInteger();
  private final NodeHealthBoard board =
      new NodeHealthBoard(
          List.of("n1", "n2"), 3, InstantSource.fixed(Instant.EPOCH), new Recording());

  private final class Recording implements NodeStateListener {
    @Override
    public void nodeLost(String nodeId) {
      hear("lost " + nodeId);
    }

    @Override
    public void nodeReturned(String nodeId) {
      hear("returned " + nodeId);
    }

    private void hear(String message) {
      assertEquals(1, inListener.incrementAndGet());
      news.add(message);
      inListener.decrementAndGet();
    }
  }

  @Test
  void failedWhenLimitIsReachedThenLostIsToldOnce() {
    for (int i = 0; i < 10; i++) {
      board.watch("n1").failed("no answer");
    }

    assertEquals(List.of("lost n1"), news);
    assertEquals(List.of("n1"), board.lostNodes());
    assertFalse(board.isAvailable("n1"));
    assertTrue(board.isAvailable("n2"));
    assertEquals(Instant.EPOCH, board.watch("n1").since());
  }

  @Test
  void hasAnsweredWithinWhenANodeIsLostThenForThatTime() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    NodeHealthBoard lasting =
        new NodeHealthBoard(List.of("n1", "n2"), 3, now::get, new Recording());
    now.set(Instant.EPOCH.plusSeconds(100));
    lasting.watch("n1").disconnected("no connection");

    assertTrue(lasting.hasAnsweredWithin("n1", Duration.ofSeconds(10)));
    now.set(Instant.EPOCH.plusSeconds(110));
    assertFalse(lasting.hasAnsweredWithin("n1", Duration.ofSeconds(10)));
    assertTrue(lasting.hasAnsweredWithin("n2", Duration.ofSeconds(10)));
    assertFalse(lasting.hasAnsweredWithin("n3", Duration.ofSeconds(10)));
    lasting.watch("n1").succeeded();
    assertTrue(lasting.hasAnsweredWithin("n1", Duration.ofSeconds(10)));
  }

  @Test
  void hasAnsweredWithinWhenTheClockWasSetBackThenForThatTimeAndNotForHours() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH.plusSeconds(10_000));
    NodeHealthBoard lasting = new NodeHealthBoard(List.of("n1"), 3, now::get, new Recording());
    lasting.watch("n1").disconnected("no connection");
    now.set(Instant.EPOCH);

    assertTrue(lasting.hasAnsweredWithin("n1", Duration.ofSeconds(10)));
    now.set(Instant.EPOCH.plusSeconds(10));
    assertFalse(lasting.hasAnsweredWithin("n1", Duration.ofSeconds(10)));
  }

  @Test
  void succeededWhenLostThenReturnIsToldOnce() {
    board.watch("n2").disconnected("no connection");

    board.watch("n2").succeeded();
    board.watch("n2").succeeded();

    assertEquals(List.of("lost n2", "returned n2"), news);
    assertEquals(List.of(), board.lostNodes());
  }

  @Test
  void watchWhenNodeIsUnknownThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> board.watch("n9"));
  }

  @Test
  void isAvailableWhenNodeIsUnknownThenNot() {
    assertFalse(board.isAvailable("n9"));
    assertEquals(List.of(), news);
  }

  @Test
  void changeWhenANodeStaysThenWhatIsKnownOfItStays() {
    board.watch("n1").disconnected("no connection");

    board.change(List.of("n1", "n3"), Set.of());

    assertEquals(List.of("n1"), board.lostNodes());
    assertTrue(board.isAvailable("n3"));
  }

  @Test
  void changeWhenANodeGoesThenItsEndIsNoNews() {
    NodeHealthBoard.Watch gone = board.watch("n2");

    board.change(List.of("n1"), Set.of());
    gone.disconnected("test");

    assertFalse(gone.isInUse());
    assertFalse(gone.isAvailable());
    assertEquals(List.of(), news);
    assertEquals(List.of(), board.lostNodes());
  }

  @Test
  void changeWhenAnIdStandsForAnotherNodeThenTheFormerOneSaysNothingOfIt() {
    NodeHealthBoard.Watch former = board.watch("n1");
    former.disconnected("test");

    board.change(List.of("n1", "n2"), Set.of("n1"));
    former.succeeded();
    former.disconnected("test");

    assertTrue(board.isAvailable("n1"));
    assertEquals(List.of("lost n1"), news);
  }

  @Test
  void anyWhenListenerChangesTheBoardThenToldInOrder() {
    List<String> replies = new ArrayList<>();
    NodeHealthBoard[] self = new NodeHealthBoard[1];
    self[0] =
        new NodeHealthBoard(
            List.of("n1", "n2"),
            1,
            InstantSource.fixed(Instant.EPOCH),
            new NodeStateListener() {
              @Override
              public void nodeLost(String nodeId) {
                if (nodeId.equals("n1")) {
                  self[0].watch("n2").failed("no answer");
                }
                replies.add("lost " + nodeId);
              }

              @Override
              public void nodeReturned(String nodeId) {
                replies.add("returned " + nodeId);
              }
            });

    self[0].watch("n1").failed("no answer");

    assertEquals(List.of("lost n1", "lost n2"), replies);
  }

  @Test
  void anyWhenManyThreadsReportThenNewsAlternate() throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicBoolean isEnough = new AtomicBoolean();
    try {
      List<Future<?>> reports = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        boolean loses = t % 2 == 0;
        reports.add(threads.submit(() -> report(loses, isEnough)));
      }
      Await.until("threads have reported side by side", () -> news.size() > 100);
      isEnough.set(true);
      for (Future<?> report : reports) {
        report.get();
      }
    } finally {
      isEnough.set(true);
      threads.shutdownNow();
    }

    assertEquals("lost n1", news.get(0));
    for (int i = 1; i < news.size(); i++) {
      assertNotEquals(news.get(i - 1), news.get(i));
    }
    assertEquals(board.isAvailable("n1"), news.get(news.size() - 1).equals("returned n1"));
  }

  private void report(boolean loses, AtomicBoolean isEnough) {
    while (!isEnough.get()) {
      if (loses) {
        board.watch("n1").disconnected("no connection");
      } else {
        board.watch("n1").succeeded();
      }
    }
  }
}
