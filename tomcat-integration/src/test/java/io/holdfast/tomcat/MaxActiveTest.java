package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.Browser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The most sessions that were in a Tomcat at once, as Tomcat's manager counts them. */
class MaxActiveTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void maxActiveWhenSessionsComeFromTheStoreThenCountsThem(boolean sticky) {
    PageTomcat t1 = start("t1", settings(sticky));
    PageTomcat t2 = start("t2", settings(sticky));

    for (int i = 0; i < 3; i++) {
      Browser one = new Browser();
      assertEquals("done", t1.ask(one, "set fruit apple"));
      assertEquals("done", t2.ask(one, "set fruit apple"));
    }

    assertEquals(3, t2.manager.getActiveSessions());
    assertEquals(3, t2.manager.getMaxActive());
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
