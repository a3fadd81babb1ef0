package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodes may answer to {@code stats}, and what becomes of the operations beside it. */
final class NodeStatsTest {

  private static final String NUMBERS =
      "STAT pid 1\r\nSTAT version 1.6 (of a house)\r\nSTAT limit_maxbytes 1000\r\nSTAT bytes 900\r\n"
          + "STAT evictions 17\r\nSTAT cmd_flush 3\r\nSTAT empty \r\nEND";

  private final LyingServer server = new LyingServer(line -> "END");
  private final StoreFixture fixture =
      new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(Protocol.TEXT));

  @AfterEach
  void close() {
    fixture.close();
    server.close();
  }

  @Test
  void memoryWhenToldThenItsNumbers() {
    answerStats(NUMBERS);

    NodeFigures memory = await(fixture.store().figures());

    assertEquals(new NodeFigures(17, 900, 1_000, 3), memory);
    assertEquals(90, memory.usedPercent());
  }

  @ParameterizedTest
  @CsvSource({
    "STAT evictions 17, 17, 0",
    "STAT evictions 18446744073709551615, 0, 0",
    "STAT evictions -3, 0, 0",
    "STAT evictions many, 0, 0",
  })
  void memoryWhenANumberIsNoneOrMissingThenZero(String line, long evictions, long limit) {
    answerStats(line + "\r\nEND");

    assertEquals(new NodeFigures(evictions, 0, limit, 0), await(fixture.store().figures()));
  }

  @Test
  void memoryWhenItIsNoMemcachedThenNothing() {
    answerStats("STAT uptime 7\r\nEND");

    assertNull(await(fixture.store().figures()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ERROR", "CLIENT_ERROR unsupported", "SERVER_ERROR not through this proxy"})
  void memoryWhenRefusedThenOtherOperationsOfTheConnectionGoOn(String refusal) {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var before = fixture.store().load("before");
    var memory = fixture.store().figures();
    var behind = fixture.store().load("behind");
    Await.until("all are heard", () -> server.replies().contains("gets behind"));

    server.say(
        server.replies().stream()
            .skip(1) // which was answered
            .map(line -> answerTo(line, refusal))
            .collect(Collectors.joining("\r\n")));

    assertNull(await(before));
    assertReason(Reason.REFUSED, memory);
    assertEquals(1, await(behind).bytes().length);
    Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"END", "STORED", "VALUE k 0 1 1\r\nv\r\nEND", "STAT", "STAT a 1\r\nERROR"})
  void memoryWhenTheAnswerIsToAnotherQuestionThenTheConnectionIsReplaced(String answer) {
    fixture.get("warm");
    server.answer(
        line -> line.equals("stats") ? answer : "VALUE " + key(line) + " 0 1 1\r\nv\r\nEND");

    assertReason(Reason.REFUSED, fixture.store().figures());

    Await.until("the next one is read", () -> isFound("k"));
    Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
  }

  @Test
  void memoryWhenTheLineHasNoEndThenGivenUp() {
    answerStats("STAT x " + "9".repeat(100_000));

    assertReason(Reason.REFUSED, fixture.store().figures());
  }

  @Test
  void memoryWhenTheServerHangsUpThenUnavailable() {
    answerStats(LyingServer.HANG_UP);

    assertReason(Reason.UNAVAILABLE, fixture.store().figures());
  }

  @Test
  void memoryWhenAskedThenOneCommand() {
    answerStats(NUMBERS);

    await(fixture.store().figures());

    assertEquals(List.of("stats"), List.copyOf(server.replies()));
  }

  /** On a busy machine a ping may have come in between. */
  private static String answerTo(String line, String refusal) {
    return switch (line) {
      case "stats" -> refusal;
      case "gets behind" -> "VALUE behind 0 1 1\r\nv\r\nEND";
      case "version" -> "VERSION 1";
      default -> "END";
    };
  }

  private void answerStats(String answer) {
    server.answer(line -> line.equals("stats") ? answer : "END");
  }

  private boolean isFound(String key) {
    return fixture.store().load(key).handle((value, failure) -> value != null).join();
  }

  private static String key(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }
}
