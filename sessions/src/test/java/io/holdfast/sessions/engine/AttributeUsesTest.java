package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.holdfast.core.session.VersionHistory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributeUsesTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final int TIMES = 10_000;

  private final ShownVersions shown = new ShownVersions(VersionHistory.counted(1), Map.of());
  private final AttributeUses uses = new AttributeUses();
  private final AnswerState request = new AnswerState();

  AttributeUsesTest() {
    uses.askedBy(() -> request);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noteWhenNotedBeforeThenDoesNotWaitForTheLock(boolean sets) throws Exception {
    uses.note("cart", sets);

    synchronized (uses) { // as a save has it
      CompletableFuture.runAsync(() -> uses.note("cart", sets))
          .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noteWhenNotedBeforeThenAllocatesNothing(boolean sets) {
    noteOften(sets);
    long before = THREADS.getCurrentThreadAllocatedBytes();

    noteOften(sets);

    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < TIMES, () -> allocated + " bytes for " + TIMES + " notes");
  }

  private void noteOften(boolean sets) {
    for (int i = 0; i < TIMES; i++) {
      uses.note("cart", sets);
    }
  }

  @Test
  void noteWhenSetAfterAGetThenIsNotInDoubt() {
    AnswerState answered = new AnswerState();
    answered.isNowComplete();
    uses.askedBy(() -> answered);
    uses.note("cart", false);
    uses.askedBy(() -> request);
    uses.note("cart", false);
    assertEquals(Set.of("cart"), uses.late(shown).doubtful());

    uses.note("cart", true);

    assertEquals(Set.of(), uses.late(shown).doubtful());
  }

  @Test
  void noteWhenTheRequestWasForgottenThenIsNotedAgain() {
    uses.note("cart", false);
    request.isNowComplete();
    request.isNowOver();
    uses.beginEncoding();
    assertEquals(Set.of("cart"), uses.late(shown).doubtful());

    uses.note("cart", false);

    assertEquals(Set.of("cart"), uses.late(shown).doubtful());
  }
}
