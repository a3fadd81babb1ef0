package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SnapshotCodec;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EncodingTest {

  private static final int THREADS = 40;
  private static final int MOST = 32;

  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger decoding = new AtomicInteger();

  /** Threads that decode until they are released. */
  private final TranscoderFactory blocking =
      new TranscoderFactory() {
        @Override
        public String name() {
          return "blocking";
        }

        @Override
        public Transcoder create(TranscoderContext context) {
          Transcoder jdk = new JdkTranscoder();
          return new Transcoder() {
            @Override
            public byte[] encode(Object graph) {
              return jdk.encode(graph);
            }

            @Override
            public Object decode(byte[] bytes) {
              decoding.incrementAndGet();
              awaitRelease();
              return jdk.decode(bytes);
            }
          };
        }
      };

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void decodeWhenManyThreadsDecodeThenMostOfThoseOfATomcatAreLeft() throws InterruptedException {
    ClassLoader loader = getClass().getClassLoader();
    SnapshotCodec codec =
        Encoding.of(
                ConfigurationParser.parse(Map.of(Setting.MEMCACHED_NODES, "n1:localhost:11211")),
                TestApplication.of(
                    "localhost", "", null, loader, loader, blocking, InstantSource.system()),
                new SessionMetrics(true))
            .codec(new SessionMetrics(true));
    Bytes graph = Bytes.wrap(new JdkTranscoder().encode("value"));
    List<Thread> threads =
        Stream.generate(() -> new Thread(() -> codec.decodeAttribute(graph)))
            .limit(THREADS)
            .toList();

    threads.forEach(Thread::start);
    while (decoding.get() + waiting(threads) < THREADS) {
      Thread.onSpinWait();
    }
    int together = decoding.get();
    released.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertTrue(together <= MOST, () -> together + " threads decode at a time");
    assertTrue(decoding.get() == THREADS, () -> decoding + " threads decoded at all");
  }

  private static int waiting(List<Thread> threads) {
    return (int)
        threads.stream().filter(each -> each.getState() == Thread.State.TIMED_WAITING).count();
  }

  /** Refuses the elements of a list. */
  private static final class Checking implements TranscoderFactory {

    @Override
    public String name() {
      return "checking";
    }

    @Override
    public Transcoder create(TranscoderContext context) {
      Transcoder jdk = new JdkTranscoder();
      return new Transcoder() {
        @Override
        public byte[] encode(Object graph) {
          if (graph instanceof List<?> list) {
            list.forEach(element -> context.filter().checkWritable(element.getClass()));
          }
          return jdk.encode(graph);
        }

        @Override
        public Object decode(byte[] bytes) {
          return jdk.decode(bytes);
        }
      };
    }
  }

  @Test
  void encodeWhenSeveralClassesAreRefusedThenTheLogNamesAll() {
    ClassLoader loader = getClass().getClassLoader();
    SnapshotCodec codec =
        Encoding.of(
                ConfigurationParser.parse(Map.of(Setting.MEMCACHED_NODES, "n1:localhost:11211")),
                TestApplication.of(
                    "localhost", "", null, loader, loader, new Checking(), InstantSource.system()),
                new SessionMetrics(true))
            .codec(new SessionMetrics(true));

    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      Bytes refused =
          codec.encodeAttribute(new SessionId("a"), "list", List.of(new Checking(), this));

      assertNull(refused);
      String line = log.warnings().get(0);
      assertTrue(line.contains(Checking.class.getName()), line);
      assertTrue(line.contains(", %s; if".formatted(EncodingTest.class.getName())), line);
    }
  }
}
