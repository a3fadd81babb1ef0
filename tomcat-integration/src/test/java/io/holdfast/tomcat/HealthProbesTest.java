package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.CommandTap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.valves.HealthCheckValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes as Kubernetes sends them, with the pattern of its example. */
@Timeout(120)
class HealthProbesTest extends WithOneNode {

  private static final Path EXAMPLE = Path.of("../examples/kubernetes/context.xml");
  private static final Pattern PATTERN = Pattern.compile("requestUriIgnorePattern=\"([^\"]+)\"");

  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "all", "auto"})
  void probeWhenTheNodesAreAwayThenIsAnsweredWithoutThem(String mode) throws IOException {
    CommandTap tap = closing(CommandTap.before(node));
    PageTomcat tomcat = start(tap, mode);
    assertEquals("done", tomcat.ask(browser, "set there yes"));
    List<String> before = commands(tap);
    node.freeze();

    Response probe = new Browser().get(tomcat.port(), "/health");
    Response withCookie = browser.get(tomcat.port(), "/health");

    assertEquals(200, probe.status());
    assertTrue(probe.body().contains("UP"), probe::body);
    assertNull(probe.header("Set-Cookie"));
    assertEquals(200, withCookie.status());
    assertEquals(before, commands(tap));
    assertEquals(1, tomcat.manager.getActiveSessions());
    node.thaw();
  }

  /** Without the questions of a Tomcat that has just started. */
  private static List<String> commands(CommandTap tap) {
    return tap.commands().stream().filter(command -> !command.contains("#w")).toList();
  }

  private PageTomcat start(CommandTap tap, String mode) throws IOException {
    Matcher pattern = PATTERN.matcher(Files.readString(EXAMPLE));
    assertTrue(pattern.find());
    return start(
        "t1",
        settings(mode, tap.address())
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(60))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(60))
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, pattern.group(1)),
        context -> {
          HealthCheckValve valve = new HealthCheckValve();
          valve.setPath("/health");
          context.getPipeline().addValve(valve);
        });
  }
}
