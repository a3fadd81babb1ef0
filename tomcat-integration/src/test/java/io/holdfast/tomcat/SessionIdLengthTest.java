package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.session.SessionId;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that would be too long for new sessions stop the application, not each of its requests. */
class SessionIdLengthTest extends WithTomcats {

  @ParameterizedTest
  @CsvSource({"128,", "127, t", "126, t12", "2, t1"})
  void startWhenIdsFitThenGivesThem(int length, @Nullable String route) {
    PageTomcat tomcat = tomcat(length, route);
    assertNull(tomcat.manager.startFailure());
    String id = tomcat.manager.createSession(null).getId();

    assertEquals(2 * length + (route == null ? 0 : 1 + route.length()), id.length());
  }

  @ParameterizedTest
  @CsvSource({"129,, 128", "128, t1, 126", "200, t1, 126", "127, t12, 126"})
  void startWhenIdsWouldBeTooLongThenFailsAndSaysWhatFits(
      int length, @Nullable String route, int most) {
    PageTomcat tomcat = tomcat(length, route);
    assertFails(
        tomcat,
        "sessionIdLength=\"%d\": an id would have more than %d characters, two for each byte, and the jvmRoute; use at most %d"
            .formatted(length, SessionId.MAX_LENGTH, most));
  }

  /** The application started, and each request that needed a session failed. */
  @ParameterizedTest
  @ValueSource(strings = {"t 1", "t;1", "t,1", "t\"1", "t\\1", "é"})
  void startWhenTheRouteCannotBeInACookieThenFailsAndNamesIt(String route) {
    PageTomcat tomcat = tomcat(16, route);
    assertFails(
        tomcat,
        "jvmRoute=\"%s\": a cookie must hold it: fewer than 255 printable ASCII characters are needed, without blanks and ; , \" \\"
            .formatted(route));
  }

  /** All Tomcats have it: a session that moves away and back shows its former state. */
  @ParameterizedTest
  @ValueSource(strings = {"${POD_NAME}", "$(POD_NAME)", "shop-${pod}"})
  void startWhenThePropertyOfTheRouteIsNotKnownThenFailsAndNamesIt(String route) {
    PageTomcat tomcat = tomcat(16, route);
    assertFails(
        tomcat,
        "jvmRoute=\"%s\": the property in it is not known, and each Tomcat needs a route of its own; set that property, or write the value"
            .formatted(route));
  }

  private static void assertFails(PageTomcat tomcat, String message) {
    Throwable failure = tomcat.manager.startFailure();
    assertEquals(message, failure == null ? "it has started" : failure.getMessage());
  }

  private PageTomcat tomcat(int length, @Nullable String route) {
    StandardSessionIdGenerator generator = new StandardSessionIdGenerator();
    generator.setSessionIdLength(length);
    return closing(
        new PageTomcat(
            base,
            "t1",
            route,
            settings("sticky", "127.0.0.1:1"),
            page,
            context -> context.getManager().setSessionIdGenerator(generator)));
  }
}
