package io.holdfast.tomcat.response;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * Stands between one request's application and its client: what would make bytes of the response
 * leave opens it first.
 *
 * <p>If the response must not leave, and none of it has left yet, it is replaced by status 503 with
 * {@code Retry-After: 1}. Tomcat takes nothing more of the application's response from then on, as
 * behind every error that an application sends; what the write brings that was under way is
 * dropped.
 */
public final class ResponseGate {

  private static final String NOTE = ResponseGate.class.getName();

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int SERVICE_UNAVAILABLE = 503;

  private final Request request;
  private final Response response;
  private final BeforeResponseLeaves hook;
  private volatile Runnable removal = () -> {};
  private volatile boolean isInValve = true;
  private volatile boolean refused;

  /** True if Tomcat's buffers may hold rests of the refused response. */
  private volatile boolean hasRests;

  ResponseGate(Request request, BeforeResponseLeaves hook) {
    this.request = request;
    this.response = request.getResponse();
    this.hook = hook;
    request.setNote(NOTE, this);
  }

  /** The gate of a request; null if it has none. */
  public static @Nullable ResponseGate of(Request request) {
    return (ResponseGate) request.getNote(NOTE);
  }

  /** What is called each time the gate is opened. */
  BeforeResponseLeaves hook() {
    return hook;
  }

  /** Returns whether this is called each time the gate is opened. */
  public boolean asks(BeforeResponseLeaves other) {
    return hook == other;
  }

  /** What takes the gate out of the response. */
  void onEnd(Runnable action) {
    removal = action;
  }

  /** The request comes to the valve; an asynchronous one comes again. */
  public void enterAgain() {
    isInValve = true;
  }

  /**
   * Opens the gate when the container returns to the valve, and removes it: all that the
   * application has written may leave. A request that goes on asynchronously keeps the gate until
   * its end.
   */
  public void openAtTheEnd() {
    isInValve = false;
    boolean goesOn = request.isAsync() && !response.isErrorReportRequired();
    if (goesOn) {
      return;
    }
    boolean isOpen = open(false, false);
    if (!request.isAsync()) {
      if (!isOpen && response.isErrorReportRequired() && !response.isCommitted()) {
        throwRestsAway();
        replace();
      }
      removal.run();
    }
  }

  private boolean open(boolean isWriting, boolean flows) {
    if (isOver()) {
      return true;
    }
    if (!refused && !hook.responseLeaves(flows) && !response.isCommitted()) {
      refuse(isWriting);
    }
    return !refused;
  }

  private synchronized void refuse(boolean isWriting) {
    if (!refused) {
      refused = true;
      hasRests = isWriting;
      replace();
    }
  }

  private void replace() {
    List<String> kept = hook.keepsSessionCookie() ? SessionCookies.of(request) : List.of();
    response.reset();
    SessionCookies.add(request, kept);
    response.setHeader("Retry-After", "1");
    try {
      response.sendError(SERVICE_UNAVAILABLE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot replace the response by an error", e);
    }
  }

  /**
   * A step was the last one of the response, or the last of the container's turn: an asynchronous
   * request may have ended.
   *
   * @param isBroken whether the connection is, which ends a request in any state
   */
  void turnEnds(boolean isBroken) {
    if (!isInValve && !isOver() && (isBroken || !request.isAsync())) {
      removal.run();
      hook.asyncRequestEnded();
    }
  }

  // ---- what the tap asks ----

  /**
   * Opens the gate for bytes; false if they have to be dropped.
   *
   * @param flows as {@link BeforeResponseLeaves#responseLeaves} is told
   */
  boolean opens(boolean flows) {
    var unused = open(true, flows);
    return !isDropping();
  }

  /** Returns whether these bytes are the last ones of a response whose length is known. */
  boolean isEnd(long written, int more) {
    long length = response.getCoyoteResponse().getContentLengthLong();
    return length >= 0 && written + more >= length;
  }

  /** Bytes have left, or the response was flushed: perhaps the client has all of it. */
  void left(long written) {
    if (isEnd(written, 0) || (response.isCommitted() && hasNoBody())) {
      isComplete();
    }
  }

  private boolean hasNoBody() {
    int status = response.getStatus();
    return "HEAD".equals(request.getMethod()) || status == NO_CONTENT || status == NOT_MODIFIED;
  }

  /** The client has all of the response. */
  void isComplete() {
    if (!refused && !isOver()) {
      hook.answerIsComplete();
    }
  }

  /** Opens the gate for a step that is no bytes; false if it must not be taken. */
  boolean opensForMore() {
    var unused = open(true, false);
    return goesOn();
  }

  /** Returns whether what comes now belongs to the refused response. */
  boolean isDropping() {
    return hasRests && !isOver();
  }

  /**
   * Returns whether the response may take its next step. Behind a refused one that is still in the
   * hands of the application it must not; later, its rests are thrown away before.
   */
  boolean goesOn() {
    if (!isDropping()) {
      return true;
    }
    if (isInTheHandsOfTheApplication()) {
      return false;
    }
    throwRestsAway();
    response.getCoyoteResponse().setContentLength(0);
    return true;
  }

  /** Tomcat has the response back, and is about to make a page for its error. */
  void errorPageBegins() {
    if (isDropping() && !isInTheHandsOfTheApplication()) {
      throwRestsAway();
    }
  }

  /** Tomcat lifts the suspension of an asynchronous response while its application is at work. */
  private boolean isInTheHandsOfTheApplication() {
    return response.isSuspended() || request.isAsync();
  }

  private void throwRestsAway() {
    nothingHasLeft();
    response.resetBuffer(true);
    hasRests = false;
  }

  /** Catalina takes a response for committed that it has only tried to commit. */
  void nothingHasLeft() {
    response.getCoyoteResponse().setCommitted(false);
  }

  /** The application closes the refused response: no page can be made for the error any more. */
  void becomesEmptyError() {
    nothingHasLeft();
    response.getCoyoteResponse().resetError();
    response.getCoyoteResponse().setContentLength(0);
    hasRests = false;
  }

  private boolean isOver() {
    return of(request) != this;
  }
}
