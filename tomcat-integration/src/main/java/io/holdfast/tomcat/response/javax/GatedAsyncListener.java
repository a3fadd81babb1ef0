package io.holdfast.tomcat.response.javax;

import java.io.IOException;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/**
 * A listener of the application that is told of the gated context instead of the container's. What
 * it does when the time is over or an error has happened is followed by the end of the request.
 */
final class GatedAsyncListener implements AsyncListener {

  private final AsyncListener application;
  private final GatedAsyncContext context;

  GatedAsyncListener(AsyncListener application, GatedAsyncContext context) {
    this.application = application;
    this.context = context;
  }

  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    try {
      application.onTimeout(gated(event));
    } finally {
      context.leave();
    }
  }

  @Override
  public void onError(AsyncEvent event) throws IOException {
    try {
      application.onError(gated(event));
    } finally {
      context.leave();
    }
  }

  @Override
  public void onComplete(AsyncEvent event) throws IOException {
    application.onComplete(gated(event));
  }

  @Override
  public void onStartAsync(AsyncEvent event) throws IOException {
    application.onStartAsync(gated(event));
  }

  private AsyncEvent gated(AsyncEvent event) {
    return new AsyncEvent(
        context, event.getSuppliedRequest(), event.getSuppliedResponse(), event.getThrowable());
  }
}
