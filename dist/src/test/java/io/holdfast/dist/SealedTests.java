package io.holdfast.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.seal.Sealer;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sessions that only Tomcats with the keys can read and write: what the nodes see of them, and what
 * becomes of values from a stranger.
 */
abstract class SealedTests extends ClusterTests {

  /** What a session has must not be seen on a node, whichever part of it holds it. */
  private static final String SECRET = "4929-1234-5678-9012";

  /** What is deployed for these tests. */
  static List<ContextXml> contexts(Path keyFile) {
    UnaryOperator<ContextXml> withKeys =
        context -> context.manager("encryptionKeyFile", keyFile.toString());
    return List.of(
        withKeys.apply(apart("sticky")),
        withKeys.apply(anywhere("any")),
        withKeys.apply(anywhere("all").manager("lockingMode", "all")),
        withKeys.apply(anywhere("large").manager("maxItemSize", "131072")),
        withKeys.apply(anywhere("listed").manager("expireAbandonedSessions", "true")),
        withKeys.apply(anywhere("attacked")),
        withKeys.apply(anywhere("rotated")),
        ofOneUser("plain"),
        withKeys.apply(ofOneUser("prepare")).manager("encryptionMigration", "prepare"),
        withKeys.apply(ofOneUser("seal")).manager("encryptionMigration", "true"),
        withKeys.apply(ofOneUser("sealed")));
  }

  /** Writes the file of keys that the contexts start with. */
  static Path writeFirstKey() {
    try {
      Path file = TestFolder.resolve("sealed.keys");
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      writeKeys(file, 1);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of keys that the contexts have. */
  abstract Path keyFile();

  private static ContextXml anywhere(String name) {
    return apart(name).manager("sticky", "false");
  }

  /** The keys of its values begin with its path. */
  private static ContextXml apart(String name) {
    return ContextXml.synchronous(name).manager("storageKeyPrefix", "context");
  }

  /** All of these are one application; each Tomcat is at another step. */
  private static ContextXml ofOneUser(String name) {
    return anywhere(name)
        .manager("storageKeyPrefix", "static:shop")
        .context("sessionCookiePath", "/");
  }

  @ParameterizedTest
  @CsvSource({"sticky", "any", "all", "large", "listed"})
  void sessionWhenSealedThenItIsOnTheOtherTomcatAndTheNodesSeeNothing(String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "set?name=card&value=" + SECRET);
    visitor.ask(t1(), "fill?name=more&value=" + (context.equals("large") ? 500_000 : 10));
    String sum = visitor.value(t1(), "sum?name=more");

    assertEquals(SECRET, visitor.value(t2(), "get?name=card"));
    assertEquals(sum, visitor.value(t2(), "sum?name=more"));
    assertEquals(List.of(), unsealed("/" + context));
    assertEquals(0, visitor.counter(t2(), Metric.SEALS_REFUSED));
  }

  /** A session that was ended leaves what is sealed as well. */
  @Test
  void sessionWhenEndedThenTheNodesSeeNothingOfThatEither() {
    Visitor visitor = new Visitor("any");
    visitor.ask(t1(), "set?name=card&value=" + SECRET);
    assertNotNull(cluster().n1.probe().get(keyOf(visitor)), this::logs);

    visitor.ask(t2(), "invalidate");

    assertEquals("null", visitor.copy().value(t1(), "get?name=card"));
    assertEquals(List.of(), unsealed("/any"));
  }

  @Test
  void recordWhenCopiedToAnotherSessionThenThatIsFreshAndTheOwnerKeepsIt() {
    Visitor rich = new Visitor("attacked");
    rich.ask(t1(), "set?name=card&value=" + SECRET);
    Visitor thief = new Visitor("attacked");
    thief.ask(t1(), "set?name=fruit&value=apple");
    for (MemcachedNode node : cluster().nodes()) {
      node.probe().corrupt(keyOf(thief), bytes(node, keyOf(rich)));
    }
    String before = thief.id();

    assertEquals("null", thief.value(t2(), "get?name=card"));

    assertEquals(SECRET, rich.value(t2(), "get?name=card"));
    thief.ask(t2(), "set?name=fruit&value=pear");
    assertNotEquals(before, thief.id());
    assertTrue(thief.counter(t2(), Metric.SEALS_REFUSED) > 0);
  }

  @Test
  void recordWhenABitIsWrongThenAFreshSession() {
    Visitor visitor = new Visitor("attacked");
    visitor.ask(t1(), "set?name=card&value=" + SECRET);
    for (MemcachedNode node : cluster().nodes()) {
      byte[] record = bytes(node, keyOf(visitor));
      record[record.length - 20] ^= 1;
      node.probe().corrupt(keyOf(visitor), record);
    }

    assertEquals("null", visitor.value(t2(), "get?name=card"));
    assertEquals(200, visitor.at(t2(), "set?name=card&value=new").status());
    assertEquals("new", visitor.value(t1(), "get?name=card"));
  }

  @Test
  void keysWhenTheyChangeWithoutARestartThenNoSessionIsLost() throws IOException {
    Visitor visitor = new Visitor("rotated");
    visitor.ask(t1(), "set?name=card&value=" + SECRET);
    assertEquals("k1", keyThatSealed(visitor));

    writeKeys(keyFile(), 1, 2);
    awaitKeys("k1 seals; keys k1, k2");
    writeKeys(keyFile(), 2, 1);
    awaitKeys("k2 seals; keys k2, k1");

    assertEquals(SECRET, visitor.value(t2(), "get?name=card"));
    visitor.ask(t2(), "set?name=fruit&value=apple");
    assertEquals("k2", keyThatSealed(visitor));
    assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
    assertEquals(SECRET, visitor.value(t1(), "get?name=card"));
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      assertFalse(tomcat.logs().contains(key(1)), "a key is in the log");
      assertFalse(tomcat.logs().contains(key(2)), "a key is in the log");
    }
  }

  private void awaitKeys(String begin) {
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      try (ManagerBean bean = ManagerBean.of(tomcat, "rotated")) {
        Await.until(
            tomcat + " has the keys",
            () -> bean.get("encryptionKeys").toString().startsWith(begin));
      }
    }
  }

  /** The steps that two Tomcats are at, at the same time, while one after the other changes. */
  @ParameterizedTest
  @CsvSource({"plain, prepare", "prepare, seal", "seal, sealed"})
  void sessionWhenTomcatsAreAtTwoStepsThenBothReadWhatEitherWrites(String step, String next) {
    Visitor visitor = new Visitor(step);
    visitor.ask(t1(), "set?name=card&value=" + SECRET);

    assertEquals(SECRET, visitor.in(next).value(t2(), "get?name=card"));
    visitor.in(next).ask(t2(), "set?name=fruit&value=apple");
    assertEquals("apple", visitor.in(step).value(t1(), "get?name=fruit"));
    visitor.in(step).ask(t1(), "set?name=fruit&value=pear");
    assertEquals("pear", visitor.in(next).value(t2(), "get?name=fruit"));
  }

  @Test
  void sessionWhenNotSealedThenItIsNotReadOnceTheMigrationIsOver() {
    Visitor visitor = new Visitor("plain");
    visitor.ask(t1(), "set?name=card&value=" + SECRET);

    assertEquals("null", visitor.in("sealed").value(t2(), "get?name=card"));
  }

  // ---- what the nodes have ----

  /** The keys of an application whose values are not sealed. */
  private List<String> unsealed(String prefix) {
    Map<String, byte[]> all = // a node that lists its keys may leave out one that it moves
        Await.value("values of " + prefix, () -> values(prefix), values -> !values.isEmpty());
    return all.entrySet().stream()
        .filter(
            each ->
                !Sealer.isSealed(each.getValue())
                    || new String(each.getValue(), ISO_8859_1).contains(SECRET))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<String, byte[]> values(String prefix) {
    Map<String, byte[]> values = new TreeMap<>();
    for (MemcachedNode node : cluster().nodes()) {
      for (String key : node.probe().keys()) {
        byte[] value = key.startsWith(prefix + "_") ? node.probe().get(key) : null;
        if (value != null && value.length > 0) {
          values.put(key, value);
        }
      }
    }
    return values;
  }

  /** Of both Tomcats. */
  private String logs() {
    return t1().logs() + t2().logs();
  }

  private static byte[] bytes(MemcachedNode node, String key) {
    return Objects.requireNonNull(node.probe().get(key), key);
  }

  private static String keyOf(Visitor visitor) {
    return "/" + visitor.context() + "_" + visitor.id().replaceFirst("\\..*", "");
  }

  /** The name of the key stands behind seven bytes; the last one is its length. */
  private String keyThatSealed(Visitor visitor) {
    byte[] record = bytes(cluster().n1, keyOf(visitor));
    return new String(record, 7, record[6], ISO_8859_1);
  }

  private static void writeKeys(Path keyFile, int... numbers) throws IOException {
    String lines =
        Arrays.stream(numbers)
            .mapToObj(number -> "k%d:%s%n".formatted(number, key(number)))
            .collect(Collectors.joining());
    Files.writeString(keyFile, lines);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
  }

  private static String key(int number) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) number);
    return Base64.getEncoder().encodeToString(key);
  }
}
