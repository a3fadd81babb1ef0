package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.session.SessionId;
import java.nio.file.Path;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that would be too long for new sessions stop the application, not each of its requests. */
class SessionIdLengthTest {

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({"128,", "127, t", "126, t12", "2, t1"})
  void startWhenIdsFitThenGivesThem(int length, @Nullable String route) throws LifecycleException {
    try (PageTomcat tomcat = tomcat(length, route)) {
      assertNull(tomcat.manager.startFailure());
      String id = tomcat.manager.createSession(null).getId();

      assertEquals(2 * length + (route == null ? 0 : 1 + route.length()), id.length());
    }
  }

  @ParameterizedTest
  @CsvSource({"129,, 128", "128, t1, 126", "200, t1, 126", "127, t12, 126"})
  void startWhenIdsWouldBeTooLongThenFailsAndSaysWhatFits(
      int length, @Nullable String route, int most) throws LifecycleException {
    try (PageTomcat tomcat = tomcat(length, route)) {
      Throwable failure = tomcat.manager.startFailure();

      assertEquals(
          "sessionIdLength=\"%d\": an id would have more than %d characters, two for each byte, and the jvmRoute; use at most %d"
              .formatted(length, SessionId.MAX_LENGTH, most),
          failure == null ? "it has started" : failure.getMessage());
    }
  }

  /** The application started, and each request that needed a session failed. */
  @ParameterizedTest
  @ValueSource(strings = {"t 1", "t;1", "t,1", "t\"1", "t\\1", "é"})
  void startWhenTheRouteCannotBeInACookieThenFailsAndNamesIt(String route)
      throws LifecycleException {
    try (PageTomcat tomcat = tomcat(16, route)) {
      Throwable failure = tomcat.manager.startFailure();

      assertEquals(
          "jvmRoute=\"%s\": a cookie must hold it: fewer than 255 printable ASCII characters are needed, without blanks and ; , \" \\"
              .formatted(route),
          failure == null ? "it has started" : failure.getMessage());
    }
  }

  /** All Tomcats have it: a session that moves away and back shows its former state. */
  @ParameterizedTest
  @ValueSource(strings = {"${POD_NAME}", "$(POD_NAME)", "shop-${pod}"})
  void startWhenThePropertyOfTheRouteIsNotKnownThenFailsAndNamesIt(String route)
      throws LifecycleException {
    try (PageTomcat tomcat = tomcat(16, route)) {
      Throwable failure = tomcat.manager.startFailure();

      assertEquals(
          "jvmRoute=\"%s\": the property in it is not known, and each Tomcat needs a route of its own; set that property, or write the value"
              .formatted(route),
          failure == null ? "it has started" : failure.getMessage());
    }
  }

  private PageTomcat tomcat(int length, @Nullable String route) throws LifecycleException {
    StandardSessionIdGenerator generator = new StandardSessionIdGenerator();
    generator.setSessionIdLength(length);
    ManagerBuilder builder = MemcachedSessionManager.builder().memcachedNodes("127.0.0.1:1");
    return new PageTomcat(
        base,
        "t1",
        route,
        builder,
        new NoPage(),
        context -> context.getManager().setSessionIdGenerator(generator));
  }

  private static final class NoPage extends HttpServlet {

    private static final long serialVersionUID = 1L;
  }
}
