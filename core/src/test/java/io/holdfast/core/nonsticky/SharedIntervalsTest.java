package io.holdfast.core.nonsticky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.model.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions whose interval one Tomcat has changed, while another one knows the former: a minute at
 * first, an hour after a login.
 */
final class SharedIntervalsTest {

  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;

  /** With a quarter more, and a second for the nodes' clocks. */
  private static final Duration OF_MINUTE = Duration.ofSeconds(76);

  private static final Duration OF_HOUR = Duration.ofSeconds(4_501);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final NonStickyTomcat t1 = tomcat("t1");
  private final NonStickyTomcat t2 = tomcat("t2");

  private NonStickyTomcat tomcat(String name) {
    return new NonStickyTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  @BeforeEach
  void create() {
    FakeNonStickySession session = t1.create("s");
    session.setMaxInactiveInterval(MINUTE);
    t1.end(session);
  }

  private FakeNonStickySession begin(NonStickyTomcat tomcat) {
    return Objects.requireNonNull(tomcat.begin("s"));
  }

  /** On the second Tomcat, while the first one has its instance. */
  private void logIn() {
    t2.request(
        "s",
        session -> {
          session.set("cart", "full");
          session.setMaxInactiveInterval(HOUR);
        });
  }

  private void endNow(FakeNonStickySession session) {
    session.access(nodes.clock.millis());
    session.instanceState().accessEnded();
    t1.end(session);
  }

  private void later(int seconds) {
    nodes.clock.advance(Duration.ofSeconds(seconds));
  }

  private Instant in(Duration time) {
    return nodes.clock.instant().plus(time);
  }

  private @Nullable Instant expiryOn(String node) {
    return nodes.get(node).expiryOf("s");
  }

  private void onceBeforeAWrite(String node, Runnable event) {
    AtomicBoolean isOver = new AtomicBoolean();
    nodes
        .get(node)
        .onStore(
            () -> {
              if (!isOver.getAndSet(true)) {
                event.run();
              }
            });
  }

  // ---- a request that changes nothing ----

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void requestEndedWhenAnotherTomcatRaisedTheIntervalThenTheRecordLastsAsLongAsThat(String node) {
    later(20);
    FakeNonStickySession poll = begin(t1);
    logIn();

    endNow(poll);

    assertEquals(in(OF_HOUR), expiryOn(node));
    later(120);
    assertEquals("full", tomcat("t3").read("s", "cart"));
  }

  /** Between what the request's Tomcat reads of the record and what it tells the nodes. */
  @Test
  void requestEndedWhenAnotherTomcatRaisesTheIntervalMeanwhileThenTheRecordLastsAsLongAsThat() {
    later(20);
    FakeNonStickySession poll = begin(t1);
    onceBeforeAWrite("n2", this::logIn);

    endNow(poll);

    assertEquals("full", begin(t2).get("cart"));
    assertEquals(in(OF_HOUR), expiryOn("n1"));
    assertEquals(in(OF_HOUR), expiryOn("n2"));
  }

  @Test
  void requestEndedWhenAQuarterOfTheIntervalHasPassedThenTheRecordIsExtended() {
    later(20);

    endNow(begin(t1));

    assertEquals(in(OF_MINUTE), expiryOn("n1"));
    assertEquals(in(OF_MINUTE), expiryOn("n2"));
    assertEquals(2, nodes.count("touch"));
  }

  @Test
  void requestEndedWhenLessThanAQuarterOfTheIntervalHasPassedThenTheNodesAreNotAsked() {
    later(15);
    FakeNonStickySession poll = begin(t1);
    nodes.clearOperations();

    endNow(poll);

    assertEquals(0, nodes.count("load"));
    assertEquals(0, nodes.count("touch"));
    assertEquals(2, nodes.count("store"));
  }

  /** With {@code LAST_ACCESS_AT_START}, which counts the beginning of a request. */
  @Test
  void requestEndedWhenAnotherTomcatHasNotedALaterAccessThenThatStays() {
    later(2);
    FakeNonStickySession download = begin(t1);
    later(20);
    t2.read("s", "cart");
    long read = nodes.clock.millis();

    t1.end(download);

    assertEquals(read, begin(tomcat("t3")).times().lastAccessedTime());
  }

  // ---- repairs ----

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void repairWhenAnotherTomcatRaisedTheIntervalThenTheCopyLastsAsLongAsThat(String empty) {
    FakeNonStickySession old = Objects.requireNonNull(t1.local.get("s"));
    logIn();
    nodes.get(empty).wipe();

    NonStickyTomcat.now(t1.shared.repair(old));

    assertEquals(in(OF_HOUR), expiryOn(empty));
  }
}
