package io.holdfast.tomcat.response.javax;

import javax.servlet.AsyncContext;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpSession;

/** A request whose asynchronous contexts know the gated response. */
final class GatedRequest extends HttpServletRequestWrapper {

  private final GatedResponse response;
  private volatile boolean startedWithOwnPair;

  GatedRequest(HttpServletRequest request, GatedResponse response) {
    super(request);
    this.response = response;
  }

  @Override
  public HttpSession getSession() {
    return getSession(true);
  }

  @Override
  public HttpSession getSession(boolean create) {
    return response.gate().asking(() -> super.getSession(create));
  }

  @Override
  public boolean isRequestedSessionIdValid() {
    return response.gate().asking(super::isRequestedSessionIdValid);
  }

  /** Starts with this pair; left to itself, Tomcat would take the pair that is not gated. */
  @Override
  public AsyncContext startAsync() {
    return start(this, response, true);
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse with) {
    return start(request, with, request == this && with == response);
  }

  private AsyncContext start(ServletRequest request, ServletResponse with, boolean ownPair) {
    response.started();
    startedWithOwnPair = ownPair;
    GatedAsyncContext context = gated(super.startAsync(request, with));
    context.watchEndings();
    return context;
  }

  @Override
  public AsyncContext getAsyncContext() {
    return gated(super.getAsyncContext());
  }

  private GatedAsyncContext gated(AsyncContext context) {
    return new GatedAsyncContext(context, response, startedWithOwnPair);
  }
}
