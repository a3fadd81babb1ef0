package io.holdfast.tomcat.request;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.UncertaintyPeriod;
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

  private final UncertaintyPeriod uncertainty;
  private final SessionMetrics metrics;

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable Asking> asking = new ThreadLocal<>();

  private final RecentlyAbsent recent;

  /** What a thread has asked for last, outside of the valve, that may be in the store. */
  @SuppressWarnings("ThreadLocalUsage") // one per application, as of the requests
  private final ThreadLocal<@Nullable String> lastInDoubt = new ThreadLocal<>();

  /** What a thread has asked for last, wherever, and some node has not said whether it has it. */
  @SuppressWarnings("ThreadLocalUsage") // one per application, as of the requests
  private final ThreadLocal<@Nullable String> lastUnanswered = new ThreadLocal<>();

  /**
   * Knows of none yet.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public MissingSessions(
      UncertaintyPeriod uncertainty, SessionMetrics metrics, LongSupplier nanoTime) {
    this.uncertainty = uncertainty;
    this.metrics = metrics;
    this.recent = new RecentlyAbsent(nanoTime);
  }

  /** What is known of the request on a thread. */
  private static final class Asking {
    private @Nullable String missing;
    private boolean inDoubt;
    private boolean refused;
  }

  /** Returns whether the request on this thread has entered the valve, and not left it. */
  public boolean isInside() {
    return asking.get() != null;
  }

  /** A request enters the valve. */
  public void enter() {
    recent.clear();
    lastInDoubt.remove();
    asking.set(new Asking());
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
    if (unreachable.isEmpty()) {
      lastUnanswered.remove();
    } else {
      lastUnanswered.set(id.base());
    }
    Asking request = asking.get();
    if (request == null) {
      recent.missed();
    }
    if (request != null) {
      request.missing = id.base();
      request.inDoubt |= uncertainty.covers(unreachable);
    } else if (unreachable.isEmpty()) {
      recent.add(id.base());
    } else if (uncertainty.covers(unreachable)) {
      lastInDoubt.set(id.base());
    }
  }

  /** The session that was asked for got another id in another Tomcat while its request waited. */
  public void hasAnotherId() {
    Asking request = asking.get();
    if (request != null) {
      request.inDoubt = true;
    }
  }

  /**
   * Returns whether the request on this thread has asked for this session already, without finding
   * it.
   */
  public boolean isKnown(SessionId id) {
    Asking request = asking.get();
    return request != null && id.base().equals(request.missing);
  }

  /**
   * Returns whether the store is not asked for a session outside of the valve: this thread has done
   * so a moment ago and no node has it, or Tomcat has asked for {@value RecentlyAbsent#MOST_MISSES}
   * other cookies of the request already. The session may have come into this Tomcat since.
   */
  public boolean wasJustAbsent(SessionId id) {
    return asking.get() == null
        && (recent.contains(id.base()) || (recent.isEnough() && CookieParsing.isUnderWay()));
  }

  /**
   * The application wants a new session. Where it must not have one now, a {@link
   * ClientAbortException} ends the request, undeclared: to Tomcat it is as if the client had gone,
   * so nothing is logged, and no error page takes the place of what the valve answers.
   */
  public void newIsWanted() {
    Asking request = asking.get();
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
    String last = lastInDoubt.get();
    lastInDoubt.remove();
    return last != null && id != null && last.equals(SessionId.baseOf(id));
  }

  /**
   * Returns whether nodes that may have a session did not answer when this thread has just asked
   * for it.
   */
  public boolean wasUnanswered(SessionId id) {
    String last = lastUnanswered.get();
    lastUnanswered.remove();
    return id.base().equals(last);
  }

  /**
   * The request on this thread was dispatched to another application, which wants a new session in
   * place of one that may be in the store: the request is refused as if this one wanted it.
   */
  public void newIsWantedInDoubt() {
    Asking request = asking.get();
    if (request != null) {
      request.inDoubt = true;
      newIsWanted();
    }
  }

  private static ClientAbortException refusal() {
    ClientAbortException refusal =
        new ClientAbortException(
            "The store does not say at the moment whether it has the client's session: the client"
                + " is told to ask again, and gets no other session instead");
    refusal.setStackTrace(new StackTraceElement[0]); // clients that ask again cause many of them
    return refusal;
  }

  /** Returns whether the request on this thread has been refused. */
  public boolean isRefused() {
    Asking request = asking.get();
    return request != null && request.refused;
  }
}
