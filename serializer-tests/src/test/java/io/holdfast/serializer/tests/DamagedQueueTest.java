package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A queue whose bytes are damaged is refused, or is a queue: no thread waits in it for ever. */
final class DamagedQueueTest {

  private static final long PATIENCE_MILLIS = 20_000;

  /** Each fifth bit in a build, all of them each night. */
  private static final int STEP = "all".equals(System.getProperty("holdfast.lines")) ? 1 : 5;

  private static List<Queue<Object>> queues() {
    List<Queue<Object>> queues =
        List.of(
            new ArrayBlockingQueue<>(5),
            new LinkedBlockingQueue<>(5),
            new LinkedBlockingDeque<>(5),
            new PriorityBlockingQueue<>());
    queues.forEach(queue -> queue.addAll(List.of("a", "b", "c")));
    return queues;
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenABitIsFlippedThenNobodyWaits() {
    return Serializer.ALL.stream()
        .flatMap(
            serializer ->
                queues().stream()
                    .map(
                        queue ->
                            DynamicTest.dynamicTest(
                                serializer + ", " + queue.getClass().getSimpleName(),
                                () -> check(serializer, queue))));
  }

  private static void check(Serializer serializer, Object queue) throws InterruptedException {
    Transcoder transcoder = serializer.transcoder();
    byte[] bytes = transcoder.encode(queue);
    AtomicReference<String> at = new AtomicReference<>("the start");
    Thread reader = new Thread(() -> readAll(transcoder, bytes, at));
    reader.setDaemon(true);
    reader.start();

    String before;
    do {
      before = at.get();
      reader.join(PATIENCE_MILLIS);
    } while (reader.isAlive() && !Objects.equals(at.get(), before));

    List<StackTraceElement> waiting = List.of(reader.getStackTrace());
    reader.interrupt();
    assertEquals(List.of(), waiting, at::get);
  }

  private static void readAll(Transcoder transcoder, byte[] bytes, AtomicReference<String> at) {
    for (int bit = 0; bit < 8 * bytes.length; bit += STEP) {
      at.set("bit " + bit);
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        use(transcoder.decode(damaged));
      } catch (TranscoderException e) {
        at.set("refused " + bit);
      }
    }
  }

  private static void use(Object read) {
    if (read instanceof BlockingQueue<?> queue) {
      List<Object> taken = new ArrayList<>();
      queue.drainTo(taken);
      var unused = queue.size();
    } else if (read instanceof Collection<?> other) {
      var unused = other.size();
    }
  }
}
