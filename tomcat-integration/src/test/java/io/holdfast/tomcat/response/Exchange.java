package io.holdfast.tomcat.response;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;

/**
 * One request as its gate saw it. What the session would be is a number that the application raises
 * with {@link #change()}; opening the gate saves it.
 */
final class Exchange implements BeforeResponseLeaves {

  private final Response response;
  private final List<Opening> openings = new ArrayList<>();
  private int changes;
  private boolean mayLeave = true;
  private int unflowing;
  private long seen;
  private volatile boolean hadLeftWhenLookedAt;

  /**
   * The gate was opened.
   *
   * @param changes how many had been made
   * @param left how much had left already: nothing, or one for the head and the bytes of the body
   */
  record Opening(int changes, long left) {}

  Exchange(Response response) {
    this.response = response;
  }

  /** The container's request. */
  Request request() {
    return response.getRequest();
  }

  @Override
  public synchronized boolean responseLeaves(boolean flows) {
    unflowing += flows ? 0 : 1;
    openings.add(new Opening(changes, left()));
    return mayLeave;
  }

  /** Takes {@link ResponseSteps}, with some of this exchange. */
  void take(String steps, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    new ResponseSteps(
            request,
            response,
            Map.of(
                "change",
                this::change,
                "refuse",
                this::refuse,
                "checkLeft",
                () -> checkLeft(steps),
                "look",
                () -> hadLeftWhenLookedAt = hasLeft()))
        .take(steps);
  }

  /** Something that must be saved before any later byte leaves. */
  synchronized void change() {
    changes++;
  }

  /** From now on the response must not leave. */
  synchronized void refuse() {
    mayLeave = false;
  }

  synchronized List<Opening> openings() {
    return List.copyOf(openings);
  }

  /** How often the gate was opened. */
  synchronized int count() {
    return openings.size();
  }

  /** How often the gate was opened for something else than a buffer of a response that flows. */
  synchronized int countUnflowing() {
    return unflowing;
  }

  /** How many changes were saved while nothing had left. */
  synchronized int savedBeforeTheFirstByte() {
    return openings.stream()
        .filter(opening -> opening.left() == 0)
        .mapToInt(Opening::changes)
        .max()
        .orElse(0);
  }

  /** How many changes were saved at all. */
  synchronized int saved() {
    return openings.stream().mapToInt(Opening::changes).max().orElse(0);
  }

  /**
   * Checks what the application's last step has made leave.
   *
   * @throws AssertionError if something has left since the last call, and the gate was not opened
   *     before that and after the last change
   */
  synchronized void checkLeft(String step) {
    long now = left();
    if (now > seen
        && openings.stream().noneMatch(o -> o.changes() == changes && o.left() <= seen)) {
      throw new AssertionError(step + ": " + seen + " to " + now + " have left, " + openings);
    }
    seen = now;
  }

  /** Whether anything has left. */
  synchronized boolean hasLeft() {
    return left() > 0;
  }

  /** Whether anything had left at the step {@code look}. */
  boolean hadLeftWhenLookedAt() {
    return hadLeftWhenLookedAt;
  }

  private long left() {
    return response.isCommitted() ? 1 + response.getCoyoteResponse().getContentWritten() : 0;
  }
}
