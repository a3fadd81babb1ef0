package io.holdfast.tomcat.response.javax;

import io.holdfast.tomcat.response.GatedWriter;
import io.holdfast.tomcat.response.ResponseGate;
import io.holdfast.tomcat.response.StatusRedirect;
import java.io.IOException;
import java.io.PrintWriter;
import javax.servlet.ServletOutputStream;
import javax.servlet.ServletResponse;
import javax.servlet.ServletResponseWrapper;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response that opens the gate before bytes of it can leave.
 *
 * <p>An error that the application sends is not among them: Tomcat only notes it until the
 * application is done.
 */
final class GatedResponse extends HttpServletResponseWrapper {

  private static final StatusRedirect STATUS_REDIRECT =
      StatusRedirect.of(HttpServletResponse.class);

  private final ResponseGate gate;
  private @Nullable GatedOutputStream stream;
  private @Nullable GatedWriter writer;

  GatedResponse(HttpServletResponse response, ResponseGate gate) {
    super(response);
    this.gate = gate;
  }

  /** The gated response inside whatever the application has wrapped around it; null if none is. */
  static @Nullable GatedResponse in(ServletResponse response) {
    ServletResponse current = response;
    while (current instanceof ServletResponseWrapper wrapper) {
      if (current instanceof GatedResponse gated) {
        return gated;
      }
      current = wrapper.getResponse();
    }
    return null;
  }

  ResponseGate gate() {
    return gate;
  }

  // ---- the life of the request ----

  /** The request goes on asynchronously. */
  void leavesWhenAsyncRequestEnds() {
    gate.whenAsyncRequestEnds(this::leave);
  }

  /** Lets the response leave, with all that was written to it. */
  void leave() {
    if (!gate.open()) {
      discard();
    } else if (writer != null) {
      writer.release();
    }
  }

  /** Hands on what the application has written. */
  void finish() {
    if (writer != null) {
      writer.finish();
    }
  }

  /** Says that a servlet to which the request was forwarded has returned. */
  void forwarded() {
    gate.forwarded();
  }

  // ---- what the application calls ----

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    ServletOutputStream container = super.getOutputStream();
    if (stream == null) {
      stream = new GatedOutputStream(container, gate);
    }
    return stream;
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    PrintWriter container = super.getWriter();
    if (writer == null) {
      writer = new GatedWriter(container, getCharacterEncoding(), gate);
    }
    return writer;
  }

  @Override
  public void flushBuffer() throws IOException {
    leave();
    super.flushBuffer();
  }

  @Override
  public void resetBuffer() {
    super.resetBuffer();
    discard();
  }

  @Override
  public void reset() {
    super.reset();
    discard();
  }

  @Override
  public void sendError(int status) throws IOException {
    super.sendError(status);
    discardIfSuspended();
  }

  @Override
  public void sendError(int status, @Nullable String message) throws IOException {
    super.sendError(status, message);
    discardIfSuspended();
  }

  /** Opens the gate, because Tomcat sends a redirect at once when it is to have a body. */
  @Override
  public void sendRedirect(String location) throws IOException {
    if (gate.open()) {
      super.sendRedirect(location);
    }
    discard();
  }

  /** Overrides what Servlet 6.1 added. */
  public void sendRedirect(String location, int status) throws IOException {
    sendRedirect(location, status, true);
  }

  /** Overrides what Servlet 6.1 added. */
  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    sendRedirect(location, SC_FOUND, clearBuffer);
  }

  /** Overrides what Servlet 6.1 added. */
  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    if (clearBuffer) {
      if (gate.open()) {
        STATUS_REDIRECT.send(getResponse(), location, status, true);
      }
      discard();
    } else {
      leave();
      if (!gate.isRefused()) {
        STATUS_REDIRECT.send(getResponse(), location, status, false);
      }
    }
  }

  /** An early hint is sent as an error, but the response goes on behind it. */
  private void discardIfSuspended() {
    if (gate.isSuspended()) {
      discard();
    }
  }

  private void discard() {
    if (writer != null) {
      writer.discard();
    }
  }
}
