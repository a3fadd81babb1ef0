package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.SealingKeys;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionFilesTest {

  private static final long MEGABYTE = 1 << 20;
  private final Instant now = Instant.now();

  @TempDir private Path above;

  private final SessionMetrics metrics = new SessionMetrics(true);
  private final List<SessionFiles> open = new ArrayList<>();
  private Sealing sealing = Sealing.NONE;

  @AfterEach
  void close() {
    open.forEach(SessionFiles::close);
  }

  @Test
  void findWhenASessionWasKeptThenGivesItAsItWas() {
    SessionSnapshot kept = Kept.session("a.t1", 7);
    stopWith(kept);

    SessionSnapshot found = open("/shop").find(new SessionId("a.t2"));

    assertEquals(kept, found);
  }

  @Test
  void findWhenTheThreadIsInterruptedThenGivesTheSessionAndTheThreadStaysInterrupted() {
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);
    SessionFiles files = open("/shop");

    Thread.currentThread().interrupt();
    SessionSnapshot found = files.find(new SessionId("a"));

    assertTrue(Thread.interrupted());
    assertEquals(kept, found);
    assertEquals(0, metrics.get(Metric.FILES_UNREADABLE));
  }

  @Test
  void readWhenTheThreadIsInterruptedThenFindsTheSessionAndTheThreadStaysInterrupted()
      throws IOException {
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);
    SessionFiles files = open("/shop");
    String name = files.waiting(Instant.EPOCH).get(0);

    Thread.currentThread().interrupt();
    SessionFiles.ReadFile read = files.read(name);

    assertTrue(Thread.interrupted());
    assertEquals(kept, Objects.requireNonNull(read).snapshot());
    assertEquals(0, metrics.get(Metric.FILES_UNREADABLE));
  }

  @Test
  void spillWhenTheThreadIsInterruptedThenTheSessionIsInAFile() {
    SessionSnapshot kept = Kept.session("a", 7);
    SessionFiles files = open("/shop");

    Thread.currentThread().interrupt();
    boolean isKept = files.spill(kept);

    assertTrue(Thread.interrupted());
    assertTrue(isKept);
    assertEquals(kept, files.find(new SessionId("a")));
  }

  @Test
  void findWhenItIsAskedForTwiceThenTheSameUntilItIsStored() {
    stopWith(Kept.session("a", 7));
    SessionFiles files = open("/shop");
    SessionId id = new SessionId("a");

    assertNotNull(files.find(id));
    assertNotNull(files.find(id));
    files.stored(id);
    assertNull(files.find(id));
    files.deleteObsolete();
    assertNull(files.find(id));
    assertEquals(0, count(".session"));
  }

  /**
   * Threads of the store say what has ended or is stored; deadlines and answers of all wait then.
   */
  @Test
  void endedWhenTheDiskHangsAtAnotherFileThenDoesNotWait()
      throws InterruptedException, ExecutionException, TimeoutException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    SessionFiles files = hangingAtTheFileOfA(hangs, mayGoOn);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<SessionSnapshot> first = threads.submit(() -> files.find(new SessionId("a")));
      Future<SessionSnapshot> second = threads.submit(() -> files.find(new SessionId("a")));
      assertTrue(hangs.await(20, TimeUnit.SECONDS));

      Future<?> ends =
          threads.submit(
              () ->
                  IntStream.range(0, 100)
                      .mapToObj(number -> new SessionId("other-" + number))
                      .forEach(files::ended));

      ends.get(20, TimeUnit.SECONDS);
      assertFalse(first.isDone());
      mayGoOn.countDown();
      assertEquals(Kept.session("a", 7), first.get(20, TimeUnit.SECONDS));
      assertEquals(Kept.session("a", 7), second.get(20, TimeUnit.SECONDS));
    } finally {
      mayGoOn.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void findWhenTheSessionEndsMeanwhileThenNull()
      throws InterruptedException, ExecutionException, TimeoutException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    SessionFiles files = hangingAtTheFileOfA(hangs, mayGoOn);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<SessionSnapshot> first = threads.submit(() -> files.find(new SessionId("a")));
      assertTrue(hangs.await(20, TimeUnit.SECONDS));
      Future<?> end = threads.submit(() -> files.ended(new SessionId("a")));
      end.get(20, TimeUnit.SECONDS);
      files.deleteObsolete();
      mayGoOn.countDown();

      assertNull(first.get(20, TimeUnit.SECONDS));
      assertNull(files.find(new SessionId("a")));
      files.deleteObsolete();
      assertEquals(0, count(".session"));
    } finally {
      mayGoOn.countDown();
      threads.shutdownNow();
    }
  }

  /** The disk hangs where a request reads the file of session a, until it may go on. */
  private SessionFiles hangingAtTheFileOfA(CountDownLatch hangs, CountDownLatch mayGoOn) {
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
    stopWith(Kept.session("a", 7));
    sealing = Sealing.with(hanging(hangs, mayGoOn), EncryptionMigration.NONE);
    return open("/shop");
  }

  /** Opens what key 1 has sealed, once it may. */
  private static Sealer hanging(CountDownLatch hangs, CountDownLatch mayGoOn) {
    TestKeys keys = new TestKeys(1);
    return new Sealer(
        new Sealer.KeySource() {
          @Override
          public SealingKeys now() {
            hangs.countDown();
            try {
              mayGoOn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return keys.now();
          }

          @Override
          public SealingKeys newest() {
            return now();
          }
        },
        new SecureRandom());
  }

  @Test
  void findWhenAnotherTomcatHasFoundItThenBothDo() {
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);

    assertEquals(kept, open("/shop").find(new SessionId("a")));
    assertEquals(kept, open("/shop").find(new SessionId("a")));
  }

  @Test
  void spillWhenALargeFileIsReplacedThenItTakesNoRoomTwice() {
    int size = (int) MEGABYTE * 2 / 3;
    stopWith(Kept.session("a", 1, size));

    assertTrue(open("/shop").spill(Kept.session("a", 2, size)));
  }

  @Test
  void findWhenTheSessionHasEndedThenNullEvenBeforeTheFileIsDeleted() {
    stopWith(Kept.session("a", 7));
    SessionFiles files = open("/shop");

    files.ended(new SessionId("a"));

    assertNull(files.find(new SessionId("a")));
    assertTrue(files.hasObsolete());
    files.deleteObsolete();
    assertEquals(0, count(".session"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../../etc/passwd",
        "..",
        "/etc/passwd",
        "a/../b",
        "a%2e%2e%2fb",
        "C:\\windows\\win.ini",
        "-rf",
        "~root",
        "$(id)",
        "*"
      })
  void spillWhenTheIdLooksLikeAPathThenItIsNoPartOfTheName(String hostile) {
    SessionId id = SessionId.parse(hostile);
    if (id == null) {
      return; // is refused before
    }
    SessionFiles files = open("/shop");

    assertTrue(files.spill(Kept.session(hostile, 1)));

    assertEquals(1, count(".session"));
    assertTrue(names().stream().allMatch(name -> name.matches("[0-9a-f-]+(\\.[a-z]+)?")));
    assertEquals(id, Objects.requireNonNull(files.find(id)).id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/shop2", "/shop/"})
  void findWhenAnotherApplicationHasTheSameIdThenNull(String path) {
    stopWith(Kept.session("a", 7));

    assertNull(open(path).find(new SessionId("a")));
  }

  @Test
  void findWhenThePrefixOfKeysIsAnotherOneThenNull() {
    stopWith(Kept.session("a", 7));

    assertNull(open("localhost", "/shop", "static:v2").find(new SessionId("a")));
  }

  @Test
  void findWhenTheFileIsCorruptThenItIsPutAsideAndCounted() {
    stopWith(Kept.session("a", 7));
    byte[] sound = content();
    Random random = new Random(5);
    int tried = 0;
    for (int i = 0; i < 200; i++) {
      byte[] damaged = damaged(sound, random, i);
      boolean isNewer = // as far as anybody can tell
          damaged.length > Integer.BYTES && damaged[Integer.BYTES] != sound[Integer.BYTES];
      if (Arrays.equals(damaged, sound) || isNewer) {
        continue;
      }
      overwrite(damaged);
      try (SessionFiles files = openUnlisted("/shop")) {
        assertNull(files.find(new SessionId("a")));
      }
      tried++;
      assertEquals(tried, metrics.get(Metric.FILES_UNREADABLE));
      assertEquals(1, count(".unreadable"));
    }
  }

  private static byte[] damaged(byte[] sound, Random random, int round) {
    byte[] copy = sound.clone();
    if (round % 2 == 0) {
      return Arrays.copyOf(copy, random.nextInt(sound.length));
    }
    copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
    return copy;
  }

  @Test
  void readWhenTheFileIsTheRecordOfAnotherSessionThenItIsPutAside() throws IOException {
    stopWith(Kept.session("a", 7));
    byte[] record = new RecordCodec("test").encode(Kept.session("b", 7));
    overwrite(record);
    SessionFiles files = open("/shop");

    assertNull(files.read(onlyFile(".session").getFileName().toString()));

    assertEquals(1, metrics.get(Metric.FILES_UNREADABLE));
    assertEquals(1, count(".unreadable"));
  }

  @Test
  void findWhenTheFileIsASymbolicLinkThenItIsPutAside() throws IOException {
    stopWith(Kept.session("a", 7));
    Path file = onlyFile(".session");
    Path secret = Files.write(above.resolve("secret"), Files.readAllBytes(file));
    Files.delete(file);
    Files.createSymbolicLink(file, secret);

    assertNull(open("/shop").find(new SessionId("a")));
    assertTrue(Files.exists(secret));
  }

  @Test
  void spillWhenTheLimitIsReachedThenTheRestIsRefused() {
    SessionFiles files = open("/shop");
    int size = (int) MEGABYTE / 3;

    assertTrue(files.spill(Kept.session("a", 1, size)));
    assertTrue(files.spill(Kept.session("b", 1, size)));
    assertFalse(files.spill(Kept.session("c", 1, size)));
  }

  @Test
  void spillWhenWhatIsThereAlreadyTakesTheRoomThenRefused() {
    stopWith(Kept.session("a", 1, (int) MEGABYTE * 2 / 3));

    assertFalse(open("/shop").spill(Kept.session("b", 1, (int) MEGABYTE * 2 / 3)));
  }

  @Test
  void spillWhenTheSessionWasFoundThenTheOldFileIsReplaced() {
    stopWith(Kept.session("a", 1));
    SessionFiles files = openUnlisted("/shop");
    assertNotNull(files.find(new SessionId("a")));

    assertTrue(files.spill(Kept.session("a", 2)));
    files.close();

    SessionSnapshot found = open("/shop").find(new SessionId("a"));
    assertEquals(2, Objects.requireNonNull(found).version());
  }

  /** A backup thread may be at work on obsolete files when the application stops. */
  @Test
  void spillWhenObsoleteFilesAreDeletedMeanwhileThenNoneOfTheNewOnesIs() throws Exception {
    SessionFiles files = open("/shop");
    List<SessionSnapshot> sessions =
        IntStream.range(0, 100).mapToObj(i -> Kept.session("s" + i, 1)).toList();
    for (int round = 0; round < 5; round++) {
      sessions.forEach(session -> files.ended(session.id()));
      Thread deleting = new Thread(files::deleteObsolete);

      deleting.start();
      sessions.forEach(session -> assertTrue(files.spill(session)));
      deleting.join();

      assertEquals(sessions.size(), count(".session"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void deleteObsoleteWhenAFileCannotBeDeletedThenTheOthersAre(String stuck) throws IOException {
    SessionFiles files = open("/shop");
    assertTrue(files.spill(Kept.session(stuck, 1)));
    Path file = onlyFile(".session");
    Files.delete(file);
    Files.createDirectories(file.resolve("not empty"));
    String other = stuck.equals("a") ? "b" : "a";
    assertTrue(files.spill(Kept.session(other, 1)));
    files.ended(new SessionId(stuck));
    files.ended(new SessionId(other));

    try (CapturedLog log = new CapturedLog(SessionFiles.class)) {
      files.deleteObsolete();
      files.deleteObsolete();
      assertEquals(1, log.warnings().size());
    }
    assertEquals(0, count(".session"));
  }

  @Test
  void deleteWhenTheFileWasWrittenAnewThenItStays() throws IOException {
    stopWith(Kept.session("a", 1));
    SessionFiles files = open("/shop");
    SessionFiles.ReadFile read = files.read(onlyFile(".session").getFileName().toString());
    assertTrue(open("/shop").spill(Kept.session("a", 2)));

    files.delete(Objects.requireNonNull(read));

    assertEquals(1, count(".session"));
  }

  @Test
  void waitingWhenFilesAreThereThenNamesThoseThatNoRequestHereHasFound() {
    stopWith(Kept.session("a", 1), Kept.session("b", 1));
    SessionFiles files = open("/shop");
    assertNotNull(files.find(new SessionId("a")));

    assertEquals(1, files.waiting(Instant.EPOCH).size());
  }

  @Test
  void findWhenSealedThenGivesItAsItWasAndTheFileShowsNothing() {
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);

    assertTrue(Sealer.isSealed(content()));
    assertEquals(kept, open("/shop").find(new SessionId("a")));
  }

  @Test
  void findWhenAFileIsNotSealedOrWasAlteredOrMovedThenItIsPutAside() {
    stopWith(Kept.session("a", 7));
    byte[] unsealed = content();
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
    stopWith(Kept.session("a", 8));
    byte[] altered = content();
    altered[altered.length - 1] ^= 1;
    byte[] ofAnother = TestKeys.sealer(1).seal("file:" + "0".repeat(64) + ".session", unsealed);

    for (byte[] content : List.of(unsealed, altered, ofAnother)) {
      overwrite(content);
      assertNull(open("/shop").find(new SessionId("a")));
    }
    assertEquals(3, metrics.get(Metric.SEALS_REFUSED));
  }

  /** A Tomcat that shares the directory, or this one in its next start, may have the key. */
  @Test
  void findWhenItsKeyIsNotHereThenTheFileStaysForWhoHasIt() throws IOException {
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);
    for (Sealing other :
        List.of(Sealing.with(TestKeys.sealer(2), EncryptionMigration.NONE), Sealing.NONE)) {
      sealing = other;
      try (SessionFiles files = openUnlisted("/shop")) {
        assertNull(files.find(new SessionId("a")));
        assertNull(files.read(files.waiting(now).get(0)));
        assertNull(files.find(new SessionId("a")));
      }
    }
    assertEquals(2, metrics.get(Metric.FILES_UNREADABLE), "once for each start");

    sealing = Sealing.with(TestKeys.sealer(2, 1), EncryptionMigration.NONE);

    assertEquals(kept, open("/shop").find(new SessionId("a")));
  }

  /** The Tomcat that has the key has stored the session since. */
  @Test
  void findWhenAFileThatCouldNotBeUsedIsGoneThenNothingMoreIsTold() throws IOException {
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
    stopWith(Kept.session("a", 7));
    sealing = Sealing.NONE;
    try (SessionFiles files = openUnlisted("/shop")) {
      assertNull(files.find(new SessionId("a")));
      Files.delete(onlyFile(".session"));

      assertNull(files.find(new SessionId("a")));
    }

    assertEquals(1, metrics.get(Metric.FILES_UNREADABLE));
  }

  @Test
  void findWhenItIsOfAnotherVersionOrSerializerThenTheFileStaysForAWeek() throws IOException {
    stopWith(Kept.session("a", 7));
    byte[] newer = content();
    newer[Integer.BYTES] = 2; // the version behind the magic number
    byte[] ofAnother = new RecordCodec("another").encode(Kept.session("a", 7));
    for (byte[] content : List.of(newer, ofAnother)) {
      stopWith(Kept.session("a", 7));
      overwrite(content);
      try (SessionFiles files = openUnlisted("/shop")) {
        assertNull(files.find(new SessionId("a")));

        assertEquals(1, files.waiting(now).size());
        assertArrayEquals(content, content());
        Files.setLastModifiedTime(
            onlyFile(".session"), FileTime.from(now.minus(Duration.ofDays(8))));
        assertEquals(List.of(), files.waiting(now));
      }
    }
  }

  @Test
  void findWhenNotSealedAndItMigratesThenGivesItAsItWas() {
    SessionSnapshot kept = Kept.session("a", 7);
    stopWith(kept);
    sealing = Sealing.with(TestKeys.sealer(1), EncryptionMigration.SEAL);

    assertEquals(kept, open("/shop").find(new SessionId("a")));
  }

  private void stopWith(SessionSnapshot... sessions) {
    try (SessionFiles files = openUnlisted("/shop")) {
      for (SessionSnapshot session : sessions) {
        assertTrue(files.spill(session));
      }
    }
  }

  private SessionFiles open(String contextPath) {
    return open("localhost", contextPath, "");
  }

  private SessionFiles open(String host, String contextPath, String prefix) {
    SessionFiles files = openUnlisted(host, contextPath, prefix);
    open.add(files);
    return files;
  }

  private SessionFiles openUnlisted(String contextPath) {
    return openUnlisted("localhost", contextPath, "");
  }

  private SessionFiles openUnlisted(String host, String contextPath, String prefix) {
    return new SessionFiles(
        above.resolve("spill"),
        MEGABYTE,
        host,
        contextPath,
        StorageKeys.parse(prefix, host, contextPath, null),
        new RecordCodec("test"),
        sealing,
        metrics);
  }

  private byte[] content() {
    return uncheckedly(() -> Files.readAllBytes(onlyFile(".session")));
  }

  /** Puts a session's file back, with this content. */
  private void overwrite(byte[] content) {
    uncheckedly(
        () -> {
          Path file =
              files().stream().filter(f -> isEither(f.toString())).findFirst().orElseThrow();
          String name = file.getFileName().toString().replace(".unreadable", ".session");
          Files.delete(file);
          return Files.write(file.resolveSibling(name), content);
        });
  }

  private static boolean isEither(String name) {
    return name.endsWith(".session") || name.endsWith(".unreadable");
  }

  private Path onlyFile(String suffix) {
    return files().stream().filter(f -> f.toString().endsWith(suffix)).findFirst().orElseThrow();
  }

  private long count(String suffix) {
    return files().stream().filter(file -> file.toString().endsWith(suffix)).count();
  }

  private List<String> names() {
    return files().stream().map(file -> file.getFileName().toString()).toList();
  }

  private List<Path> files() {
    return uncheckedly(
        () -> {
          try (Stream<Path> files = Files.walk(above.resolve("spill"))) {
            return files.filter(Files::isRegularFile).toList();
          }
        });
  }

  private static <T> T uncheckedly(Callable<T> work) {
    try {
      return work.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
