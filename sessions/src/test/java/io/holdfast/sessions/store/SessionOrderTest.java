package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.SessionTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SessionOrderTest {

  @ParameterizedTest
  @CsvSource({"1, 2, EARLIER, false", "2, 2, SAME, true", "3, 2, LATER, true"})
  void ofWhenComparedThenByTheTimesOfCreation(
      long one, long other, SessionOrder expected, boolean ends) {
    SessionOrder order = SessionOrder.of(one, other);

    assertEquals(expected, order);
    assertEquals(expected, SessionOrder.of(created(one), created(other)));
    assertEquals(ends, order.ends());
  }

  /** The other times differ the other way round. */
  private static SessionTimes created(long time) {
    return new SessionTimes(time, 10 - time, 10 - time, 60);
  }
}
