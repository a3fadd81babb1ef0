package io.holdfast.tomcat.response;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * Stands between one request's application and its client: what would make bytes of the response
 * leave opens it first.
 *
 * <p>It is in force as long as the container notes it for its request, through all dispatches; then
 * the notes are cleared, and the response may serve another request. A request without a gate
 * passes the installed filter untouched.
 *
 * <p>What the container holds back is asked of Tomcat's response and not of the servlet API: that
 * calls a response committed as soon as the application may not change it any more, although all of
 * it can still be replaced.
 */
public final class ResponseGate {

  /** The request attribute in which the installed filter finds the gate. */
  public static final String ATTRIBUTE = "io.holdfast.responseGate";

  private static final int SERVICE_UNAVAILABLE = 503;

  /** How full Tomcat does not let its buffer become when half a character is in the encoder. */
  private static final int ENCODER_RESERVE = 4;

  private final Request request;
  private final Response response;
  private final BeforeResponseLeaves hook;
  private volatile boolean refused;
  private volatile boolean forwarded;
  private volatile @Nullable Runnable asyncEnding;

  private ResponseGate(Request request, BeforeResponseLeaves hook) {
    this.request = request;
    this.response = request.getResponse();
    this.hook = hook;
  }

  /**
   * Gives a request a gate. A request that comes again, as asynchronous ones do, has one already.
   *
   * @param hook called each time the gate is opened
   */
  public static ResponseGate put(Request request, BeforeResponseLeaves hook) {
    ResponseGate gate = new ResponseGate(request, hook);
    request.setNote(ATTRIBUTE, gate);
    request.setAttribute(ATTRIBUTE, gate);
    return gate;
  }

  /** The gate of a request; null if it has none. */
  public static @Nullable ResponseGate of(Request request) {
    return (ResponseGate) request.getNote(ATTRIBUTE);
  }

  /**
   * Asks for bytes of the response to leave. If they must not, and none has left yet, the response
   * is replaced by status 503 with {@code Retry-After: 1}, and what the application writes from
   * then on is dropped.
   *
   * @return false if the response was replaced, now or before
   */
  public boolean open() {
    if (isOver()) {
      return true;
    }
    if (!refused && !hook.responseLeaves() && !response.isCommitted()) {
      refuse();
    }
    return !refused;
  }

  /**
   * To be called when the container returns to the valve: opens the gate, unless the request goes
   * on asynchronously. The filter leaves that to the valve, because listeners of requests come in
   * between. An asynchronous request comes here too when its time is over, on its way to an error
   * report.
   *
   * @return false if the response was replaced, now or before
   */
  public boolean openUnlessAsync() {
    boolean goesOn = request.isAsync() && !response.isErrorReportRequired();
    return goesOn || open();
  }

  /**
   * The request goes on asynchronously.
   *
   * @param action lets the response leave
   */
  public void whenAsyncRequestEnds(Runnable action) {
    asyncEnding = action;
  }

  /**
   * An asynchronous request is over, and its response will be finished; others end in the valve.
   */
  public void asyncRequestEnds() {
    Runnable action = asyncEnding;
    try {
      if (action != null) {
        action.run();
      }
    } finally {
      if (!isOver()) {
        hook.asyncRequestEnded();
      }
    }
  }

  private synchronized void refuse() {
    if (refused) {
      return;
    }
    refused = true;
    response.reset();
    response.setHeader("Retry-After", "1");
    try {
      response.sendError(SERVICE_UNAVAILABLE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot replace the response by an error", e);
    }
  }

  /** Has the container asked for the session, so that the hook knows for which request. */
  public <T extends @Nullable Object> T asking(Supplier<T> question) {
    return isOver() ? question.get() : hook.asking(question);
  }

  /** Whether the response was replaced by an error. */
  public boolean isRefused() {
    return refused;
  }

  /**
   * Whether a write of bytes stays in the container's buffer. Tomcat 11 closes a response with the
   * write that completes its content length.
   */
  public boolean holdsBack(int bytes) {
    long written = response.getContentWritten() + bytes;
    int contentLength = response.getContentLength();
    return (contentLength < 0 || written < contentLength)
        && written - response.getCoyoteResponse().getContentWritten() <= response.getBufferSize();
  }

  /**
   * Whether text stays in the container's buffer when it is all that was written so far.
   *
   * @param bytes the most that the text can become
   */
  boolean holdsBackText(long bytes) {
    return response.getContentWritten() == 0
        && !response.isCommitted()
        && bytes <= response.getBufferSize() - ENCODER_RESERVE;
  }

  /** Whether the container drops what is written: after a redirect, an error or a forward. */
  public boolean isSuspended() {
    return response.isSuspended();
  }

  /**
   * Says that a servlet to which the request was forwarded has returned. Tomcat then ends the
   * response: its own it suspends, but a wrapped one it closes for good (unless told otherwise, and
   * on 11), before the servlets and filters that are still at work have finished with the session.
   */
  public void forwarded() {
    forwarded = true;
  }

  /** Suspends the response instead of closing it, if a forward is why it is being closed. */
  public boolean suspendsInsteadOfClosing() {
    boolean suspends = forwarded && !isOver();
    if (suspends) {
      response.setSuspended(true);
    }
    return suspends;
  }

  /** Does something to the response that was due before it was suspended. */
  void beforeSuspension(Runnable action) {
    if (isOver()) {
      return;
    }
    boolean suspended = response.isSuspended();
    response.setSuspended(false);
    try {
      action.run();
    } finally {
      response.setSuspended(suspended);
    }
  }

  private boolean isOver() {
    return of(request) != this;
  }
}
