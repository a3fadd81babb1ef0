package io.holdfast.tomcat.response.javax;

import io.holdfast.tomcat.response.ResponseGate;
import java.io.IOException;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Hands a gated response to the application, if the request has a gate. */
public final class ResponseGateFilter implements Filter {

  /** Creates the filter; Tomcat does. */
  public ResponseGateFilter() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    GatedResponse gated = GatedResponse.in(response);
    if (gated == null
        && request.getAttribute(ResponseGate.ATTRIBUTE) instanceof ResponseGate gate) {
      dispatchFirst(request, response, chain, gate);
    } else if (gated == null) {
      chain.doFilter(request, response);
    } else if (request.getDispatcherType() == DispatcherType.FORWARD) {
      forward(request, response, chain, gated);
    } else {
      dispatch(request, response, chain, gated);
    }
  }

  /** Not always the request: an error page gets the container's pair, not the application's. */
  private static void dispatchFirst(
      ServletRequest request, ServletResponse response, FilterChain chain, ResponseGate gate)
      throws IOException, ServletException {
    if (gate.isRefused()) {
      chain.doFilter(request, response);
    } else {
      GatedResponse gated = new GatedResponse((HttpServletResponse) response, gate);
      dispatch(new GatedRequest((HttpServletRequest) request, gated), gated, chain, gated);
    }
  }

  private static void dispatch(
      ServletRequest request, ServletResponse response, FilterChain chain, GatedResponse gated)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } finally {
      if (!request.isAsyncStarted() || gated.isCompleted()) {
        gated.leave();
      }
    }
  }

  private static void forward(
      ServletRequest request, ServletResponse response, FilterChain chain, GatedResponse gated)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    if (!request.isAsyncStarted()) {
      gated.forwarded();
    }
  }
}
