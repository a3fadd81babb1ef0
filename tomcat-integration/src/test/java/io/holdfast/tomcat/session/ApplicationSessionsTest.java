package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.model.StoreWait;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ApplicationSessionsTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final AtomicLong clock = new AtomicLong();
  private final InstanceState state = InstanceState.ofNew(new SessionId("s"));

  /** The caller was told that its change is stored, and the save was still on its way. */
  @Test
  void saveWhenItStandsBehindAnotherThenWaitsForItLikeARequest() {
    Save save = new Save(LIMIT.multipliedBy(2));

    save(save);

    assertTrue(save.isOver);
  }

  @Test
  void saveWhenItTakesLongerThanAnyRequestWaitsThenTheCallerGoesOn() {
    Save save = new Save(Duration.ofDays(1));

    save(save);

    assertFalse(save.isOver);
  }

  private void save(Save save) {
    SessionInstance session =
        proxy(
            SessionInstance.class,
            (proxy, method, arguments) ->
                method.getName().equals("instanceState") ? state : unexpected(method));
    ApplicationSessions.saveOutside(
        session, saved -> save, new StoreWait(LIMIT, clock::get, null), false);
  }

  private static Object unexpected(Object method) {
    throw new AssertionError("not expected: " + method);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Ends after some time, if a thread waits for it so long. */
  private final class Save extends CompletableFuture<SaveOutcome> {

    private final Duration time;
    private boolean isOver;

    Save(Duration time) {
      this.time = time;
    }

    @Override
    public SaveOutcome get(long timeout, TimeUnit unit) throws TimeoutException {
      long end = clock.get() + unit.toNanos(timeout);
      clock.set(Math.min(end, time.toNanos()));
      if (end < time.toNanos()) {
        throw new TimeoutException();
      }
      isOver = true;
      return SaveOutcome.SAVED;
    }
  }
}
