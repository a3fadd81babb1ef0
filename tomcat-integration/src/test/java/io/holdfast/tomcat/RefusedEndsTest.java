package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.jmx.Measured;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.realm.GenericPrincipal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that end while a node refuses that, for longer than it is tried again at once. The node
 * is not lost meanwhile, and so does not return.
 */
@Timeout(120)
class RefusedEndsTest extends WithOneNode {

  private static final int TRIES = 7;

  private FaultProxy line;

  @BeforeEach
  void prepare() {
    line = closing(FaultProxy.before(node, 1));
  }

  /** Another Tomcat would take the session for one that lives. */
  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none"})
  void backgroundProcessWhenTheNodeTakesTheEndAgainThenIsToldOfIt(String mode) {
    PageTomcat t1 = start("t1", settings(mode, line.address()));
    PageTomcat t2 = start("t2", settings(mode));
    assertEquals("done", t1.ask(browser, "set fruit apple"));
    String key = key(browser);
    Browser copy = browser.copy();

    assertToldLater(
        key,
        () -> assertEquals("done", t1.ask(copy, "end")),
        t1.manager,
        t1.manager::backgroundProcess);

    assertEquals("no session", t2.ask(browser, "show fruit"));
  }

  @Test
  void backgroundProcessWhenASignOnHasEndedThenTheNodeIsToldOfIt() {
    MemcachedSingleSignOn valve = signOn(line.address());
    valve.setProperty("storageKeyPrefix", "");
    GenericPrincipal ann = new GenericPrincipal("ann", "secret", List.of());
    PageTomcat tomcat =
        start(
            "t1", settings("sticky"), context -> context.getParent().getPipeline().addValve(valve));
    assertEquals("done", tomcat.ask(browser, "set fruit apple"));
    valve.register("sign-on", ann, "FORM", "ann", "secret");
    assertTrue(valve.associate("sign-on", tomcat.session(browser)));

    assertToldLater("sign-on", () -> valve.deregister("sign-on"), valve, valve::backgroundProcess);
  }

  private void assertToldLater(
      String key, Runnable end, Measured ours, Runnable backgroundProcess) {
    byte[] record = node.probe().get(key);
    line.add(Direction.COMMANDS, new Fault.Unknown("ms"));
    end.run();
    Await.until("tried for the last time", () -> deletes(ours) >= TRIES);
    assertArrayEquals(record, node.probe().get(key));
    line.clear();

    Await.until(
        "it is over",
        () -> {
          backgroundProcess.run();
          return !Arrays.equals(record, node.probe().get(key));
        });
  }

  private static long deletes(Measured ours) {
    return Objects.requireNonNull(ours.observed()).metrics().get(Metric.DELETES);
  }
}
