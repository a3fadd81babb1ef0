package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BulkheadTranscoderTest {

  private static final int PERMITS = 2;
  private static final Duration PATIENCE = Duration.ofDays(1); // nothing here waits that long
  private static final byte[] RECORD = {0, 1, 2, 3};
  private static final byte[] OTHER = {0, 1, 2, 4};

  private final AtomicLong nanos = new AtomicLong();
  private final CapturedLog log = new CapturedLog(BulkheadTranscoder.class);
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<CompletableFuture<Object>> decodes = new ArrayList<>();
  private final BulkheadTranscoder bulkhead = bulkhead(PATIENCE);

  private BulkheadTranscoder bulkhead(Duration patience) {
    return new BulkheadTranscoder(new JdkTranscoder(), PERMITS, patience, nanos::get);
  }

  @AfterEach
  void release() {
    released.countDown();
    CompletableFuture.allOf(decodes.toArray(CompletableFuture[]::new)).join();
    log.close();
  }

  /** Has another thread decode bytes, and not come back until the test has ended. */
  private void stuck(byte[] bytes) {
    CountDownLatch begun = new CountDownLatch(1);
    decodes.add(
        decoding(
            bytes,
            () -> {
              begun.countDown();
              await(released);
              return "late";
            }));
    await(begun);
  }

  private interface Work {
    Object run();
  }

  private CompletableFuture<Object> decoding(byte[] bytes, Work work) {
    CompletableFuture<Object> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(bulkhead.decode(bytes, 0, bytes.length, work::run));
              } catch (TranscoderException e) {
                result.completeExceptionally(e);
              }
            },
            "stuck");
    thread.start();
    return result;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void patienceIsOver() {
    nanos.addAndGet(PATIENCE.toNanos() + 1);
  }

  private Object decode(byte[] bytes) {
    return bulkhead.decode(bytes, 0, bytes.length, () -> "decoded");
  }

  private TranscoderException refusal(byte[] bytes) {
    TranscoderException e = assertThrows(TranscoderException.class, () -> decode(bytes));
    assertEquals(Reason.LIMIT_EXCEEDED, e.reason());
    return e;
  }

  @Test
  void decodeWhenTheSameBytesKeepAThreadBusyThenIsRefused() {
    stuck(RECORD);
    patienceIsOver();

    TranscoderException e = refusal(RECORD.clone());

    assertTrue(String.valueOf(e.getMessage()).contains("thread stuck"), e.getMessage());
  }

  @Test
  void decodeWhenTheSameBytesLieBetweenOthersThenIsRefused() {
    stuck(RECORD);
    patienceIsOver();
    byte[] around = {9, 0, 1, 2, 3, 9};

    assertThrows(
        TranscoderException.class,
        () -> bulkhead.decode(around, 1, RECORD.length, () -> "decoded"));
  }

  @Test
  void decodeWhenTheSameBytesAreDecodedInTimeThenIsDecoded() {
    stuck(RECORD);

    assertEquals("decoded", decode(RECORD));
  }

  @Test
  void decodeWhenOtherBytesKeepAThreadBusyThenIsDecoded() {
    stuck(RECORD);
    patienceIsOver();

    assertEquals("decoded", decode(OTHER));
  }

  @Test
  void decodeWhenAllPermitsAreLostThenIsRefusedWithoutWaiting() {
    stuck(RECORD);
    stuck(RECORD);
    patienceIsOver();

    TranscoderException e = refusal(OTHER);

    assertTrue(String.valueOf(e.getMessage()).contains("do not come back"), e.getMessage());
  }

  @Test
  void decodeWhenAllPermitsAreTakenThenGoesOnWithThatOfTheNextWhoEnds() {
    stuck(RECORD);
    stuck(RECORD);
    CompletableFuture<Object> waiting = decoding(OTHER, () -> "decoded");

    released.countDown();

    assertEquals("decoded", waiting.join());
  }

  @Test
  void decodeWhenNoPermitIsGivenBackThenIsRefused() {
    BulkheadTranscoder impatient =
        new BulkheadTranscoder(new JdkTranscoder(), 1, Duration.ofNanos(1), () -> 0);

    Object refusal =
        impatient.decode(
            RECORD,
            0,
            RECORD.length,
            () ->
                CompletableFuture.supplyAsync(
                        () ->
                            assertThrows(
                                TranscoderException.class,
                                () -> impatient.decode(OTHER, 0, OTHER.length, () -> "decoded")),
                        task -> new Thread(task).start())
                    .join());

    assertEquals(Reason.LIMIT_EXCEEDED, ((TranscoderException) refusal).reason());
  }

  /** What is not decoded counts as lost; the interrupt is meant for what the thread does next. */
  @Test
  void decodeWhenThreadIsInterruptedWhileItWaitsThenIsDecodedAndStaysInterrupted() {
    stuck(RECORD);
    stuck(RECORD);
    Thread waiting = Thread.currentThread();
    new Thread(() -> releaseWhenItWaits(waiting)).start();
    waiting.interrupt();

    assertEquals("decoded", decode(OTHER));
    assertTrue(Thread.interrupted());
  }

  private void releaseWhenItWaits(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING && released.getCount() > 0) {
      Thread.onSpinWait();
    }
    released.countDown();
  }

  @Test
  void decodeWhenItDecodesItselfThenNeedsNoMorePermits() {
    Object nested = decode(3);

    assertEquals("decoded", nested);
  }

  private Object decode(int levels) {
    return bulkhead.decode(
        RECORD, 0, RECORD.length, () -> levels == 0 ? "decoded" : decode(levels - 1));
  }

  @Test
  void decodeWhenItFailsThenGivesItsPermitBack() {
    IllegalStateException failure = new IllegalStateException("of the application");
    for (int i = 0; i <= PERMITS; i++) {
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () ->
                  bulkhead.decode(
                      RECORD,
                      0,
                      RECORD.length,
                      () -> {
                        throw failure;
                      })));
    }
  }

  @Test
  void overdueWhenADecodeComesBackThenIsNone() {
    stuck(RECORD);
    patienceIsOver();
    assertEquals(1, bulkhead.overdue());

    released.countDown();
    decodes.get(0).join();

    assertEquals(0, bulkhead.overdue());
    assertEquals("decoded", decode(RECORD));
  }

  /** Without a restart. */
  @Test
  void decodeWhenAllPermitsWereLostAndComeBackThenIsDecoded() {
    stuck(RECORD);
    stuck(RECORD);
    patienceIsOver();
    TranscoderException unused = refusal(OTHER);

    released.countDown();
    decodes.forEach(CompletableFuture::join);
    bulkhead.look();

    assertEquals("decoded", decode(OTHER));
    assertEquals(1, lines("This application reads no session")); // when it was refused
  }

  @Test
  void overdueWhenAskedOftenThenEachThreadIsInTheLogOnce() {
    stuck(RECORD);
    assertEquals(0, bulkhead.overdue());
    assertEquals(List.of(), log.warnings());
    patienceIsOver();

    for (int i = 0; i < 3; i++) {
      assertEquals(1, bulkhead.overdue());
    }

    assertEquals(1, log.warnings().size());
    assertTrue(log.warnings().get(0).startsWith("Thread stuck has been decoding 4 bytes"));
    assertFalse(log.stacks().isEmpty());
    assertTrue(
        List.of(log.stacks().get(0)).stream()
            .anyMatch(frame -> frame.getClassName().startsWith(getClass().getName())));
  }

  /** No thread decodes anything, and none reads the gauge. */
  @Test
  void watchWhenADecodeIsOverdueThenItIsInTheLogWithItsStack() {
    ManualTimer timer = new ManualTimer();
    bulkhead.watch(timer);
    stuck(RECORD);
    timer.advance(Duration.ofSeconds(10));
    assertEquals(List.of(), log.warnings());
    patienceIsOver();

    timer.advance(Duration.ofSeconds(30));

    assertEquals(1, log.warnings().size());
    assertTrue(log.warnings().get(0).startsWith("Thread stuck has been decoding 4 bytes"));
    assertFalse(log.stacks().isEmpty());
  }

  @Test
  void lookWhenNothingIsDecodedAnyMoreThenTheLogSaysSoEachMinute() {
    stuck(RECORD);
    stuck(OTHER);
    patienceIsOver();

    bulkhead.look();
    bulkhead.look();

    assertEquals(1, lines("This application reads no session"));
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    bulkhead.look();
    assertEquals(2, lines("This application reads no session"));
  }

  private long lines(String start) {
    return log.warnings().stream().filter(line -> line.startsWith(start)).count();
  }
}
