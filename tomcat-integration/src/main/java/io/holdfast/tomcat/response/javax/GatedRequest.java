package io.holdfast.tomcat.response.javax;

import javax.servlet.AsyncContext;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpSession;

/** A request that goes on asynchronously with its gated response. */
final class GatedRequest extends HttpServletRequestWrapper {

  private final GatedResponse response;

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
    return watched(super.startAsync(this, response));
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse with) {
    return watched(super.startAsync(request, with));
  }

  private AsyncContext watched(AsyncContext context) {
    response.leavesWhenAsyncRequestEnds();
    return context;
  }
}
