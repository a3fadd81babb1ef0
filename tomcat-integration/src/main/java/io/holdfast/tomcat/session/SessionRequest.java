package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.AnswerState;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.request.RequestLine;
import io.holdfast.sessions.store.ReadsBehindLease;
import io.holdfast.tomcat.response.BeforeResponseLeaves;
import io.holdfast.tomcat.response.ResponseGate;
import java.util.concurrent.Future;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/**
 * One request, as far as it concerns sessions: the session that it uses, the lease by which it has
 * that to itself, and how much its client knows of what it has done.
 *
 * <pre>
 *   request  comes ──► in the application ──► has left the valve ──► over
 *                           ▲                         │
 *                           └───── asynchronous ──────┘
 *
 *   lease    undecided ── asks for a session ──► decided ── needs the lease ──► held ──► given back
 *                ▲                                  │
 *                └─ asynchronous, without session ──┘
 *
 *   answer   open ── bytes leave: all until then is saved ──► flows ──► complete, or refused
 * </pre>
 *
 * <p>Any thread of the application may use it. Its monitor guards what is not volatile of the lease
 * and the answer; inside it comes only that of an instance's use.
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
  private boolean over;

  /** True if it is decided whether the request needs the lease. */
  private boolean decided;

  private @Nullable HeldLease held;
  private @Nullable String base;
  private @Nullable ReadsBehindLease reads;

  /** The instance that only this request sees, because it holds the lease. */
  private @Nullable HoldfastSession own;

  private @Nullable Future<?> endOfHold;

  /** What instances know of the answer. */
  private final AnswerState answer = new AnswerState();

  private @Nullable HoldfastSession savedSession;
  private @Nullable Object savedMark;

  /** True if all that was changed when the response was let out last is stored. */
  private boolean stored = true;

  private boolean complete;

  /** The instance that knows that this request is answered. */
  private @Nullable HoldfastSession toldTo;

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

  /** What instances know of the answer; null for a request that never saves by itself. */
  @Nullable AnswerState answerState() {
    return ignored ? null : answer;
  }

  /** The session that the client asks for; null if it names none. */
  @Nullable SessionId requestedSession() {
    return parsed(request.getRequestedSessionId());
  }

  /** A session id; mostly the one that the client asks for, which is parsed once. */
  @Nullable SessionId parsed(@Nullable String id) {
    SessionId known = requested;
    if (known == null || !known.value().equals(id)) {
      known = SessionId.parse(id);
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
  synchronized @Nullable HoldfastSession lastFound() {
    return decided ? lastFound : null;
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

  /** The application wants a new session; true if none may replace that of the client's cookie. */
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

  /** What the request had of its session was saved, or was to be; null if that is not known yet. */
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
  synchronized boolean end() {
    answer.isNowOver();
    boolean ends = !over;
    over = true;
    if (endOfHold != null) {
      endOfHold.cancel(false);
    }
    return ends;
  }

  // ---- its lease ----

  /** Returns whether it is still to be decided if the request needs the lease; asked once. */
  synchronized boolean decidesLock() {
    boolean isFirst = !decided;
    decided = true;
    return isFirst && !ignored;
  }

  /** The request goes on, and may ask for its session later. */
  synchronized void decideAgain() {
    decided = false;
  }

  /** The request has the session to itself. */
  synchronized void holds(SessionId id, HeldLease granted) {
    held = granted;
    base = id.base();
  }

  /**
   * The request has the session to itself under another id, too, unless it has released the session
   * meanwhile: then the leases would never be released.
   *
   * @param former the lease that it had
   * @param id the other id
   * @param both that lease and the one of the other id
   * @param state of the session
   * @return false if it does not have the former lease any more; then nothing has happened
   */
  synchronized boolean holdsToo(
      HeldLease former, SessionId id, HeldLease both, InstanceState state) {
    if (held != former) {
      return false;
    }
    holds(id, both);
    state.use().leased(both::isLost); // before it is released: then the instance has no lease
    return true;
  }

  /**
   * The request has the session that it has created to itself, unless it has ended meanwhile: then
   * the lease would never be released.
   *
   * @return false if it has ended; then nothing has happened
   */
  synchronized boolean keeps(HoldfastSession created, HeldLease granted) {
    if (!over) {
      owns(created);
      holds(created.sessionId(), granted);
    }
    return !over;
  }

  synchronized @Nullable HeldLease held() {
    return held;
  }

  /** Returns whether the request has this session to itself. */
  synchronized boolean hasToItself(SessionId id) {
    return held != null && id.base().equals(base);
  }

  /** Takes the lease away, to be released. */
  synchronized @Nullable HeldLease takeLease() {
    HeldLease taken = held;
    held = null;
    return taken;
  }

  /** The same, if the request has this instance to itself. */
  synchronized @Nullable HeldLease takeLeaseOf(HoldfastSession session) {
    return own == session ? takeLease() : null;
  }

  /** The nodes have read the session behind the question for the lease; null if they have not. */
  synchronized void hasRead(@Nullable ReadsBehindLease answers) {
    reads = answers;
  }

  /** What the nodes have read so, once. */
  synchronized @Nullable ReadsBehindLease takeReads() {
    ReadsBehindLease answers = reads;
    reads = null;
    return answers;
  }

  synchronized void owns(HoldfastSession session) {
    if (own != session && endOfHold != null) {
      endOfHold.cancel(false); // it has ended another one
      endOfHold = null;
    }
    own = session;
  }

  synchronized @Nullable HoldfastSession own() {
    return own;
  }

  /** Returns whether it is arranged when the session is given back, as the response flows. */
  synchronized boolean isFlowing() {
    return endOfHold != null;
  }

  /** The response flows; the request gives its session back then, if it is not over. */
  synchronized void flowsUntil(@Nullable Future<?> end) {
    endOfHold = end;
  }

  // ---- its answer ----

  /** All that was set in the session until then is saved, as well as can be. */
  synchronized void savedUpTo(HoldfastSession session, Object mark) {
    savedSession = session;
    savedMark = mark;
  }

  /** Returns whether nothing was set in the session since it was saved. */
  synchronized boolean isSavedUpTo(HoldfastSession session, Object mark) {
    return savedSession == session && mark.equals(savedMark);
  }

  /**
   * The response may be let out, or flows.
   *
   * @param isStored whether all that was changed until now is stored; else it must not be taken for
   *     changed behind the answer, whenever it is stored
   */
  synchronized void letsOut(boolean isStored) {
    stored = isStored;
  }

  /**
   * The client is told that the request failed. It may ask again, elsewhere: what this request has
   * changed, or changes from now on, gives way to what others store.
   */
  @Override
  public void answerIsRefused() {
    isAnswered(true);
  }

  /** The client may have all of it: what is changed from now on is changed behind it. */
  @Override
  public void answerIsComplete() {
    isAnswered(false);
  }

  private void isAnswered(boolean isRefused) {
    HoldfastSession session = ignored ? null : sessionToSave(); // which may wait for the store
    synchronized (this) {
      stored |= isRefused;
      complete = true;
      if (session != null) {
        usesBehindAnswer(session);
      }
    }
  }

  /** An instance that the request uses behind its answer learns that. */
  synchronized void usesBehindAnswer(HoldfastSession session) {
    if (complete && stored && toldTo != session) {
      toldTo = session;
      answer.isNowComplete();
      session.instanceState().use().requestAnswered();
    }
  }
}
