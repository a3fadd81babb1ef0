package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The connector that writes asynchronously, and that by which Apache httpd talks to Tomcat: no byte
 * may leave before the session is saved.
 */
@Timeout(120)
class ConnectorsTest extends WithOneNode {

  private static final int MORE_THAN_THE_BUFFER = 100_000;

  private static Stream<Arguments> ways() {
    return Stream.of(
            "raise",
            "raise, flush, blanks 1",
            "raise, close",
            "raise, blanks " + MORE_THAN_THE_BUFFER,
            "thread, raise",
            "async, raise")
        .flatMap(way -> Stream.of("none", "all").map(mode -> Arguments.of(way, mode)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void countByNio2WhenEachRequestHitsTheOtherTomcatThenSeesTheOneBefore(
      String way, String lockingMode) {
    assertCounts(
        "org.apache.coyote.http11.Http11Nio2Protocol",
        lockingMode,
        tomcat -> tomcat.ask(browser, way));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void countByAjpWhenEachRequestHitsTheOtherTomcatThenSeesTheOneBefore(
      String way, String lockingMode) {
    AjpClient client = new AjpClient();
    assertCounts(
        "AJP/1.3",
        lockingMode,
        tomcat -> client.get(tomcat.port(), "/page", "way=" + way.replace(' ', '+')));
  }

  private void assertCounts(String protocol, String lockingMode, Function<PageTomcat, String> ask) {
    PageTomcat t1 = start("t1", protocol, lockingMode);
    PageTomcat t2 = start("t2", protocol, lockingMode);

    for (int i = 1; i <= 6; i++) {
      assertEquals(String.valueOf(i), ask.apply(i % 2 == 0 ? t2 : t1).strip());
    }
  }

  private PageTomcat start(String name, String protocol, String lockingMode) {
    return closing(
        new PageTomcat(
            base,
            name,
            null,
            tomcat -> tomcat.setConnector(connector(protocol)),
            List.of(""),
            settings(lockingMode),
            page,
            context -> {}));
  }

  private static Connector connector(String protocol) {
    Connector connector = new Connector(protocol);
    connector.setPort(0);
    connector.setProperty("secretRequired", "false");
    return connector;
  }
}
