package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.LineConnection;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the memcached program and the stand-in have in common. */
abstract class MemcachedContract {

  private static final Pattern COUNTED =
      Pattern.compile("cmd_(get|set|touch|flush)|[a-z]+_(hits|misses)");

  private static final Pattern VERSION_OF_AN_ITEM = Pattern.compile("\\b([cC])([1-9])\\b");

  /** Of who waits for an answer that must come. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Of who waits for one that must not come now. */
  private static final Duration SILENCE = Duration.ofSeconds(2);

  private MemcachedNode node;

  abstract MemcachedNode startNode();

  @BeforeEach
  void startServer() {
    node = startNode();
  }

  @AfterEach
  void closeServer() {
    node.close();
  }

  /**
   * The part before {@code =>} is sent, with {@code /} for a line's end; so is the answer, or after
   * {@code |} that of another version. Versions of items begin at 1, although those of a new
   * memcached 1.6.45 begin at 2.
   */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "get k => END",
        "set k 5 0 3/abc/get k => STORED/VALUE k 5 3/abc/END",
        "set k 4294967295 0 0//get k => STORED/VALUE k 4294967295 0//END",
        "set a 0 0 1/x/set b 0 0 1/y/get a c b => STORED/STORED/VALUE a 0 1/x/VALUE b 0 1/y/END",
        "set k 0 0 1 noreply/x/get k => VALUE k 0 1/x/END",
        "add k 0 0 1/x/add k 0 0 1/y => STORED/NOT_STORED",
        "replace k 0 0 1/x => NOT_STORED",
        "set k 0 0 1/x/replace k 0 0 1/y/get k => STORED/STORED/VALUE k 0 1/y/END",
        "append k 0 0 1/x => NOT_STORED",
        "set k 7 0 1/b/append k 0 0 1/c/prepend k 0 0 1/a/get k "
            + "=> STORED/STORED/STORED/VALUE k 7 3/abc/END",
        "cas k 0 0 1 1/x => NOT_FOUND",
        "set k 0 0 1/x/cas k 0 0 1 999999/y/get k => STORED/EXISTS/VALUE k 0 1/x/END",
        "delete k => NOT_FOUND",
        "set k 0 0 1/x/delete k/get k => STORED/DELETED/END",
        "set k 0 0 1/x/delete k 0 => STORED/DELETED",
        "set k 0 0 1/x/delete k noreply/get k => STORED/END",
        "incr k 1 => NOT_FOUND",
        "set k 0 0 2/10/incr k 5/decr k 20 => STORED/15/0",
        "set k 0 0 2/10/decr k 1/get k => STORED/9/VALUE k 0 2/9 /END",
        "set k 0 0 20/18446744073709551615/incr k 1 => STORED/0",
        "set k 0 0 1/x/incr k 1 "
            + "=> STORED/CLIENT_ERROR cannot increment or decrement non-numeric value",
        "incr k x => CLIENT_ERROR invalid numeric delta argument",
        "touch k 10 => NOT_FOUND",
        "set k 0 0 1/x/touch k 10 => STORED/TOUCHED",
        "set k 0 0 1/x/touch k -1/get k => STORED/TOUCHED/END",
        "set k 0 -1 1/x/get k => STORED/END",
        "set k 0 2592001 1/x/get k => STORED/END",
        "set k 0 2592000 1/x/get k => STORED/VALUE k 0 1/x/END",
        "set k 3 0 1/x/gat 100 k => STORED/VALUE k 3 1/x/END",
        "gat 100 k => END",
        "set k 0 0 1/x/flush_all/get k => STORED/OK/END",
        "set k 0 0 1/x/flush_all noreply/get k => STORED/END",
        "set k 0 0 1/x/flush_all 100/get k => STORED/OK/VALUE k 0 1/x/END",
        "verbosity 1 => OK",
        "mn => MN",
        "nonsense => ERROR",
        "get => ERROR | CLIENT_ERROR bad command line format",
        "set k 0 0 => ERROR | CLIENT_ERROR bad command line format",
        "set k x 0 1/x => CLIENT_ERROR bad command line format",
        "set k 0 0 1/xyz => CLIENT_ERROR bad data chunk",
        "mn => MN",
        "ms k 1/x/get k => HD/VALUE k 0 1/x/END",
        "ms k 1 F7/x/ms k 1 F8 c T-1/y/get k => HD/HD c2/END",
        "ms k 1 ME c/x/ms k 1 ME c/y/ms k 1 ME/y/get k => HD c1/NS c0/NS/VALUE k 0 1/x/END",
        "ms no 1 C5/x => NF",
        "ms k 1/x/ms k 1 C5 c/y/ms k 1 C1/z/get k => HD/EX c0/HD/VALUE k 0 1/z/END",
        "ms k 1 T9/x/ms k 0 c MA C1//ms k 0 c MA C1//ms k 1 MA/y/ms no 0 MA C1//get k "
            + "=> HD/HD c2/EX c0/HD/NS/VALUE k 0 2/xy/END",
        "mg k c => EN",
        "ms k 1 c/x/mg k c/mg k => HD c1/HD c1/HD",
        "ms k 1/x/ms k 1/y/mg k c => HD/HD/HD c2",
        "ms k 1/x/append k 0 0 0//mg k c/get k => HD/STORED/HD c2/VALUE k 0 1/x/END",
        "ms k 1/x/touch k 100/mg k c => HD/TOUCHED/HD c1",
        "ms k 1/x/delete k/mg k c/ms k 1/x/mg k c => HD/DELETED/EN/HD/HD c2",
        "ms k 1/x/flush_all/mg k c => HD/OK/EN",
        "ms k 1 T-1/x/mg k c => HD/EN",
        "ms k 1/x/mg k v/mg k c v/mg no c v C2 => HD/VA 1/x/VA 1 c1/x/EN",
        "mg k !/mg k c => CLIENT_ERROR invalid flag/EN | CLIENT_ERROR bad command line format/EN",
        "mg => ERROR | CLIENT_ERROR bad command line format",
        "ms k => CLIENT_ERROR bad command line format",
        "ms k x => CLIENT_ERROR bad command line format",
        "ms k 1/xyz => CLIENT_ERROR bad data chunk",
      })
  void answerWhenCommandsAreSentThenAsTheProtocolSays(String sent, String expected) {
    int before = Integer.parseInt(talk("ms before 1 c\r\nx\r\n", 1).get(0).substring(4));
    List<List<String>> allowed =
        Stream.of(later(expected, before).split(" \\| "))
            .map(lines -> List.of(lines.split("/", -1)))
            .toList();

    List<String> answers =
        talk(later(sent, before).replace("/", "\r\n") + "\r\n", allowed.get(0).size());

    assertTrue(allowed.contains(answers), () -> answers + " is none of " + allowed);
  }

  /** The same with versions of items that follow this one. */
  private static String later(String text, int before) {
    return VERSION_OF_AN_ITEM
        .matcher(text)
        .replaceAll(version -> version.group(1) + (Integer.parseInt(version.group(2)) + before));
  }

  @Test
  void casWhenVersionIsCurrentThenStoresAndChangesIt() {
    node.probe().set("k", bytes("x"));
    long version = stored("k").cas();

    List<String> answers = talk("cas k 0 0 1 " + version + "\r\ny\r\n", 1);

    assertEquals(List.of("STORED"), answers);
    assertNotEquals(version, stored("k").cas());
    assertArrayEquals(bytes("y"), node.probe().get("k"));
  }

  @Test
  void touchWhenItemIsPresentThenKeepsItsVersion() {
    node.probe().set("k", bytes("x"));
    long version = stored("k").cas();

    talk("touch k 100\r\n", 1);

    assertEquals(version, stored("k").cas());
  }

  @Test
  void setWhenItemIsTooLargeThenSwallowsItAndDropsTheOldOne() {
    node.probe().set("k", bytes("old"));
    String block = "x".repeat(1024 * 1024);

    List<String> answers =
        talk("set k 0 0 " + block.length() + "\r\n" + block + "\r\nget k\r\n", 2);

    assertEquals(List.of("SERVER_ERROR object too large for cache", "END"), answers);
  }

  @Test
  void setWhenItemIsJustBelowTheLimitThenStoresIt() {
    byte[] value = new byte[1024 * 1024 - 1024];
    new Random(1).nextBytes(value);

    node.probe().set("k", 9, 0, value);

    assertArrayEquals(value, node.probe().get("k"));
  }

  @ParameterizedTest
  @CsvSource({"250, END", "251, CLIENT_ERROR bad command line format"})
  void getWhenKeyIsLongThenAllows250Bytes(int length, String expected) {
    List<String> answers = talk("get " + "k".repeat(length) + "\r\n", 1);

    assertEquals(List.of(expected), answers);
  }

  @ParameterizedTest
  @CsvSource({"250, EN", "251, CLIENT_ERROR bad command line format"})
  void metaGetWhenKeyIsLongThenAllows250Bytes(int length, String expected) {
    List<String> answers = talk("mg " + "k".repeat(length) + " c\r\n", 1);

    assertEquals(List.of(expected), answers);
  }

  /** Since 1.6.40; one before takes the flag and does not mind it. */
  @Test
  void metaGetWhenTheVersionIsTheKnownOneThenTheValueIsNotSent() {
    node.probe().set("k", bytes("x"));
    long cas = Objects.requireNonNull(node.probe().stored("k")).cas();

    List<String> answers = talk("version\r\nmg k c v C%d\r\nmg no c\r\n".formatted(cas), 3);

    boolean compares = Integer.parseInt(answers.get(0).split("[ .-]", -1)[3]) >= 40;
    assertEquals((compares ? "HD c" : "VA 1 c") + cas, answers.get(1));
  }

  @Test
  void expiriesWhenItemsAreStoredThenTellsKeysAndMoments() {
    long before = Instant.now().getEpochSecond();
    node.probe().set("session:a b".replace(' ', '%'), bytes("x"));
    node.probe().set("ü+/", 0, 1000, bytes("x"));

    Map<String, Long> expiries = node.probe().expiries();

    assertEquals(-1, expiries.get("session:a%b"));
    assertTrue(
        Math.abs(expiries.getOrDefault("ü+/", 0L) - before - 1000) <= 3, expiries.toString());
    assertEquals(2, expiries.size());
    assertEquals(2, node.probe().itemCount());
  }

  @Test
  void keysWhenThereAreManyThenListsAll() {
    StringBuilder commands = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      commands.append("set k%d 0 0 %d\r\n%s\r\n".formatted(i, i % 500, "x".repeat(i % 500)));
    }
    talk(commands.toString(), 5000);

    assertEquals(5000, node.probe().keys().size());
  }

  @Test
  void commandCountsWhenCommandsWereSentThenCountsHitsAndMisses() {
    talk("set k 0 0 1\r\nx\r\nget k\r\n", 4);
    talk("mg k c\r\nmg no c\r\n", 2);
    talk("get no\r\ntouch k 9\r\ntouch no 9\r\ndelete no\r\ndelete k\r\ngat 9 no\r\n", 6);
    talk("set k 0 0 1\r\n1\r\ngat 9 k\r\nincr k 1\r\ndecr no 1\r\ncas no 0 0 1 1\r\nx\r\n", 7);

    Map<String, Long> counts = node.probe().commandCounts();

    assertEquals(
        Map.ofEntries(
            Map.entry("cmd_get", 4L),
            Map.entry("cmd_set", 3L),
            Map.entry("cmd_touch", 4L),
            Map.entry("get_hits", 2L),
            Map.entry("get_misses", 2L),
            Map.entry("touch_hits", 2L),
            Map.entry("touch_misses", 2L),
            Map.entry("delete_hits", 1L),
            Map.entry("delete_misses", 1L),
            Map.entry("incr_hits", 1L),
            Map.entry("decr_misses", 1L),
            Map.entry("cas_misses", 1L)),
        counts.entrySet().stream()
            .filter(entry -> COUNTED.matcher(entry.getKey()).matches() && entry.getValue() > 0)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  @Test
  void corruptWhenItemHasFlagsThenKeepsThem() {
    node.probe().set("k", 42, 0, bytes("right"));

    node.probe().corrupt("k", bytes("wrong"));

    assertEquals(42, stored("k").flags());
    assertArrayEquals(bytes("wrong"), node.probe().get("k"));
  }

  @Test
  void killWhenConnectedThenBreaksConnectionsAndForgets() {
    try (LineConnection connection = connect()) {
      connection.send("set k 0 0 1\r\nx\r\n");
      connection.expect("STORED");

      node.kill();

      assertFalse(node.isRunning());
      assertThrows(UncheckedIOException.class, connection::line);
      assertThrows(UncheckedIOException.class, this::connect);
    }

    node.start();

    assertTrue(node.isRunning());
    assertNull(node.probe().get("k"));
  }

  @Test
  void freezeWhenConnectedThenAnswersOnlyAfterThaw() {
    try (LineConnection open = LineConnection.open(node.host(), node.port(), SILENCE)) {
      open.send("version\r\n");
      String version = open.line();
      node.freeze();

      try (LineConnection fresh = connect()) {
        open.send("version\r\n");
        fresh.send("version\r\n");
        UncheckedIOException silence = assertThrows(UncheckedIOException.class, open::line);
        node.thaw();

        assertNotNull(silence.getCause());
        assertEquals(version, open.line());
        assertEquals(version, fresh.line());
      }
    }
  }

  @Test
  void killWhenFrozenThenEnds() {
    node.freeze();

    node.kill();

    assertThrows(UncheckedIOException.class, this::connect);
  }

  @Test
  void quitWhenSentThenClosesTheConnection() {
    try (LineConnection connection = connect()) {
      connection.send("quit\r\n");

      assertDoesNotThrow(connection::awaitEnd);
      assertThrows(UncheckedIOException.class, connection::line);
    }
  }

  @Test
  void getWhenItemExpiresThenIsGone() {
    node.probe().set("k", 0, 1, bytes("x"));

    Await.until("the item expired", () -> node.probe().get("k") == null);

    assertEquals(List.of(), node.probe().keys());
  }

  private MemcachedProbe.Stored stored(String key) {
    return Objects.requireNonNull(node.probe().stored(key));
  }

  final MemcachedNode node() {
    return node;
  }

  final List<String> talk(String text, int answers) {
    try (LineConnection connection = connect()) {
      connection.send(text);
      return IntStream.range(0, answers).mapToObj(i -> connection.line()).toList();
    }
  }

  private LineConnection connect() {
    return LineConnection.open(node.host(), node.port(), PATIENCE);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
