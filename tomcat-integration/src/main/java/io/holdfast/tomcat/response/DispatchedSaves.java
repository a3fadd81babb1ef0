package io.holdfast.tomcat.response;

import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;

/**
 * Has other applications of the host save their sessions before a response leaves: its request may
 * have been dispatched to them, and its own application saves nothing before that.
 */
public final class DispatchedSaves implements BeforeResponseLeaves {

  private final BooleanSupplier saves;

  private DispatchedSaves(BooleanSupplier saves) {
    this.saves = saves;
  }

  /**
   * A request comes to the host, or comes again, as one does that is asynchronous.
   *
   * @param saves called each time before bytes leave, returns false if something is lost, so that
   *     they must not; must not throw
   */
  public static void enter(Request request, ResponseGates gates, BooleanSupplier saves) {
    ResponseGate gate = ResponseGate.of(request);
    if (gate == null) {
      var unused = gates.put(request, new DispatchedSaves(saves));
    } else if (gate.hook() instanceof DispatchedSaves) {
      gate.enterAgain();
    }
  }

  /** A request leaves the host. */
  public static void leave(Request request) {
    ResponseGate gate = ResponseGate.of(request);
    if (gate != null && gate.hook() instanceof DispatchedSaves) {
      gate.openAtTheEnd();
    }
  }

  @Override
  public boolean responseLeaves(boolean flows) {
    return saves.getAsBoolean();
  }
}
