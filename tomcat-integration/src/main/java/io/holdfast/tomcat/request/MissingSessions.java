package io.holdfast.tomcat.request;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.store.UncertaintyPeriod;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that requests have asked for, and that were not found. The store is queried once in a
 * request, although Tomcat asks its manager two or three times.
 *
 * <p>If the store does not answer, it may have the session all the same. Then the request is
 * refused if its application wants a session: a new one would replace the client's cookie. Requests
 * that need no session are served.
 *
 * <p>The same holds for a request whose session got another id in another Tomcat while it waited
 * for the lease.
 *
 * <p>A request is known by its thread while it passes the valve. On other threads, and after {@code
 * doubtTimeout}, applications get new sessions. Before the valve Tomcat asks for each session
 * cookie of a request. There the store is queried for at most three of them, and not again within a
 * moment for one that no node has.
 */
public final class MissingSessions {

  private static final String COOKIES_CLASS = "org.apache.catalina.connector.CoyoteAdapter";
  private static final String COOKIES_METHOD = "parseSessionCookiesId";

  private final UncertaintyPeriod uncertainty;
  private final SessionMetrics metrics;
  private final LongSupplier nanoTime;

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable Asking> asking = new ThreadLocal<>();

  /**
   * Knows of none yet.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public MissingSessions(
      UncertaintyPeriod uncertainty, SessionMetrics metrics, LongSupplier nanoTime) {
    this.uncertainty = uncertainty;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  /** What a thread has asked for: its request in the valve, or, outside, any code. */
  private static final class Asking {
    private final boolean inside;

    /** Outside of the valve: what certainly is on no node. */
    private final RecentlyAbsent absent;

    /** Not found last: outside of the valve only what may be in the store. */
    private @Nullable String missing;

    /** Not found last, and some node has not said whether it has it. */
    private @Nullable String unanswered;

    private boolean inDoubt;
    private boolean refused;

    Asking(boolean inside, LongSupplier nanoTime) {
      this.inside = inside;
      this.absent = new RecentlyAbsent(nanoTime);
    }
  }

  /** The request on this thread; null if none is in the valve. */
  private @Nullable Asking request() {
    Asking here = asking.get();
    return here != null && here.inside ? here : null;
  }

  /** Returns whether the request on this thread has entered the valve, and not left it. */
  public boolean isInside() {
    return request() != null;
  }

  /** A request enters the valve. */
  public void enter() {
    asking.set(new Asking(true, nanoTime));
  }

  /**
   * The request leaves the valve.
   *
   * @return whether it has been refused
   */
  public boolean leave() {
    boolean refused = isRefused();
    asking.remove();
    return refused;
  }

  /**
   * The session that was asked for was not found.
   *
   * @param unreachable the nodes that may have it and did not say so; empty if there is none
   */
  public void notFound(SessionId id, Set<String> unreachable) {
    Asking here = asking.get();
    if (here == null) {
      here = new Asking(false, nanoTime);
      asking.set(here);
    }
    boolean isInDoubt = uncertainty.covers(unreachable);
    here.unanswered = unreachable.isEmpty() ? null : id.base();
    if (here.inside) {
      here.missing = id.base();
      here.inDoubt |= isInDoubt;
    } else {
      here.absent.missed();
      if (unreachable.isEmpty()) {
        here.absent.add(id.base());
      } else if (isInDoubt) {
        here.missing = id.base();
      }
    }
  }

  /** The session that was asked for got another id in another Tomcat while its request waited. */
  public void hasAnotherId() {
    Asking request = request();
    if (request != null) {
      request.inDoubt = true;
    }
  }

  /**
   * Returns whether the request on this thread has asked for this session already, without finding
   * it.
   */
  public boolean isKnown(SessionId id) {
    Asking request = request();
    return request != null && id.base().equals(request.missing);
  }

  /**
   * Returns whether the store is not asked for a session outside of the valve: this thread has done
   * so a moment ago and no node has it, or Tomcat has asked for {@value RecentlyAbsent#MOST_MISSES}
   * other cookies of the request already. The session may have come into this Tomcat since.
   */
  public boolean wasJustAbsent(SessionId id) {
    Asking here = asking.get();
    return here != null
        && !here.inside
        && (here.absent.contains(id.base()) || (here.absent.isEnough() && isParsingCookies()));
  }

  /** Returns whether Tomcat's loop over the cookies of a request has called this thread. */
  private static boolean isParsingCookies() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals(COOKIES_CLASS)
                            && frame.getMethodName().equals(COOKIES_METHOD)));
  }

  /**
   * The application wants a new session. Where it must not have one now, a {@link
   * ClientAbortException} ends the request, undeclared: to Tomcat it is as if the client had gone,
   * so nothing is logged, and no error page takes the place of what the valve answers.
   */
  public void newIsWanted() {
    Asking request = request();
    if (request == null || !request.inDoubt) {
      return;
    }
    if (!request.refused) {
      request.refused = true;
      metrics.increment(Metric.REQUESTS_IN_DOUBT);
    }
    throw Rethrow.<RuntimeException>unchecked(refusal());
  }

  /**
   * Returns whether a new session with this id would take the place of one that this thread has
   * just asked for, outside of the valve, and that may be in the store.
   */
  public boolean wasJustInDoubt(@Nullable String id) {
    Asking here = asking.get();
    if (here == null || here.inside) {
      return false;
    }
    String last = here.missing;
    here.missing = null;
    return last != null && id != null && last.equals(SessionId.baseOf(id));
  }

  /**
   * Returns whether nodes that may have a session did not answer when this thread has just asked
   * for it.
   */
  public boolean wasUnanswered(SessionId id) {
    Asking here = asking.get();
    return here != null && id.base().equals(here.unanswered);
  }

  /**
   * The request on this thread was dispatched to another application, which wants a new session in
   * place of one that may be in the store: the request is refused as if this one wanted it.
   */
  public void newIsWantedInDoubt() {
    hasAnotherId();
    newIsWanted();
  }

  private static ClientAbortException refusal() {
    ClientAbortException refusal =
        new ClientAbortException(
            "A node that may have the client's session does not answer: the client gets 503 with"
                + " Retry-After, and no new session");
    refusal.setStackTrace(new StackTraceElement[0]); // clients that ask again cause many of them
    return refusal;
  }

  /** Returns whether the request on this thread has been refused. */
  public boolean isRefused() {
    Asking request = request();
    return request != null && request.refused;
  }
}
