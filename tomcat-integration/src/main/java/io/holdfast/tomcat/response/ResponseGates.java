package io.holdfast.tomcat.response;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.catalina.connector.Request;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.ActionHook;
import org.apache.coyote.OutputBuffer;
import org.apache.coyote.Response;

/**
 * Puts gates into responses, below the servlet API: into the two fields of Tomcat's protocol layer
 * that everything passes which Tomcat sends for an application.
 *
 * <p>Tomcat keeps both fields to its own package. They are looked up once, when the manager starts:
 * a Tomcat that has no such fields is told then, and not in the middle of a request.
 */
public final class ResponseGates {

  private final VarHandle actions;
  private final VarHandle output;

  private ResponseGates(VarHandle actions, VarHandle output) {
    this.actions = actions;
    this.output = output;
  }

  /** Gates for the responses of the running Tomcat; throws, and says why, if they can have none. */
  public static ResponseGates ofRunningTomcat() {
    return of(Response.class);
  }

  static ResponseGates of(Class<?> responses) {
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(responses, MethodHandles.lookup());
      return new ResponseGates(
          lookup.findVarHandle(responses, "hook", ActionHook.class),
          lookup.findVarHandle(responses, "outputBuffer", OutputBuffer.class));
    } catch (NoSuchFieldException | IllegalAccessException e) {
      throw new IllegalStateException(
          "Sessions that are not sticky are saved before their response leaves, but in this Tomcat"
              + " (%s) Holdfast cannot reach the fields of %s. "
                  .formatted(ServerInfo.getServerInfo(), responses)
              + "If its classes are a named module, start Java with --add-opens"
              + " MODULE/org.apache.coyote=ALL-UNNAMED; or use sticky sessions",
          e);
    }
  }

  /**
   * Gives a request's response a gate, which is in force until it is {@linkplain
   * ResponseGate#openAtTheEnd opened at the end}, through all dispatches.
   *
   * @param hook called each time the gate is opened
   */
  public ResponseGate put(Request request, BeforeResponseLeaves hook) {
    Response response = request.getResponse().getCoyoteResponse();
    ResponseGate gate =
        new ResponseGate(request, hook, this, actionsOf(response), outputOf(response));
    actions.setVolatile(response, gate);
    output.setVolatile(response, gate);
    return gate;
  }

  void remove(ResponseGate gate, Response response) {
    var unused = actions.compareAndSet(response, gate, gate.actions);
    var unusedOutput = output.compareAndSet(response, gate, gate.output);
  }

  /** Tomcat uses responses again: one whose connection broke may still have its last gate. */
  private ActionHook actionsOf(Response response) {
    ActionHook found = (ActionHook) actions.getVolatile(response);
    return found instanceof ResponseGate left ? left.actions : found;
  }

  private OutputBuffer outputOf(Response response) {
    OutputBuffer found = (OutputBuffer) output.getVolatile(response);
    return found instanceof ResponseGate left ? left.output : found;
  }
}
