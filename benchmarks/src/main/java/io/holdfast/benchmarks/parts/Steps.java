package io.holdfast.benchmarks.parts;

import io.holdfast.benchmarks.engine.KeyFiles;
import io.holdfast.benchmarks.serializers.Codecs;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.KeyFile;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.memcached.MemcachedSettings;
import io.holdfast.core.storage.memcached.MemcachedStore;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.serializer.kryo.KryoTranscoderFactory;
import io.holdfast.sessions.backup.BackupExecutor;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The steps of a backup of one session, with the node and the threads that they need. */
final class Steps implements Closeable {

  /** Operations on their way at once where nobody waits for each of them. */
  static final int WINDOW = 100;

  private static final String KEY = "8F2B1C90D3E4A5B6C7D8E9F001122334";
  private static final String ACCESS_KEY = KEY + ":a";
  private static final TimeToLive TIME_TO_LIVE = new TimeToLive(2_250);
  private static final SessionTimes TIMES =
      new SessionTimes(1_790_000_000_000L, 1_790_000_060_000L, 1_790_000_090_000L, 1_800);

  private final MemcachedProcess node = MemcachedProcess.start(new MemcachedLimits(64, 1 << 20));
  private final BackupExecutor executor =
      new BackupExecutor("holdfast-budget", 2, 100, Steps.class.getClassLoader());
  private final MemcachedStore store =
      MemcachedStore.connect(
          new NodeAddress("n1", "127.0.0.1", node.port()),
          MemcachedSettings.DEFAULTS,
          executor.timer(),
          InstantSource.system(),
          new StoreAccess.Indifferent());
  private final Transcoder transcoder = Codecs.transcoder(new KryoTranscoderFactory());
  private final RecordCodec records = new RecordCodec("kryo");
  private final Sealer sealer;

  /**
   * One step of a backup.
   *
   * @param title as it stands in the table
   * @param size how often the action takes the step
   * @param action takes it
   */
  record Step(String title, int size, Action action) {
    /** What a step does. */
    interface Action {
      Object take() throws Exception;
    }
  }

  Steps() throws IOException {
    try (KeyFiles keys = KeyFiles.create()) {
      this.sealer = new Sealer(KeyFile.open(keys.file(), System::nanoTime), new SecureRandom());
    }
  }

  /** The steps for a session of so many kilobytes. */
  List<Step> of(int kilobytes) {
    Map<String, Object> attributes = Part.session(kilobytes);
    EncodedAttributes encoded =
        new EncodedAttributes.Together(Bytes.wrap(transcoder.encode(attributes)));
    SessionSnapshot snapshot =
        new SessionSnapshot(
            new SessionId(KEY + ".tomcat1"), 1, TIMES, null, Bytes.EMPTY, Bytes.EMPTY, encoded);
    byte[] record = records.encode(snapshot);
    byte[] sealed = sealer.seal(KEY, record);
    write(record).join();
    store.store(ACCESS_KEY, new byte[38], TIME_TO_LIVE, WriteCondition.always()).join();
    return List.of(
        new Step("encode the attributes, kryo", 1, () -> transcoder.encode(attributes)),
        new Step("fingerprint, SHA-256", 1, () -> Fingerprint.of(encoded)),
        new Step("form the record, CRC32C", 1, () -> records.encode(snapshot)),
        new Step("read the record, CRC32C", 1, () -> records.decode(record)),
        new Step("seal it, AES-256-GCM", 1, () -> sealer.seal(KEY, record)),
        new Step("open it, AES-256-GCM", 1, () -> sealer.open(KEY, sealed)),
        new Step("take the session's turn on this thread", 1, this::turn),
        new Step("a backup thread's turn, and wait for it", 1, this::hop),
        new Step("`set`, and wait for it", 1, () -> write(record).join()),
        new Step("`set`, " + WINDOW + " on their way", WINDOW, () -> window(() -> write(record))),
        new Step("`gets` of record and access, and wait for it", 1, () -> read().join()),
        new Step("`gets` of both, " + WINDOW + " on their way", WINDOW, () -> window(this::read)));
  }

  private Object turn() {
    BackupExecutor.Turn turn = executor.tryTurn(KEY);
    while (turn == null) { // the thread of the step before may not have given it up yet
      Thread.onSpinWait();
      turn = executor.tryTurn(KEY);
    }
    turn.end();
    return turn;
  }

  private Object hop() {
    executor.submit(KEY, () -> {}).join();
    return executor;
  }

  private CompletableFuture<?> write(byte[] record) {
    return store.store(KEY, record, TIME_TO_LIVE, WriteCondition.always());
  }

  private CompletableFuture<?> read() {
    return store.loadPair(KEY, ACCESS_KEY);
  }

  private static Object window(Supplier<CompletableFuture<?>> operation) {
    List<CompletableFuture<?>> all = new ArrayList<>(WINDOW);
    for (int i = 0; i < WINDOW; i++) {
      all.add(operation.get());
    }
    all.forEach(CompletableFuture::join);
    return all;
  }

  @Override
  public void close() {
    store.close();
    executor.close();
    node.close();
  }
}
