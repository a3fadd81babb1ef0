package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.AnswerState;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.request.RequestLine;
import io.holdfast.tomcat.request.Refusal;
import io.holdfast.tomcat.request.SessionInUse;
import io.holdfast.tomcat.response.BeforeResponseLeaves;
import io.holdfast.tomcat.response.ResponseGate;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/**
 * One request, as far as it concerns sessions: the session that it has used, and what it has done
 * to it. What it has of the session is in its {@link RequestLease}, what its client knows in its
 * {@link RequestAnswer}.
 */
final class SessionRequest implements BeforeResponseLeaves {

  /** The note of a Tomcat request that has one, and of a session that one has to itself. */
  static final String NOTE = SessionRequest.class.getName();

  /** What is done at each step of a request. */
  interface Steps {

    /** Returns whether an instance is of the application whose request this is. */
    boolean isOurs(HoldfastSession session);

    /**
     * Bytes of its response are about to leave; false if the client must not be told it is done.
     */
    boolean responseLeaves(SessionRequest use, boolean flows);

    /** An asynchronous request has ended. */
    void asyncRequestEnded(SessionRequest use);
  }

  private final Steps steps;
  private final Request request;
  private final RequestLine line;
  private final boolean ignored;
  private final long came;
  private final RequestLease lease = new RequestLease();
  private final RequestAnswer answer = new RequestAnswer();

  /** The session that the client asked for when it was last looked at. */
  private volatile @Nullable SessionId requested;

  /** The session that the request has asked for last and not found, by its base. */
  private @Nullable String missing;

  /** True if nodes that may have {@link #missing} did not answer. */
  private boolean unanswered;

  private boolean mayHaveSession;
  private volatile boolean newRefused;
  private boolean modified;
  private boolean inDoubt;
  private volatile boolean inApplication;
  private volatile boolean outlivesValve;
  private volatile boolean endedInVain;
  private volatile boolean idChanged;
  private volatile @Nullable HoldfastSession lastFound;

  /**
   * Creates what is known of a request that has just come.
   *
   * @param ignored whether it must not cost a store operation
   * @param came when it came, as {@link FormerIds#now} tells
   */
  SessionRequest(Steps steps, Request request, RequestLine line, boolean ignored, long came) {
    this.steps = steps;
    this.request = request;
    this.line = line;
    this.ignored = ignored;
    this.came = came;
    request.setNote(NOTE, this);
  }

  /** What is known of a request that was at this application before; null if it was not. */
  static @Nullable SessionRequest of(Request request, Steps steps) {
    SessionRequest known = (SessionRequest) request.getNote(NOTE);
    return known != null && known.steps == steps ? known : null;
  }

  /** The request that has a session to itself; null if none has. */
  static @Nullable SessionRequest owning(HoldfastSession session) {
    return (SessionRequest) session.getNote(NOTE);
  }

  RequestLine line() {
    return line;
  }

  RequestLease lease() {
    return lease;
  }

  RequestAnswer answer() {
    return answer;
  }

  /** What instances know of the answer; null for a request that never saves by itself. */
  @Nullable AnswerState answerState() {
    return ignored ? null : answer.state();
  }

  /** The session that the client asks for; null if it names none. */
  @Nullable SessionId requestedSession() {
    String now = request.getRequestedSessionId();
    SessionId known = requested;
    if (known == null || !known.value().equals(now)) {
      known = SessionId.parse(now);
      requested = known;
    }
    return known;
  }

  /** When the request came, as {@link FormerIds#now} tells. */
  long came() {
    return came;
  }

  /** Returns whether the request must not cost a store operation. */
  boolean isIgnored() {
    return ignored;
  }

  /** The session that the request has used so far; null if it has used none. */
  @Nullable HoldfastSession session() {
    return SessionInUse.of(request) instanceof HoldfastSession session && steps.isOurs(session)
        ? session
        : null;
  }

  /**
   * The request needs the lease of its session. If a valve in front of ours has asked for the
   * session without the lease, it is loaded again. A session that the request has created stays.
   */
  void asksAgain(SessionId requested) {
    HoldfastSession early = session();
    if (early != null && early.sessionId().hasBaseOf(requested) && !early.isInFirstRequest()) {
      early.useWithdrawn(() -> SessionInUse.giveUp(request));
      lastFound = null;
    }
  }

  /** The request asked for its session, and got this instance. */
  void found(HoldfastSession session) {
    lastFound = session;
  }

  /**
   * The instance that the request got last; null if it has asked for none, or if it is still to be
   * decided whether it needs the lease.
   */
  @Nullable HoldfastSession lastFound() {
    return lease.isDecided() ? lastFound : null;
  }

  /**
   * The session that the request may have changed. Tomcat gives up an instance that is not valid
   * any more; what the request has changed in it, perhaps in place, is still to be answered for.
   *
   * @return null if it has used none, or has ended it
   */
  @Nullable HoldfastSession sessionToSave() {
    HoldfastSession inUse = session();
    if (inUse != null) {
      return inUse;
    }
    HoldfastSession last = lastFound;
    return last != null && last.isForgotten() ? last : null;
  }

  // ---- a session that was not found ----

  /**
   * The session that was asked for was not found. The store is queried once in a request, although
   * Tomcat asks its manager two or three times.
   *
   * @param isUnanswered whether nodes that may have it did not answer
   * @param isInDoubt whether no new session must take its place
   */
  void notFound(SessionId id, boolean isUnanswered, boolean isInDoubt) {
    missing = id.base();
    unanswered = isUnanswered;
    mayHaveSession |= isInDoubt;
  }

  /** Returns whether the request has asked for this session already, without finding it. */
  boolean isMissing(SessionId id) {
    return id.base().equals(missing);
  }

  /** Returns whether nodes that may have a session did not answer when it was asked for. */
  boolean wasUnanswered(SessionId id) {
    return unanswered && isMissing(id);
  }

  /** No new session must take the place of the one that the client may have. */
  void mayHaveSession() {
    mayHaveSession = true;
  }

  /**
   * The application wants a new session.
   *
   * @return true if it must not have one now: a new one would replace the client's cookie
   */
  boolean refusesNew() {
    newRefused |= mayHaveSession;
    return mayHaveSession;
  }

  /** Returns whether the request was refused a new session, and so is to be answered with 503. */
  boolean isNewRefused() {
    return newRefused;
  }

  @Override
  public boolean responseLeaves(boolean flows) {
    return steps.responseLeaves(this, flows);
  }

  /** The request has given its session another id, under which that goes on. */
  void idChanged() {
    idChanged = true;
  }

  @Override
  public boolean keepsSessionCookie() {
    return idChanged;
  }

  @Override
  public void answerIsRefused() {
    answer.isRefused(ignored ? null : sessionToSave());
  }

  @Override
  public void answerIsComplete() {
    answer.isComplete(ignored ? null : sessionToSave());
  }

  /**
   * Returns whether a thread of the application's own may be at work on it: no other thread may end
   * it.
   */
  boolean isAsync() {
    return request.isAsync();
  }

  /** What has left of the response must not pass for all of it. */
  void cutCommittedResponse() {
    if (request.getResponse().isCommitted()) {
      Refusal.cut(request.getResponse());
    }
  }

  /** The request comes, or comes again. */
  void entersValve() {
    inApplication = true;
    missing = null;
    mayHaveSession = false;
    newRefused = false;
    ResponseGate.requestEnters(ResponseGate.of(request, this));
  }

  /** The application has returned: the container sends what it holds of the response. */
  void returns() {
    inApplication = false;
  }

  /** The container has the request back, and will send what it holds of the response. */
  void letResponseLeave() {
    ResponseGate.requestLeaves(ResponseGate.of(request, this));
  }

  /** Asks for the session, if the client names one. */
  void askForSession() {
    var unused = request.getSessionInternal(false);
  }

  @Override
  public void asyncRequestEnded() {
    steps.asyncRequestEnded(this);
  }

  /** Returns whether it is still to be decided if the request needs the lease; asked once. */
  boolean decidesLock() {
    return lease.decide() && !ignored;
  }

  /** The request is answered without its application. */
  void refused() {
    lastFound = null; // it shows nothing of what requests of its kind do
  }

  /**
   * Returns whether the ended request shows how requests of its kind use their sessions. One
   * without a session, or a refused one, shows nothing. One that has ended its session, or has
   * changes that are not stored, does not show that they only read.
   */
  synchronized boolean tellsWhatItsKindDoes() {
    HoldfastSession last = lastFound;
    return last != null && !ignored && (modified || (last.isLive() && !inDoubt));
  }

  /**
   * Returns whether bytes leave while the application, which decides when the request ends, is at
   * work.
   */
  boolean isSending() {
    return inApplication || request.isAsync();
  }

  /** The request has ended a session that goes on: its client must not take it for ended. */
  void hasEndedInVain() {
    endedInVain = true;
  }

  boolean endedInVain() {
    return endedInVain;
  }

  /**
   * What the request had of its session was saved, or was to be.
   *
   * @param outcome null if it is not known yet
   */
  synchronized void saved(@Nullable SaveOutcome outcome) {
    modified |= outcome == SaveOutcome.SAVED;
    inDoubt |= outcome != SaveOutcome.SAVED && outcome != SaveOutcome.UNCHANGED;
  }

  synchronized boolean hasModified() {
    return modified;
  }

  /** The valve is left, and the request goes on asynchronously. */
  void goesOn() {
    outlivesValve = true;
    newRefused = false;
  }

  boolean outlivesValve() {
    return outlivesValve;
  }

  /** Ends the request. Returns false if it had ended before. */
  boolean end() {
    answer.state().isNowOver();
    return lease.end();
  }
}
