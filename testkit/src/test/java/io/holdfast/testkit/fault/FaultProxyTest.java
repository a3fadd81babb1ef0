package io.holdfast.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.EmbeddedMemcached;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {

  private static final String SET = "set fruit 0 0 5\r\napple\r\n";
  private static final String GET = "get fruit\r\n";
  private static final String FOUND = "VALUE fruit 0 5\r\napple\r\nEND\r\n";

  private final MemcachedNode node =
      EmbeddedMemcached.start(MemcachedLimits.DEFAULT, Clock.systemUTC());
  private final FaultProxy proxy = FaultProxy.before(node, 1);
  private Socket client = new Socket();

  @BeforeEach
  void connect() throws IOException {
    node.probe().set("fruit", "apple".getBytes(StandardCharsets.US_ASCII));
    client = connected();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    proxy.close();
    node.close();
  }

  private Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  private void send(String commands) throws IOException {
    client.getOutputStream().write(commands.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The next bytes, fewer if the stream ends. */
  private String receive(int length) throws IOException {
    client.setSoTimeout(10_000);
    return new String(client.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  private void assertSilence() throws IOException {
    client.setSoTimeout(50);
    assertThrows(SocketTimeoutException.class, () -> client.getInputStream().read());
  }

  @Test
  void commandsWhenOneIsUnknownThenTheNodeDoesTheOthers() throws IOException {
    proxy.add(Direction.COMMANDS, new Fault.Unknown("delete"));

    send("delete fruit\r\n" + GET);

    assertEquals("ERROR\r\n" + FOUND, receive(7 + FOUND.length()));
  }

  @Test
  void answersWhenThereIsNoFaultThenPass() throws IOException {
    send(SET + GET + "get none\r\nversion\r\n");

    String expected = "STORED\r\n" + FOUND + "END\r\nVERSION ";
    assertEquals(expected, receive(expected.length()));
  }

  @Test
  void latencyWhenOnAnswersThenTheyComeInOrderAndLate() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Latency(Duration.ofMillis(100), Duration.ofMillis(50)));

    long start = System.nanoTime();
    send(SET + GET);
    String answers = receive(("STORED\r\n" + FOUND).length());
    long nanos = System.nanoTime() - start;

    assertEquals("STORED\r\n" + FOUND, answers);
    assertTrue(nanos >= 100_000_000, nanos + " ns");
  }

  @Test
  void bandwidthWhenNarrowThenEachByteTakesItsTime() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Bandwidth(FOUND.length() * 10));

    long start = System.nanoTime();
    send(GET);
    receive(FOUND.length());
    long nanos = System.nanoTime() - start;

    assertTrue(nanos >= 100_000_000, nanos + " ns");
  }

  @Test
  void timeoutWhenOnAnswersThenTheCommandHasHappened() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Timeout());

    send("set fruit 0 0 4\r\npear\r\n");

    Await.until("stored", () -> holds("pear"));
    assertSilence();
  }

  @Test
  void timeoutWhenOnCommandsThenNothingHasHappened() throws IOException {
    proxy.add(Direction.COMMANDS, new Fault.Timeout());

    send("set fruit 0 0 4\r\npear\r\n");

    Await.until("swallowed", () -> proxy.happened().equals(Map.of("Timeout", 1L)));
    assertSilence();
    assertTrue(holds("apple"));
  }

  private boolean holds(String fruit) {
    byte[] found = node.probe().get("fruit");
    return found != null && fruit.equals(new String(found, StandardCharsets.US_ASCII));
  }

  @Test
  void timeoutWhenItHasEndedThenTheConnectionStaysSilentAndANewOneDoesNot() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Timeout());
    send(SET);
    Await.until("swallowed", () -> proxy.happened().equals(Map.of("Timeout", 1L)));
    proxy.clear();

    send(GET);

    assertSilence();
    client.close();
    client = connected();
    send(GET);
    assertEquals(FOUND, receive(FOUND.length()));
  }

  @Test
  void healWhenAConnectionIsStalledThenItEndsAndANewOneGoesOn() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Timeout());
    send(SET);
    Await.until("swallowed", () -> proxy.happened().equals(Map.of("Timeout", 1L)));

    proxy.heal();

    assertEquals("", receive(1));
    client = connected();
    send(GET);
    assertEquals(FOUND, receive(FOUND.length()));
  }

  @Test
  void omitWhenItHasEndedThenTheConnectionGoesOn() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Omit());
    send(SET);
    Await.until("swallowed", () -> proxy.happened().equals(Map.of("Omit", 1L)));
    proxy.clear();

    send(GET);

    assertEquals(FOUND, receive(FOUND.length()));
  }

  @Test
  void resetPeerWhenAnsweredThenTheClientGetsAnError() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.ResetPeer());

    send(GET);

    assertThrows(IOException.class, () -> receive(1));
  }

  @Test
  void halfCloseWhenAnsweredThenTheStreamEndsAndTheClientCanStill() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.HalfClose());

    send(GET);

    assertEquals("", receive(1));
    send("set fruit 0 0 4\r\npear\r\n");
    Await.until("stored", () -> holds("pear"));
  }

  @Test
  void limitDataWhenAnsweredThenOnlyTheBeginningComes() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.LimitData(20));

    send(GET);

    assertEquals(FOUND.substring(0, 20), receive(FOUND.length()));
  }

  @Test
  void slicerWhenAnsweredThenNothingIsLost() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Slicer(3));

    send(GET);

    assertEquals(FOUND, receive(FOUND.length()));
  }

  @Test
  void corruptWhenAnsweredThenOneBitIsAnother() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Corrupt());

    send(GET);

    byte[] bytes = receive(FOUND.length()).getBytes(StandardCharsets.ISO_8859_1);
    byte[] original = FOUND.getBytes(StandardCharsets.ISO_8859_1);
    BigInteger difference = new BigInteger(1, bytes).xor(new BigInteger(1, original));
    assertEquals(1, difference.bitCount());
  }

  @Test
  void corruptWhenTheSeedIsTheSameThenTheBitIs() {
    assertArrayEquals(corrupted(7), corrupted(7));
  }

  private static byte[] corrupted(long seed) {
    Faults faults = new Faults(seed);
    faults.add(Direction.ANSWERS, new Fault.Corrupt(), 1);
    return faults.on(Direction.ANSWERS, new byte[100]).pieces().get(0);
  }

  @Test
  void duplicateWhenAnsweredThenTheNextAnswerIsThatOfBefore() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Duplicate());

    send(SET + GET);

    String expected = "STORED\r\nSTORED\r\n" + FOUND + FOUND;
    assertEquals(expected, receive(expected.length()));
  }

  @Test
  void wrongWhenAnsweredThenTheTextComesInstead() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Wrong("SERVER_ERROR out of memory\r\n"));

    send(GET);

    assertEquals("SERVER_ERROR out of memory\r\n", receive(28));
  }

  @Test
  void refusalWhenStoredThenTheClientIsToldOtherwiseAndOtherAnswersPass() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Refusal());

    send(SET + GET);

    String expected = "SERVER_ERROR out of memory storing object\r\n" + FOUND;
    assertEquals(expected, receive(expected.length()));
  }

  @Test
  void downWhenConnectedThenAllConnectionsBreakUntilItIsCleared() throws IOException {
    proxy.down();

    assertEquals("", receive(1));
    try (Socket next = connected()) {
      next.setSoTimeout(10_000);
      assertEquals(-1, next.getInputStream().read());
    }
    proxy.clear();
    client = connected();
    send(GET);
    assertEquals(FOUND, receive(FOUND.length()));
  }

  @Test
  void happenedWhenAFaultIsRareThenTellsHowOftenItCame() throws IOException {
    proxy.add(Direction.ANSWERS, new Fault.Slicer(1), 0.5);

    send(GET.repeat(1_000));
    receive(FOUND.length() * 1_000);

    long times = proxy.happened().getOrDefault("Slicer", 0L);
    assertTrue(times > 400 && times < 600, times + " times");
  }

  @Test
  void clientWhenTheNodeIsAwayThenLosesItsConnection() throws IOException {
    node.kill();

    assertEquals("", receive(1));
  }
}
