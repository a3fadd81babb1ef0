package io.holdfast.tomcat.response;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.util.SessionConfig;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.apache.coyote.OutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Stands between one request's application and its client: what would make bytes of the response
 * leave opens it first.
 *
 * <p>If the response must not leave, and none of it has left yet, it is replaced by status 503 with
 * {@code Retry-After: 1}. Tomcat takes nothing more of the application's response from then on, as
 * behind every error that an application sends; what the write brings that was under way is
 * dropped.
 *
 * <p>Catalina buffers what the application writes, and calls {@link #doWrite} when its buffer is
 * full. A flush and a close commit the response first if it is not, then write what is buffered,
 * then say so ({@code CLIENT_FLUSH}, {@code CLOSE}): for such a sequence the gate is opened once,
 * by its first step. Behind the first bytes, a buffer may be full or be flushed, which looks the
 * same here: it is taken for one that flows, and the gate is opened again for the flush or close
 * that may follow. The protocol layer commits the response, by way of this gate again, when it is
 * given bytes before that.
 */
public final class ResponseGate implements ActionHook, OutputBuffer {

  private static final String NOTE = ResponseGate.class.getName();
  private static final String SET_COOKIE = "Set-Cookie";

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int SERVICE_UNAVAILABLE = 503;

  private final Request request;
  private final Response response;
  private final ResponseGates gates;

  /** What is called each time the gate is opened. */
  final BeforeResponseLeaves hook;

  /** The protocol layer itself, and where it takes bytes. */
  final ActionHook actions;

  final OutputBuffer output;
  private volatile boolean isInValve = true;
  private volatile boolean refused;

  /** True if Tomcat's buffers may hold rests of the refused response. */
  private volatile boolean hasRests;

  private boolean writing;
  private boolean committing;
  private boolean opened;

  /** True if bytes have passed, so that more of the same response may be flowing. */
  private boolean flowing;

  ResponseGate(
      Request request,
      BeforeResponseLeaves hook,
      ResponseGates gates,
      ActionHook actions,
      OutputBuffer output) {
    this.gates = gates;
    this.actions = actions;
    this.output = output;
    this.request = request;
    this.response = request.getResponse();
    this.hook = hook;
    request.setNote(NOTE, this);
  }

  /** The gate of a request; null if it has none. */
  public static @Nullable ResponseGate of(Request request) {
    return (ResponseGate) request.getNote(NOTE);
  }

  /** The gate of a request that calls this hook; null if it has none, or one of another hook. */
  public static @Nullable ResponseGate of(Request request, BeforeResponseLeaves hook) {
    ResponseGate gate = of(request);
    return gate != null && gate.hook == hook ? gate : null;
  }

  /** The gate of a request that calls a hook of this class; null if it has none, or another. */
  public static @Nullable ResponseGate of(
      Request request, Class<? extends BeforeResponseLeaves> hooks) {
    ResponseGate gate = of(request);
    return gate != null && gate.hook.getClass() == hooks ? gate : null;
  }

  /** A request comes to the valve again, as one does that is asynchronous. */
  public static void requestEnters(@Nullable ResponseGate gate) {
    if (gate != null) {
      gate.enterAgain();
    }
  }

  /** A request leaves the valve. */
  public static void requestLeaves(@Nullable ResponseGate gate) {
    if (gate != null) {
      gate.openAtTheEnd();
    }
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
      gates.remove(this, response.getCoyoteResponse());
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
      hook.answerIsRefused();
    }
  }

  private void replace() {
    List<String> kept = hook.keepsSessionCookie() ? sessionCookies(request) : List.of();
    response.reset();
    addSessionCookies(request, kept);
    response.setHeader("Retry-After", "1");
    try {
      response.sendError(SERVICE_UNAVAILABLE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot replace the response by an error", e);
    }
  }

  /** The headers of a request's response that tell the client the id of its session. */
  static List<String> sessionCookies(Request request) {
    String name = SessionConfig.getSessionCookieName(request.getContext());
    return request.getResponse().getHeaders(SET_COOKIE).stream()
        .filter(cookie -> cookie.startsWith(name + "="))
        .toList();
  }

  /** Adds them, also while the application includes something, which may add no header. */
  static void addSessionCookies(Request request, List<String> cookies) {
    cookies.forEach(
        cookie -> request.getResponse().getCoyoteResponse().addHeader(SET_COOKIE, cookie));
  }

  /**
   * A step was the last one of the response, or the last of the container's turn: an asynchronous
   * request may have ended.
   *
   * @param isBroken whether the connection is, which ends a request in any state
   */
  private void turnEnds(boolean isBroken) {
    if (!isInValve && !isOver() && (isBroken || !request.isAsync())) {
      gates.remove(this, response.getCoyoteResponse());
      hook.asyncRequestEnded();
    }
  }

  // ---- what Catalina hands to the protocol layer ----

  @Override
  public void action(ActionCode code, Object parameter) {
    switch (code) {
      case COMMIT -> commit(parameter);
      case CLIENT_FLUSH -> flush(parameter);
      case CLOSE -> close(parameter);
      case IS_IO_ALLOWED -> { // asked before an error page is made
        errorPageBegins();
        actions.action(code, parameter);
      }
      case CLOSE_NOW -> {
        actions.action(code, parameter);
        turnEnds(false);
      }
      case IS_ERROR -> { // asked at the end of each turn of the container
        actions.action(code, parameter);
        turnEnds(parameter instanceof AtomicBoolean isError && isError.get());
      }
      default -> actions.action(code, parameter);
    }
  }

  private void commit(Object parameter) {
    if (writing) {
      actions.action(ActionCode.COMMIT, parameter);
      return;
    }
    committing = true;
    opened = true;
    if (opensForMore()) {
      actions.action(ActionCode.COMMIT, parameter);
    }
  }

  @Override
  public int doWrite(ByteBuffer chunk) throws IOException {
    boolean flows = flowing && !isEnd(getBytesWritten(), chunk.remaining());
    boolean passes = committing ? !isDropping() : opens(flows);
    opened = committing || !flows; // what follows a buffer that flows has to open it for itself
    flowing = true;
    if (!passes) {
      int dropped = chunk.remaining();
      chunk.position(chunk.limit());
      return dropped;
    }
    writing = true;
    try {
      int taken = output.doWrite(chunk);
      left(getBytesWritten());
      return taken;
    } catch (IOException e) {
      turnEnds(false); // the container asks nothing more if this was its own last step
      throw e;
    } finally {
      writing = false;
    }
  }

  private void flush(Object parameter) {
    boolean passes = endsSequence() ? goesOn() : opensForMore();
    if (passes) {
      actions.action(ActionCode.CLIENT_FLUSH, parameter);
      left(getBytesWritten());
    } else {
      nothingHasLeft();
    }
  }

  private void close(Object parameter) {
    boolean passes = endsSequence() ? goesOn() : opensForMore();
    if (!passes) {
      becomesEmptyError();
    }
    actions.action(ActionCode.CLOSE, parameter);
    isComplete();
    turnEnds(false);
  }

  /** Returns whether an earlier step of the same flush or close has opened the gate. */
  private boolean endsSequence() {
    boolean isOpened = opened;
    committing = false;
    opened = false;
    return isOpened;
  }

  @Override
  public long getBytesWritten() {
    return output.getBytesWritten();
  }

  // ---- how it opens ----

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
  private boolean isEnd(long written, int more) {
    long length = response.getCoyoteResponse().getContentLengthLong();
    return length >= 0 && written + more >= length;
  }

  /** Bytes have left, or the response was flushed: perhaps the client has all of it. */
  private void left(long written) {
    if (isEnd(written, 0) || (response.isCommitted() && hasNoBody())) {
      isComplete();
    }
  }

  private boolean hasNoBody() {
    int status = response.getStatus();
    return "HEAD".equals(request.getMethod()) || status == NO_CONTENT || status == NOT_MODIFIED;
  }

  private void isComplete() {
    if (!refused && !isOver()) {
      hook.answerIsComplete();
    }
  }

  /** Opens the gate for a step that is no bytes; false if it must not be taken. */
  private boolean opensForMore() {
    var unused = open(true, false);
    return goesOn();
  }

  /** Returns whether what comes now belongs to the refused response. */
  private boolean isDropping() {
    return hasRests && !isOver();
  }

  /**
   * Returns whether the response may take its next step. Behind a refused one that is still in the
   * hands of the application it must not; later, its rests are thrown away before.
   */
  private boolean goesOn() {
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
  private void errorPageBegins() {
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
  private void nothingHasLeft() {
    response.getCoyoteResponse().setCommitted(false);
  }

  /** The application closes the refused response: no page can be made for the error any more. */
  private void becomesEmptyError() {
    nothingHasLeft();
    response.getCoyoteResponse().resetError();
    response.getCoyoteResponse().setContentLength(0);
    hasRests = false;
  }

  private boolean isOver() {
    return of(request) != this;
  }
}
