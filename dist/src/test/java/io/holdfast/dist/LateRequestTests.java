package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that are still in their application when that stops. What they change after the last
 * backup is lost, and they must not be told otherwise.
 */
abstract class LateRequestTests extends ClusterTests {

  private static final int SERVICE_UNAVAILABLE = 503;

  /** The one with leases is not sticky. */
  private static final String LEASED = "late-leased";

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    ContextXml late = ContextXml.named("late").context("unloadDelay", "100");
    ContextXml patient = ContextXml.named("patient").context("unloadDelay", "20000");
    ContextXml leased =
        late.renamed(LEASED).manager("sticky", "false").manager("lockingMode", "all");
    return Stream.concat(Mode.each(late, patient).stream(), Stream.of(leased)).toList();
  }

  static List<String> late() {
    return List.of(Mode.STICKY.context("late"), Mode.NON_STICKY.context("late"), LEASED);
  }

  @ParameterizedTest
  @MethodSource("late")
  void requestWhenItChangesItsSessionAfterTheStopThenIsRefused(String context) {
    Visitor visitor = counted(context);

    Response response = duringReload(visitor, "late/count");

    assertEquals(SERVICE_UNAVAILABLE, response.status(), response::toString);
    assertEquals("1", response.header("Retry-After"));
    assertEquals("2", visitor.ask(t1(), "count").get("count"));
  }

  @ParameterizedTest
  @MethodSource("late")
  void requestWhenItChangedItsSessionBeforeTheStopThenIsNotToldOfAChangeThatIsLost(String context) {
    Visitor visitor = counted(context);

    Response response = duringReload(visitor, "late/counted");

    String next = String.valueOf(visitor.ask(t1(), "count").get("count"));
    assertTrue(
        next.equals("3") || (next.equals("2") && response.status() == SERVICE_UNAVAILABLE),
        () -> response + " and then " + next);
  }

  @ParameterizedTest
  @MethodSource("late")
  void requestWhenPartOfItsResponseHasLeftThenItsConnectionIsCut(String context) {
    Visitor visitor = counted(context);
    ManagerApplication manager = new ManagerApplication(t1());
    OpenResponse response =
        visitor.copy().browser.open(t1().port(), "/" + context + "/late/flushed");
    manager.command("reload?path=/" + context);

    assertThrows(UncheckedIOException.class, response::finish);
    assertEquals("2", visitor.ask(t1(), "count").get("count"));
  }

  @ParameterizedTest
  @MethodSource("late")
  void requestWhenItCreatesASessionAfterTheStopThenFails(String context) {
    Response response = duringReload(new Visitor(context), "late/create");

    assertTrue(response.status() >= 500, response::toString);
    assertEquals(List.of(), response.setCookies());
  }

  @ParameterizedTest
  @MethodSource("late")
  void requestWhenItEndsItsSessionAfterTheStopThenIsRefused(String context) {
    Visitor visitor = counted(context);

    Response response = duringReload(visitor, "late/end");

    assertTrue(response.status() >= 500, response::toString);
    assertEquals("2", visitor.ask(t1(), "count").get("count"));
  }

  @InEachMode
  void requestWhenItEndsWithinTheUnloadDelayThenItsChangeIsKept(Mode mode) {
    Visitor visitor = counted(mode.context("patient"));

    Response response = duringReload(visitor, "late/patient?millis=1000");

    assertEquals(200, response.status(), response::toString);
    assertNotEquals("", response.body());
    assertEquals("3", visitor.ask(t1(), "count").get("count"));
  }

  private Visitor counted(String context) {
    Visitor visitor = new Visitor(context);
    assertEquals("1", visitor.ask(t1(), "count").get("count"));
    Await.until("stored", () -> cluster().isStored(visitor.id()));
    return visitor;
  }

  /** Sends a request, has its application reloaded as soon as it is in it, and waits for both. */
  private Response duringReload(Visitor visitor, String path) {
    String context = visitor.context();
    int busy = busy(context);
    CompletableFuture<Response> response = Background.start(() -> visitor.copy().get(t1(), path));
    Await.until("the request is in " + context, () -> busy(context) > busy);
    new ManagerApplication(t1()).command("reload?path=/" + context);
    return response.join();
  }

  /** How many requests are in the servlet that waits. */
  private int busy(String context) {
    return Integer.parseInt(new Visitor(context).value(t1(), "late"));
  }
}
