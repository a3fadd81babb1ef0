package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.ReplyLine;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Operations that cannot be formed or written, as where the heap is full. */
@Timeout(60)
final class NodeLinkTest {

  private static final Duration A_WHILE = Duration.ofSeconds(20);

  private final LyingServer server = new LyingServer(line -> LyingServer.SILENCE);
  private final AtomicInteger roomsGivenBack = new AtomicInteger();
  private NodeLink link;

  @BeforeEach
  void connect() throws IOException {
    SocketChannel channel =
        Link.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), A_WHILE);
    link =
        NodeLink.over(
            Objects.requireNonNull(channel),
            new NodeAddress("n1", "127.0.0.1", server.port()),
            TestConnections.DEFAULTS,
            null,
            MetaCommands.NONE);
  }

  @AfterEach
  void close() {
    link.close();
    server.close();
    Threads.assertNoneAlive("holdfast-memcached-n1", Duration.ofSeconds(60));
  }

  @Test
  void sendWhenAnOperationCannotBeFormedThenItFailsAtOnceAndTheOthersGoOn() {
    Exchange<Boolean> before = ask();
    Exchange<Boolean> failing = exchange();

    link.send(
        failing,
        (asked, sent) -> {
          throw new StackOverflowError("told to fail by the test");
        });

    assertReason(Reason.BUSY, failing.result());
    assertEquals(1, roomsGivenBack.get());
    assertFalse(before.result().isDone());
  }

  @Test
  void sendWhenAnOperationCannotBeWrittenThenAllFailAtOnce() {
    Exchange<Boolean> before = ask();
    Exchange<Boolean> failing = exchange();

    assertThrows(
        StackOverflowError.class,
        () -> link.send(failing, (asked, sent) -> new Unwritable(sent, asked)));

    assertReason(Reason.UNAVAILABLE, before.result());
    assertReason(Reason.UNAVAILABLE, failing.result());
    assertEquals(2, roomsGivenBack.get());
  }

  /** The thread that reads the answers of all goes on, or says that there is none any more. */
  @Test
  void sendWhenReadingItsAnswerFailsThenAllFailAtOnce() {
    Exchange<Boolean> failing = exchange();
    link.send(failing, (asked, sent) -> new Unreadable(sent, asked));
    Exchange<Boolean> behind = ask();
    Await.until("both are heard", () -> server.replies().size() == 2);

    server.say("TOUCHED");

    assertReason(Reason.UNAVAILABLE, failing.result());
    assertReason(Reason.UNAVAILABLE, behind.result());
    assertEquals(2, roomsGivenBack.get());
  }

  private Exchange<Boolean> ask() {
    Exchange<Boolean> exchange = exchange();
    link.send(
        exchange,
        (asked, sent) ->
            SpyCommand.of(
                asked.operations.touch("k", 0, new Answer.Found(sent, asked, Answer.OF_TOUCH))));
    return exchange;
  }

  private Exchange<Boolean> exchange() {
    return new Exchange<>("n1", "test") {
      @Override
      protected void giveRoomBack() {
        roomsGivenBack.incrementAndGet();
      }
    };
  }

  /** Fails when it is to be written. */
  private static final class Unwritable extends LineCommand {

    Unwritable(Exchange<Boolean> exchange, NodeLink link) {
      super(new Answer.Alive(exchange, link), link.replies);
    }

    @Override
    void write(ByteBuffer out) {
      throw new StackOverflowError("told to fail by the test");
    }

    @Override
    void take(ReplyLine replies) {
      throw new AssertionError("nothing was sent");
    }
  }

  /** Its answer meets the end of the stack, or of the heap. */
  private static final class Unreadable extends LineCommand {

    Unreadable(Exchange<Boolean> exchange, NodeLink link) {
      super(new Answer.Alive(exchange, link), link.replies);
    }

    @Override
    void write(ByteBuffer out) {
      write(out, "unreadable\r\n");
    }

    @Override
    void take(ReplyLine replies) {
      throw new StackOverflowError("told to fail by the test");
    }
  }
}
