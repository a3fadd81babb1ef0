package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandTapTest {

  private final MemcachedNode node =
      EmbeddedMemcached.start(MemcachedLimits.DEFAULT, Clock.systemUTC());
  private final CommandTap tap = CommandTap.before(node);
  private final MemcachedProbe client =
      new MemcachedProbe("127.0.0.1", Integer.parseInt(tap.address().replace("127.0.0.1:", "")));

  @AfterEach
  void close() {
    tap.close();
    node.close();
  }

  @Test
  void commandsWhenTheyPassThenAreNotedAndAnswered() {
    byte[] data = "get x\r\nset y 0 0 1\r\n".getBytes(StandardCharsets.UTF_8);

    client.set("fruit", data);
    byte[] found = client.get("fruit");
    byte[] absent = client.get("other");
    client.delete("fruit");

    assertArrayEquals(data, found);
    assertNull(absent);
    assertEquals(List.of("set fruit", "gets fruit", "gets other", "delete fruit"), tap.commands());
    assertNull(node.probe().get("fruit"));
  }

  @Test
  void answeredBytesWhenAnswersPassThenAreCounted() {
    client.set("fruit", "apple".getBytes(StandardCharsets.UTF_8));
    long before = tap.answeredBytes();

    client.delete("fruit");

    assertEquals("DELETED\r\n".length(), tap.answeredBytes() - before);
  }

  @Test
  void answersWhenDelayedThenComeLater() {
    tap.delayAnswers(Duration.ofMillis(100));

    long start = System.nanoTime();
    client.version();
    long nanos = System.nanoTime() - start;

    assertTrue(nanos >= 100_000_000, nanos + " ns");
  }

  @Test
  void clientWhenTheNodeIsAwayThenLosesItsConnection() {
    node.kill();

    assertThrows(UncheckedIOException.class, client::version);
  }

  @Test
  void clientWhenTheNodeComesBackThenIsServed() {
    node.kill();
    node.start();

    assertEquals(node.probe().version(), client.version());
  }
}
