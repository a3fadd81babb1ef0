package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Map;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Crawlers that keep no cookie, and get their session by Tomcat's valve for them. */
@Timeout(120)
class CrawlerTest extends WithOneNode {

  @ParameterizedTest
  @CsvSource({
    "sticky, true", "sticky, false", "none, true", "none, false",
    "all, true", "all, false", "optimistic, true", "optimistic, false"
  })
  void requestsWhenACrawlerKeepsNoCookieThenHaveOneSession(String mode, boolean isInHost) {
    PageTomcat tomcat =
        start(
            "t1",
            settings(mode),
            context ->
                (isInHost ? context.getParent() : context)
                    .getPipeline()
                    .addValve(new CrawlerSessionManagerValve()));
    Map<String, String> agent = Map.of("User-Agent", "Googlebot/2.1");

    for (int i = 1; i <= 3; i++) {
      Response answer =
          new Browser().send(tomcat.port(), "GET", "/page?way=raise", agent, new byte[0]);
      assertEquals(String.valueOf(i), answer.body());
    }
    assertEquals(1, tomcat.manager.getActiveSessions());
  }
}
