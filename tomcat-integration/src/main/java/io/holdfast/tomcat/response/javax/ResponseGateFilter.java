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
    if (gated != null) {
      dispatchAgain(request, response, chain, gated);
    } else if (request.getAttribute(ResponseGate.ATTRIBUTE) instanceof ResponseGate gate
        && !gate.isRefused()) {
      dispatch(
          (HttpServletRequest) request,
          new GatedResponse((HttpServletResponse) response, gate),
          chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  /**
   * Not always the first dispatch: error pages, and pages that the container forwards to by itself,
   * such as those of a login, get the container's response. It sends them before the valve has the
   * request back, so the response leaves here.
   */
  private static void dispatch(
      HttpServletRequest request, GatedResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(new GatedRequest(request, response), response);
    } finally {
      if (isSentByTheContainer(request)) {
        response.leave();
      } else if (!request.isAsyncStarted()) {
        response.finish();
      }
    }
  }

  private static boolean isSentByTheContainer(HttpServletRequest request) {
    return switch (request.getDispatcherType()) {
      case ERROR -> true;
      case FORWARD -> !request.isAsyncStarted();
      default -> false;
    };
  }

  private static void dispatchAgain(
      ServletRequest request, ServletResponse response, FilterChain chain, GatedResponse gated)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    if (request.getDispatcherType() == DispatcherType.FORWARD && !request.isAsyncStarted()) {
      gated.forwarded();
    }
  }
}
