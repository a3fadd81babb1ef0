package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that never end by themselves, or later than memcached counts in seconds. */
@Timeout(120)
class RareIntervalsTest extends WithOneNode {

  private static final int FORTY_DAYS = 40 * 24 * 3_600;

  private static Stream<Arguments> intervals() {
    return Stream.of(0, -1, -60, Integer.MIN_VALUE, FORTY_DAYS, Integer.MAX_VALUE)
        .flatMap(
            interval ->
                Stream.of(
                    Arguments.of(interval, true, false),
                    Arguments.of(interval, false, false),
                    Arguments.of(interval, true, true),
                    Arguments.of(interval, false, true)));
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void sessionWhenItsIntervalIsSetThenIsFoundAtTheOtherTomcatWithIt(
      int interval, boolean isSticky, boolean isOrphanExpired) {
    String set = String.valueOf(interval);
    PageTomcat t1 = start("t1", isSticky, isOrphanExpired);
    PageTomcat t2 = start("t2", isSticky, isOrphanExpired);
    assertEquals(set, t1.ask(browser, "lasts " + set + ", interval"));
    t1.manager.processExpires();

    assertEquals(set, t2.ask(browser, "interval"));
    t2.manager.processExpires();
    assertEquals("1800", t2.ask(browser, "lasts 1800, interval"));
    assertEquals("1800", t1.ask(browser, "interval"));
    assertEquals(set, t1.ask(browser, "lasts " + set + ", interval"));
    assertEquals(set, t2.ask(browser, "interval"));
  }

  private PageTomcat start(String name, boolean isSticky, boolean isOrphanExpired) {
    return start(name, settings(isSticky).set(Setting.EXPIRE_ABANDONED_SESSIONS, isOrphanExpired));
  }
}
