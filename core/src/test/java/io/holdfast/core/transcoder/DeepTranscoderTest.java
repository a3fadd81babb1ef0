package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DeepTranscoderTest {

  private static final byte[] BYTES = {1};
  private static final List<String> PLAIN = List.of("a");

  private final Thread caller = Thread.currentThread();
  private final Overflowing overflowing = new Overflowing();
  private final Transcoder transcoder = new DeepTranscoder(overflowing);

  /** Overflows the stack of the thread that the test runs on, as far as anybody can tell. */
  private final class Overflowing implements Transcoder {

    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final List<ClassLoader> loaders = Collections.synchronizedList(new ArrayList<>());
    private Supplier<RuntimeException> overflow =
        () -> ApplicationFailure.whileWriting(PLAIN, new StackOverflowError());
    private Runnable elsewhere = () -> {};

    private <T> T run(T result) {
      threads.add(Thread.currentThread());
      loaders.add(Thread.currentThread().getContextClassLoader());
      if (Thread.currentThread() == caller) {
        throw overflow.get();
      }
      elsewhere.run();
      return result;
    }

    @Override
    public byte[] encode(Object graph) {
      return run(BYTES);
    }

    @Override
    public @Nullable List<byte[]> encodeApart(List<Object> roots) {
      return run(List.of(BYTES));
    }

    @Override
    public Object decode(byte[] bytes) {
      return run(PLAIN);
    }
  }

  @Test
  void encodeWhenTheStackOverflowsThenAnotherThreadWritesAndIsGone() {
    assertArrayEquals(BYTES, transcoder.encode(PLAIN));

    assertEquals(2, overflowing.threads.size());
    assertSame(overflowing.loaders.get(0), overflowing.loaders.get(1));
    assertFalse(overflowing.threads.get(1).isAlive());
  }

  @Test
  void encodeApartWhenTheStackOverflowsThenAnotherThreadWrites() {
    assertEquals(List.of(BYTES), transcoder.encodeApart(List.of(PLAIN)));
  }

  @Test
  void encodeWhenASerializerLetsTheErrorThroughThenAnotherThreadWrites() {
    overflowing.overflow =
        () -> {
          throw new StackOverflowError();
        };

    assertArrayEquals(BYTES, transcoder.encode(PLAIN));
  }

  /** Its lock may be held by this thread, which would wait for the other one. */
  @Test
  void encodeWhenAnObjectWritesItselfThenNoOtherThreadIsAsked() {
    Object graph = Misbehaviour.INTERRUPTS_ITS_THREAD.attribute();

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(graph));

    assertEquals(Reason.UNWRITABLE, refusal.reason());
    assertEquals(List.of(caller), overflowing.threads);
  }

  @Test
  void encodeWhenItFailsOtherwiseThenNoOtherThreadIsAsked() {
    overflowing.overflow = () -> new TranscoderException(Reason.UNWRITABLE, "told to fail");

    assertThrows(TranscoderException.class, () -> transcoder.encode(PLAIN));

    assertEquals(List.of(caller), overflowing.threads);
  }

  @Test
  void encodeWhenTheOtherThreadFailsThenThrowsWhatItThrew() {
    TranscoderException failure = new TranscoderException(Reason.UNWRITABLE, "told to fail");
    overflowing.elsewhere =
        () -> {
          throw failure;
        };

    assertSame(failure, assertThrows(TranscoderException.class, () -> transcoder.encode(PLAIN)));
  }

  @Test
  void encodeWhenTheOtherThreadDoesNotComeBackThenTheCallerDoesNotWaitForEver() {
    CountDownLatch released = new CountDownLatch(1);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    overflowing.elsewhere =
        () -> {
          try {
            released.await();
            ended.complete(null);
          } catch (InterruptedException e) {
            ended.completeExceptionally(e);
          }
        };
    Transcoder impatient = new DeepTranscoder(overflowing, Duration.ofMillis(1));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> impatient.encode(PLAIN));
    released.countDown();

    assertEquals(Reason.UNWRITABLE, refusal.reason());
    ended.join();
  }

  @Test
  void encodeWhenTheCallerIsInterruptedThenIsWrittenAndItStaysSo() {
    Thread.currentThread().interrupt();

    assertArrayEquals(BYTES, transcoder.encode(PLAIN));

    assertTrue(Thread.interrupted());
  }

  @Test
  void decodeWhenTheStackOverflowsThenAnotherThreadReads() {
    assertSame(PLAIN, transcoder.decode(BYTES));

    assertEquals(2, overflowing.threads.size());
  }
}
