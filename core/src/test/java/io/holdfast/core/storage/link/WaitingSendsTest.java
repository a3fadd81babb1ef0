package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is sent before there is a connection. */
final class WaitingSendsTest {

  private final WaitingSends sends = new WaitingSends();
  private final CompletableFuture<String> link = new CompletableFuture<>();
  private final List<String> sent = new ArrayList<>();

  private void send(String what) {
    sends.send(link, () -> sent.add(what));
  }

  @Test
  void sendWhenThereIsNoLinkYetThenInOrderAsSoonAsThereIs() {
    List.of("a", "b", "c", "d").forEach(this::send);
    assertEquals(List.of(), sent);

    link.complete("link");
    send("e");

    assertEquals(List.of("a", "b", "c", "d", "e"), sent);
  }

  @Test
  void sendWhenThereWillBeNoLinkThenInOrderToo() {
    List.of("a", "b", "c").forEach(this::send);

    link.completeExceptionally(new IllegalStateException("no connection"));
    send("d");

    assertEquals(List.of("a", "b", "c", "d"), sent);
  }

  /** The link is there, and what waited for it is not all sent. */
  @Test
  void sendWhenOthersAreJustLetGoThenBehindThem() {
    send("a");
    sends.send(link, () -> send("d"));
    send("b");
    send("c");

    link.complete("link");

    assertEquals(List.of("a", "b", "c", "d"), sent);
  }

  @Test
  void sendWhenAnotherLinkIsAwaitedThenAtOnce() {
    send("late");

    sends.send(CompletableFuture.completedFuture("other"), () -> sent.add("at once"));

    assertEquals(List.of("at once"), sent);
  }
}
