package io.holdfast.tomcat.response.javax;

import io.holdfast.tomcat.response.ResponseGate;
import javax.servlet.ServletRequestEvent;
import javax.servlet.ServletRequestListener;

/**
 * Opens the gate when an asynchronous request is over.
 *
 * <p>Tomcat tells that after it has told the request's own listeners that it is complete, and
 * before it finishes the response: whoever completes the request, and when no thread of the
 * container is at work on it any more.
 */
public final class RequestEndings implements ServletRequestListener {

  /** Creates the listener; the installation of it does, by its name. */
  public RequestEndings() {}

  @Override
  public void requestInitialized(ServletRequestEvent event) {}

  @Override
  public void requestDestroyed(ServletRequestEvent event) {
    if (event.getServletRequest().getAttribute(ResponseGate.ATTRIBUTE)
        instanceof ResponseGate gate) {
      gate.asyncRequestEnds();
    }
  }
}
