package io.holdfast.sessions.runtime;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.KeyFile;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.SealedStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordSealingTest {

  @TempDir private Path folder;

  private final FaultyStore node = new FaultyStore("n1", InstantSource.system());

  @Test
  void ofWhenThereIsNoKeyFileThenNothingIsSealed() {
    RecordSealing none = of("");

    assertSame(node, over(none));
    assertEquals(0, none.overhead());
    assertEquals("", none.sealing().inWords());
  }

  @Test
  void ofWhenThereIsOneThenStoresAreSealedAndKeysAreNamed() throws IOException {
    RecordSealing sealing = of(write("rw-------").toString());

    assertInstanceOf(SealedStore.class, over(sealing));
    assertEquals("k2 seals; keys k2, k1; opened {}", sealing.sealing().inWords());
  }

  @Test
  void ofWhenTheKeyFileCannotBeUsedThenTheErrorNamesAttributeValueAndRemedy() throws IOException {
    Path file = write("rw-r--r--");

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> of(file.toString()));

    assertEquals(
        "encryptionKeyFile=\"%s\": others than its owner may use it (rw-r--r--); chmod 600"
            .formatted(file),
        error.getMessage());
    assertFalse(String.valueOf(error.getMessage()).contains(TestKeys.base64(2)));
  }

  /** A disk that hangs must not hold up the timer: deadlines and leases of all applications do. */
  @Test
  void beginWhenTheDiskHangsThenTheTimerDoesNotWaitAndOneThreadDoes() throws IOException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicBoolean hangs = new AtomicBoolean();
    Queue<String> looking = new ConcurrentLinkedQueue<>();
    KeyFile keys =
        KeyFile.open(
            write("rw-------"),
            () -> {
              if (hangs.get()) {
                looking.add(Thread.currentThread().getName());
                awaitQuietly(mayGoOn);
              }
              return System.nanoTime();
            });
    hangs.set(true);
    ScheduledThreadPoolExecutor timer = new Hurried();
    ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "worker"));
    try {
      begin(keys, timer, threads);
      Await.until("it looks", () -> !looking.isEmpty());
      long rounds = timer.getCompletedTaskCount();
      Await.until("the timer goes on", () -> timer.getCompletedTaskCount() > rounds + 10);
      assertEquals(List.of("worker"), List.copyOf(looking));

      mayGoOn.countDown();

      Await.until("it looks again", () -> looking.size() > 2);
    } finally {
      mayGoOn.countDown();
      timer.shutdownNow();
      threads.shutdownNow();
    }
  }

  /** Nor must a thread of a store, on which the answers for all applications come. */
  @SuppressWarnings("FutureReturnValueIgnored") // what is returned is awaited
  @Test
  void loadWhenTheKeyIsNotKnownAndTheDiskHangsThenNoThreadOfAStoreWaits()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicBoolean hangs = new AtomicBoolean();
    KeyFile keys =
        KeyFile.open(
            write("rw-------"),
            () -> {
              if (hangs.get()) {
                awaitQuietly(mayGoOn);
              }
              return System.nanoTime();
            });
    Sealer sealer = new Sealer(keys, new SecureRandom());
    RecordSealing sealing = new RecordSealing(Sealing.with(sealer, EncryptionMigration.NONE), keys);
    ManualTimer timer = new ManualTimer();
    ExecutorService threads = Executors.newCachedThreadPool();
    NodeStore store = over(sealing, sealing.looks(timer, threads));
    byte[] ofOthers = TestKeys.sealer(3).seal("k", new byte[9]);
    node.store("k", ofOthers, TimeToLive.UNLIMITED, WriteCondition.always()).join();
    try {
      hangs.set(true);
      CompletableFuture<@Nullable StoredValue> loaded =
          threads.submit(() -> store.load("k")).get(20, TimeUnit.SECONDS);

      assertFalse(loaded.isDone());
      timer.advance(KeyLooks.PATIENCE);
      assertEquals(0, requireNonNull(loaded.getNow(null)).bytes().length);
      assertTrue(store.load("k").isDone());
    } finally {
      mayGoOn.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void beginWhenThereIsNoThreadForALookThenTheNextOneLooks() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    KeyFile keys = KeyFile.open(write("rw-------"), System::nanoTime);
    ScheduledThreadPoolExecutor timer = new Hurried();
    try {
      begin(
          keys,
          timer,
          task -> {
            if (asked.getAndIncrement() == 0) {
              throw new RejectedExecutionException("told to fail");
            }
            task.run();
          });

      Await.until("it is asked again", () -> asked.get() > 2);
    } finally {
      timer.shutdownNow();
    }
  }

  private static void begin(KeyFile keys, ScheduledExecutorService timer, Executor threads) {
    ClassLoader loader = RecordSealingTest.class.getClassLoader();
    RecordSealing.begin(
        new KeyLooks(keys, timer, threads),
        timer,
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()));
  }

  /** Repeats each millisecond what is to be done now and then. */
  private static final class Hurried extends ScheduledThreadPoolExecutor {

    Hurried() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable command, long initialDelay, long delay, TimeUnit unit) {
      return super.scheduleWithFixedDelay(
          () -> {
            try {
              command.run();
            } catch (RejectedExecutionException e) {
              return; // as the application's timer goes on
            }
          },
          1,
          1,
          TimeUnit.MILLISECONDS);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Path write(String permissions) throws IOException {
    Path file = folder.resolve("keys");
    Files.writeString(file, TestKeys.text(2, 1));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Object over(RecordSealing sealing) {
    return over(sealing, sealing.looks(new ManualTimer(), Runnable::run));
  }

  private NodeStore over(RecordSealing sealing, @Nullable KeyLooks looks) {
    return sealing.over("n1", node, looks, new SessionMetrics(true), InstantSource.system());
  }

  private static RecordSealing of(String keyFile) {
    Map<Setting<?>, String> settings = new TreeMap<>();
    settings.put(Setting.MEMCACHED_NODES, "n1:a:1");
    settings.put(Setting.ENCRYPTION_KEY_FILE, keyFile);
    return RecordSealing.of(ConfigurationParser.parse(settings));
  }
}
