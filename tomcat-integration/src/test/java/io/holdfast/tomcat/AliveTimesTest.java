package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long sessions have lived, as Tomcat counts it. */
@Timeout(120)
class AliveTimesTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timesWhenASessionEndsThenItsLifeCounts(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    long created = System.currentTimeMillis() - Duration.ofSeconds(3_000).toMillis();
    page.with(
        "age",
        (request, response) -> {
          Objects.requireNonNull(tomcat.manager.findSession(request.getSession().getId()))
              .setCreationTime(created);
          return null;
        });

    assertEquals("done", tomcat.ask(browser, "new, age, end"));

    assertEquals(3_000, tomcat.manager.getSessionMaxAliveTime(), 60);
    assertEquals(3_000, tomcat.manager.getSessionAverageAliveTime(), 60);
  }
}
