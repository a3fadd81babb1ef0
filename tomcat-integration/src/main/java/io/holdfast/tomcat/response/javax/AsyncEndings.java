package io.holdfast.tomcat.response.javax;

import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/**
 * Opens the gate before the container ends an asynchronous request.
 *
 * <p>Tomcat tells a request's completion before it finishes the response, whoever completes it, and
 * when no thread of the container is at work on it any more.
 */
final class AsyncEndings implements AsyncListener {

  private final GatedResponse response;

  AsyncEndings(GatedResponse response) {
    this.response = response;
  }

  @Override
  public void onComplete(AsyncEvent event) {
    response.leave();
  }

  /** The valve gets the request back before the container reports the error. */
  @Override
  public void onTimeout(AsyncEvent event) {}

  /** As after a timeout. */
  @Override
  public void onError(AsyncEvent event) {}

  /** Nothing leaves; the request that starts again brings a listener of its own. */
  @Override
  public void onStartAsync(AsyncEvent event) {}
}
