package io.holdfast.tomcat.response.javax;

import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;

/** An asynchronous context that opens the gate before it completes the request. */
final class GatedAsyncContext implements AsyncContext {

  private final AsyncContext container;
  private final GatedResponse gated;
  private final boolean startedWithOwnPair;

  GatedAsyncContext(AsyncContext container, GatedResponse gated, boolean startedWithOwnPair) {
    this.container = container;
    this.gated = gated;
    this.startedWithOwnPair = startedWithOwnPair;
  }

  /** Opens the gate also when it is the container that ends the request. */
  void watchEndings() {
    container.addListener(new ContainerEndings(gated));
  }

  /** Opens the gate. */
  void leave() {
    gated.leave();
  }

  @Override
  public void complete() {
    gated.complete();
    container.complete();
  }

  /** To the application its own pair is the original one, since nothing of its own wraps it. */
  @Override
  public boolean hasOriginalRequestAndResponse() {
    return startedWithOwnPair || container.hasOriginalRequestAndResponse();
  }

  @Override
  public void addListener(AsyncListener listener) {
    container.addListener(new GatedAsyncListener(listener, this));
  }

  @Override
  public void addListener(
      AsyncListener listener, ServletRequest request, ServletResponse response) {
    container.addListener(new GatedAsyncListener(listener, this), request, response);
  }

  // ---- the rest as it is ----

  @Override
  public ServletRequest getRequest() {
    return container.getRequest();
  }

  @Override
  public ServletResponse getResponse() {
    return container.getResponse();
  }

  @Override
  public void dispatch() {
    container.dispatch();
  }

  @Override
  public void dispatch(String path) {
    container.dispatch(path);
  }

  @Override
  public void dispatch(ServletContext context, String path) {
    container.dispatch(context, path);
  }

  @Override
  public void start(Runnable action) {
    container.start(action);
  }

  @Override
  public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
    return container.createListener(type);
  }

  @Override
  public void setTimeout(long millis) {
    container.setTimeout(millis);
  }

  @Override
  public long getTimeout() {
    return container.getTimeout();
  }
}
