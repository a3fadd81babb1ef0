package io.holdfast.sessions.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.expiry.ExpiryIndex;
import io.holdfast.sessions.store.SharedLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Lists, which have no envelope, with their keys and on their nodes, as Tomcats of other versions
 * have written them and look for them: the golden file never changes.
 */
final class GoldenListsTest {

  private static final String FILE = "/golden/v1/lists.txt";

  /** What another Tomcat with the jvmRoute t1 has signed. */
  private static final String SIGNATURE = "/golden/v1/signature.txt";

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long CREATED = NOW.toEpochMilli() - 60_000;
  private static final String USER = "gr\u00F6\u00DFe ann";
  private static final SessionId ONE = new SessionId("0123456789ABCDEF0123456789ABCDEF.t1");
  private static final SessionId OTHER = new SessionId("another");
  private static final SessionId LONG = new SessionId("a".repeat(130));
  private static final TimeToLive MINUTE = new TimeToLive(60);

  private final TestClock clock = new TestClock(NOW);
  private final Map<String, FaultyStore> stores =
      Map.of(
          "n1", new FaultyStore("n1", clock),
          "n2", new FaultyStore("n2", clock),
          "n3", new FaultyStore("n3", clock));
  private final NodeSet nodes =
      new NodeSet(
          new Placement(List.of("n1", "n2", "n3"), Set.of(), 1, node -> true), Map.copyOf(stores));
  private final StorageKeys keys =
      StorageKeys.parse("host.hash,context,webappVersion", "hst", "/shop", "001");
  private final SharedLines lines = new SharedLines(() -> nodes);
  private final SessionDirectory users =
      new SessionDirectory(lines, keys, SessionDirectoryTest.plain(keys), clock);
  private final EndNotices notices = new EndNotices(lines, keys, clock);
  private final ExpiryIndex expiry = new ExpiryIndex(lines, keys, clock);

  @Test
  void writeWhenGoldenThenTheSameOnTheSameNodes() throws IOException {
    assertEquals(golden(), written());
  }

  @Test
  void readWhenGoldenThenAllIsFound() throws IOException {
    for (String line : golden()) {
      String[] fields = line.split(" ", 3);
      if (stores.containsKey(fields[0])) {
        byte[] value = unescaped(fields[2]).getBytes(StandardCharsets.ISO_8859_1);
        var unused =
            Objects.requireNonNull(stores.get(fields[0]))
                .store(fields[1], value, MINUTE, WriteCondition.ifAbsent())
                .join();
      }
    }

    assertEquals(List.of(listed(OTHER, 2_000, ""), listed(ONE, 1_000, "t1")), sessions());
    assertEquals(List.of(new EndNotices.Notice(OTHER, NOW.toEpochMilli())), notices.read().join());
    assertEquals(List.of(new SessionId(ONE.base()), OTHER), expiry.read(place()).join().ids());
    assertEquals(false, expiry.claim(place()).join());
  }

  @Test
  void signatureWhenGoldenThenLiesThereAndIsRead() throws IOException {
    String[] fields = golden(SIGNATURE).get(0).split(" ", 2);
    String value = unescaped(fields[1]);
    RouteWatch watch = new RouteWatch(lines, keys, "/shop", clock);
    RunningTomcat tomcat = new RunningTomcat();
    try (CapturedLog log = new CapturedLog(RouteWatch.class)) {
      for (int seconds = 0; seconds <= 10; seconds += 10) {
        String at = String.valueOf(NOW.toEpochMilli() + seconds * 1_000L);
        sign(fields[0], value.replace(String.valueOf(NOW.toEpochMilli()), at));
        clock.advance(Duration.ofSeconds(seconds));
        assertTrue(watch.sign("t1", tomcat).join());
      }

      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      String warning = log.warnings().get(0);
      assertTrue(warning.contains("(host one, process 7, /srv/tomcat)"), warning);
    }
  }

  private void sign(String key, String value) {
    for (FaultyStore store : stores.values()) {
      byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
      var unused = store.store(key, bytes, MINUTE, WriteCondition.always()).join();
    }
  }

  private List<ListedSession> sessions() {
    return Objects.requireNonNull(users.sessionsOf(USER).join());
  }

  private static ListedSession listed(SessionId id, long usedAfter, String tomcat) {
    return new ListedSession(
        id.base(), CREATED, CREATED + usedAfter, NOW.toEpochMilli() + 1_800_000, tomcat);
  }

  /** Both sessions are over in the same ten seconds, and have the same share. */
  private ExpiryIndex.Place place() {
    return new ExpiryIndex.Place(expiry.slotNow() + 180, 2);
  }

  private List<String> written() {
    var unused = users.put(USER, listed(ONE, 1_000, "t1"), null).join();
    unused = users.put(USER, listed(OTHER, 2_000, ""), null).join();
    unused = notices.add(List.of(listed(OTHER, 2_000, ""))).join();
    unused = expiry.note(place(), List.of(ONE)).join();
    unused = expiry.note(place(), List.of(OTHER)).join();
    unused = expiry.claim(place()).join();
    List<String> all = new ArrayList<>();
    stores.keySet().stream().sorted().forEach(node -> all.addAll(valuesOn(node)));
    for (SessionId id : List.of(ONE, OTHER, LONG)) {
      ExpiryIndex.Place place = expiry.placeOf(id, NOW.toEpochMilli() + 1_800_000);
      all.add("place %d %d".formatted(place.slot(), place.share()));
      all.add("key " + keys.keyOf(id));
      all.add("key " + keys.accessKeyOf(id));
      all.add("key " + keys.leaseKeyOf(id));
      all.add("key " + StorageKeys.partKeyOf(keys.keyOf(id), 36L * 36 * 36, 37));
    }
    return all;
  }

  private List<String> valuesOn(String node) {
    FaultyStore store = Objects.requireNonNull(stores.get(node));
    return store.keys().stream()
        .map(key -> "%s %s %s".formatted(node, key, escaped(store.load(key).join())))
        .toList();
  }

  private static String escaped(StoredValue value) {
    return new String(value.bytes(), StandardCharsets.ISO_8859_1)
        .replace("\n", "\\n")
        .replace("\u0001", "\\1");
  }

  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\1", "\u0001");
  }

  private static List<String> golden() throws IOException {
    return golden(FILE);
  }

  private static List<String> golden(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(GoldenListsTest.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    }
  }

  /**
   * Writes the file, if it is not there; run by hand.
   *
   * @param arguments the folder of the version
   */
  public static void main(String[] arguments) throws IOException {
    Files.write(
        Path.of(arguments[0]).resolve("lists.txt"),
        new GoldenListsTest().written(),
        StandardOpenOption.CREATE_NEW);
  }
}
