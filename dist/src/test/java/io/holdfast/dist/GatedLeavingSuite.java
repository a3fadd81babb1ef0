package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The response gate alone, with a manager that saves only when it says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GatedLeavingSuite extends LeavingSuite {

  private static final String MANAGER = "<Manager className=\"saving.SavingManager\"/>";

  private @Nullable TomcatProcess running;

  @BeforeAll
  final void startTomcat() {
    TomcatDistribution distribution = Cluster.distribution(line());
    Path target = TestFolder.path();
    Path docBase = ProbeApplication.compile(distribution);
    List<Path> jars = new ArrayList<>(Cluster.jars("java"));
    jars.add(
        TomcatLibrary.compile(distribution, "saving", target.resolve("saving-" + line()), jars));
    running =
        TomcatProcess.of(distribution)
            .libraries(jars)
            .application("app", docBase, "<Context>%s</Context>".formatted(MANAGER))
            .application(
                "bodies",
                docBase,
                "<Context sendRedirectBody=\"true\">%s</Context>".formatted(MANAGER))
            .start();
  }

  @AfterAll
  final void stopTomcat() {
    if (running != null) {
      running.close();
    }
  }

  @Override
  final TomcatProcess tomcat() {
    if (running == null) {
      throw new IllegalStateException("Tomcat did not start");
    }
    return running;
  }

  @Override
  final String seenElsewhere(Visitor visitor, String attribute) {
    return saved("app", visitor.id(), attribute);
  }

  private String saved(String context, String id, String attribute) {
    String path = "/%s/saved?id=%s&name=%s".formatted(context, id, attribute);
    Response response = new Browser().get(tomcat().port(), path);
    return String.valueOf(Visitor.lines(response).get("value"));
  }

  /** Then Tomcat sends it at once. */
  @ParameterizedTest
  @ValueSource(strings = {"redirect", "redirect-status"})
  void changeWhenARedirectWithABodyArrivesThenIsSeenWhileTheRequestGoesOn(String way) {
    Visitor visitor = new Visitor("bodies");
    visitor.ask(tomcat(), "set?name=fruit&value=none");
    String path = "/bodies/leaving/%s?name=fruit&value=apple&gate=%s".formatted(way, way);

    String seen;
    Response response;
    try (OpenResponse open = visitor.browser.open(tomcat().port(), path)) {
      seen = saved("bodies", visitor.id(), "fruit");
      visitor.copy().ask(tomcat(), "release?name=" + way);
      response = open.finish();
    }

    assertEquals("apple", seen);
    assertEquals(302, response.status());
    assertFalse(response.body().isEmpty());
  }
}
