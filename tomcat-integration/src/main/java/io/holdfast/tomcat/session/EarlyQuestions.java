package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that threads have asked for outside of the valve, and that were not found.
 *
 * <p>Of a request with several session cookies Tomcat asks for one after the other, before any
 * valve: 190 times the same id would be as many reads. There the store is queried for at most three
 * of them, and not again for one that no node has. No hook tells there which request it is, so what
 * a thread has learnt holds for a moment only. That is shorter than a client needs to come back
 * with an id that another Tomcat has given a session meanwhile.
 */
final class EarlyQuestions {

  static final Duration MOMENT = Duration.ofMillis(100);

  /** Questions of one request before its valve for which the store is asked. */
  static final int MOST_MISSES = 3;

  private static final int MOST_ABSENT = 8;
  private static final String COOKIES_CLASS = "org.apache.catalina.connector.CoyoteAdapter";
  private static final String COOKIES_METHOD = "parseSessionCookiesId";

  private final LongSupplier nanoTime;
  private final BooleanSupplier isParsingCookies;

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable Asked> asked = new ThreadLocal<>();

  /** What a thread did not find. */
  private static final class Asked {

    /** What certainly is on no node. */
    private final Set<String> absent = new HashSet<>();

    private long absentSince;

    /** How many questions in a row found nothing, and when the last one ended. */
    private int misses;

    private long lastMiss;

    /** Not found last, and some node has not said whether it has it. */
    private @Nullable String unanswered;

    /** What may be in the store, so that no new session must take its place. */
    private @Nullable String inDoubt;
  }

  /** Knows of none yet; the time is as {@link System#nanoTime}. */
  EarlyQuestions(LongSupplier nanoTime) {
    this(nanoTime, EarlyQuestions::isParsingCookies);
  }

  /** Finds out in this way whether Tomcat asks for the cookies of a request. */
  EarlyQuestions(LongSupplier nanoTime, BooleanSupplier isParsingCookies) {
    this.nanoTime = nanoTime;
    this.isParsingCookies = isParsingCookies;
  }

  /** The next question on this thread is of another request, or of a request in the valve. */
  void forget() {
    asked.remove();
  }

  /**
   * The store was asked for a session, and it was not found.
   *
   * @param unreachable the nodes that may have it and did not say so; empty if there is none
   * @param isInDoubt whether no new session must take its place
   */
  void notFound(SessionId id, Set<String> unreachable, boolean isInDoubt) {
    Asked here = asked.get();
    if (here == null) {
      here = new Asked();
      asked.set(here);
    }
    here.misses++;
    here.lastMiss = nanoTime.getAsLong();
    here.unanswered = unreachable.isEmpty() ? null : id.base();
    if (unreachable.isEmpty()) {
      addAbsent(here, id.base());
    } else if (isInDoubt) {
      here.inDoubt = id.base();
    }
  }

  private void addAbsent(Asked here, String base) {
    if (here.absent.isEmpty() || isOver(here.absentSince)) {
      here.absent.clear();
      here.absentSince = nanoTime.getAsLong();
    }
    if (here.absent.size() < MOST_ABSENT) {
      here.absent.add(base);
    }
  }

  /**
   * Returns whether the store is not asked for a session: this thread has done so a moment ago and
   * no node has it, or Tomcat has asked for {@value #MOST_MISSES} other cookies of the request
   * already. The session may have come into this Tomcat since.
   */
  boolean wasJustAbsent(SessionId id) {
    Asked here = asked.get();
    if (here == null) {
      return false;
    }
    boolean isAbsent = here.absent.contains(id.base()) && !isOver(here.absentSince);
    return isAbsent || (isEnough(here) && isParsingCookies.getAsBoolean());
  }

  /**
   * Returns whether the store was asked often enough: each question may wait for a node. It is the
   * first one of another request if the last one ended more than a moment ago, however long a node
   * takes to answer.
   */
  private boolean isEnough(Asked here) {
    if (here.misses > 0 && isOver(here.lastMiss)) {
      here.misses = 0;
    }
    return here.misses >= MOST_MISSES;
  }

  private boolean isOver(long since) {
    return nanoTime.getAsLong() - since >= MOMENT.toNanos();
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
   * Returns whether a new session with this id would take the place of one that this thread has
   * just asked for and that may be in the store.
   */
  boolean wasJustInDoubt(@Nullable String id) {
    Asked here = asked.get();
    String last = here == null ? null : here.inDoubt;
    if (here != null) {
      here.inDoubt = null;
    }
    return last != null && id != null && last.equals(SessionId.baseOf(id));
  }

  /**
   * Returns whether nodes that may have a session did not answer when this thread has just asked
   * for it.
   */
  boolean wasUnanswered(SessionId id) {
    Asked here = asked.get();
    return here != null && id.base().equals(here.unanswered);
  }
}
