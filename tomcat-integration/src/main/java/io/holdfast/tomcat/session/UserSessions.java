package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.directory.ListedSession;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.tomcat.session.HoldfastSession.Listing;
import io.holdfast.tomcat.session.ServingMode.Ending;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of each user, over all Tomcats: lists those of this Tomcat, and ends those of any.
 *
 * <p>A session is listed at the login, before the request is answered, and again when a quarter of
 * its interval has passed and it was used meanwhile.
 */
public final class UserSessions {

  private static final int TIMES_PER_INTERVAL = 4;

  /** How long a session stays listed that never ends by itself, unless it is used. */
  private static final Duration UNLIMITED = Duration.ofDays(30);

  private final SessionDirectory directory;
  private final LocalSessions locals;
  private final ServingMode mode;
  private final StoreWait store;
  private final InstantSource clock;
  private final Runnable unanswered;

  /** The nodes that answered when sessions were looked after last, and since when they do. */
  private volatile Set<String> nodesSeen = Set.of();

  private volatile CompletableFuture<?> lastRound = CompletableFuture.completedFuture(null);

  /**
   * Creates it.
   *
   * @param mode ends the sessions
   * @param store how long to wait for the nodes at a time
   * @param unanswered is told of each question for a user's sessions that no node answers
   */
  UserSessions(
      SessionDirectory directory,
      LocalSessions locals,
      ServingMode mode,
      StoreWait store,
      InstantSource clock,
      Runnable unanswered) {
    this.directory = directory;
    this.locals = locals;
    this.mode = mode;
    this.store = store;
    this.clock = clock;
    this.unanswered = unanswered;
  }

  // ---- what is listed ----

  /**
   * The user of a session may have changed. Asks no node if the session is listed so already, as
   * one that is named by each request.
   *
   * @param before the former user; null if there was none
   */
  void mayHaveChanged(HoldfastSession changed, @Nullable String before) {
    if (changed.isLive()) {
      if (before != null && !before.equals(changed.user())) {
        wasListed(changed, before, changed.sessionId());
      }
      if (!isListed(changed)) {
        var unused = store.await(listing(changed).get());
      }
    }
  }

  /** Another Tomcat may have listed a session that has come from there. */
  private static void wasListed(HoldfastSession session, String user, SessionId id) {
    if (session.listing() == null) {
      session.listed(new Listing(user, id, 0, 0));
    }
  }

  private static boolean isListed(HoldfastSession session) {
    Listing listed = session.listing();
    String user = session.user();
    return listed == null
        ? user == null
        : listed.user().equals(user) && listed.id().hasBaseOf(session.sessionId());
  }

  /** A session has another id than its former one. */
  void idChanged(HoldfastSession session, SessionId former) {
    String user = session.user();
    if (user != null) {
      wasListed(session, user, former);
      var unused = store.await(listing(session).get());
    }
  }

  /** A session has ended. */
  void ended(HoldfastSession session) {
    Listing listed = session.listing();
    String user = listed == null ? session.user() : listed.user();
    session.listed(null); // before it leaves the list: who is just listing it sees that
    if (user != null) {
      var unused = directory.remove(user, List.of(session.sessionId()));
    }
  }

  /**
   * Lists again what has been used for a while, and what has come from another Tomcat; all of it
   * when a node has come, which may have lost its lists, or is lost, with one of the two copies of
   * its lists. One session after the other: those of one user are in one list, which each of them
   * changes.
   */
  void lookAfterSessions() {
    if (!lastRound.isDone()) {
      return;
    }
    Set<String> nodes = answeringNodes();
    boolean isAll = !nodes.isEmpty() && !nodes.equals(nodesSeen);
    nodesSeen = nodes;
    CompletableFuture<Boolean> round = CompletableFuture.completedFuture(true);
    for (HoldfastSession session : locals.live()) {
      if (session.user() != null && (isAll || isDue(session))) {
        Supplier<CompletableFuture<Boolean>> listing = listing(session);
        round = round.thenCompose(before -> listing.get());
      }
    }
    lastRound = round;
  }

  private Set<String> answeringNodes() {
    return mode.observed().nodes().stream()
        .filter(node -> node.state() != NodeStatus.State.LOST)
        .map(node -> node.address().id() + " since " + node.since())
        .collect(Collectors.toSet());
  }

  private boolean isDue(HoldfastSession session) {
    Listing listed = session.listing();
    long quarter = TimeUnit.SECONDS.toMillis(intervalSeconds(session)) / TIMES_PER_INTERVAL;
    return listed == null
        || !listed.id().hasBaseOf(session.sessionId())
        || (session.times().thisAccessedTime() > listed.lastUsed()
            && clock.millis() - listed.at() >= quarter);
  }

  /**
   * How the lists come to say whose the session is now. Calls the application's principal at once,
   * and asks the nodes when it is told to.
   */
  private Supplier<CompletableFuture<Boolean>> listing(HoldfastSession session) {
    String user = session.user();
    Listing before = session.listing();
    SessionId id = session.sessionId();
    Supplier<CompletableFuture<Boolean>> first = () -> CompletableFuture.completedFuture(true);
    if (before != null && !before.user().equals(user)) {
      session.listed(null);
      first = () -> directory.remove(before.user(), List.of(before.id()));
    }
    if (user == null) {
      return first;
    }
    SessionId former =
        before != null && before.user().equals(user) && !before.id().hasBaseOf(id)
            ? before.id()
            : null;
    ListedSession entry = entry(session);
    Listing now = new Listing(user, id, entry.lastUsed(), clock.millis());
    session.listed(now);
    if (!session.isLive()) { // it ended before it was noted here, so its end has taken nothing away
      session.listed(null);
    }
    Supplier<CompletableFuture<Boolean>> removal = first;
    return () ->
        removal
            .get()
            .thenCompose(removed -> put(session, entry, former, now))
            .thenApply(isTaken -> noted(session, now, isTaken));
  }

  /** Lists a session that has not ended, nor lost its user, since that was asked for. */
  private CompletableFuture<Boolean> put(
      HoldfastSession session, ListedSession entry, @Nullable SessionId former, Listing asked) {
    if (isOutdated(session, asked)) {
      return CompletableFuture.completedFuture(true);
    }
    return directory
        .put(asked.user(), entry, former)
        .thenCompose(
            isTaken ->
                isTaken && isOutdated(session, asked)
                    ? directory.remove(asked.user(), List.of(asked.id()))
                    : CompletableFuture.completedFuture(isTaken));
  }

  /** Returns whether the session is not, or no more, to be listed under this user and this id. */
  private static boolean isOutdated(HoldfastSession session, Listing asked) {
    Listing now = session.listing();
    return now == null || !now.user().equals(asked.user()) || !now.id().hasBaseOf(asked.id());
  }

  /** What no node has taken is due again. */
  private static boolean noted(HoldfastSession session, Listing listing, boolean isTaken) {
    if (!isTaken && listing.equals(session.listing())) {
      session.listed(null);
    }
    return isTaken;
  }

  private ListedSession entry(HoldfastSession session) {
    SessionTimes times = session.times();
    String route = session.sessionId().jvmRoute();
    return new ListedSession(
        session.sessionId().base(),
        times.creationTime(),
        times.thisAccessedTime(),
        times.thisAccessedTime() + TimeUnit.SECONDS.toMillis(intervalSeconds(session)),
        route == null ? "" : route);
  }

  private static long intervalSeconds(HoldfastSession session) {
    int interval = session.times().maxInactiveInterval();
    return interval <= 0 ? UNLIMITED.toSeconds() : interval;
  }

  // ---- what is asked ----

  /**
   * The sessions of a user, the one used last first.
   *
   * @throws IllegalStateException if neither node of the list answers
   */
  public List<ListedSession> of(String user) {
    List<ListedSession> found = store.await(directory.sessionsOf(user));
    if (found == null) {
      unanswered.run();
      throw new IllegalStateException("No node answered which sessions the user has");
    }
    return found;
  }

  /**
   * Ends sessions of a user, wherever they are, with their events. A sticky session that is in the
   * memory of another Tomcat which does not reach the store ends there when it does again.
   *
   * @param which of them
   * @return how many are over; not those that had ended, and whose id another session has by now,
   *     nor those that nodes may have which do not answer: these stay listed
   * @throws IllegalStateException if neither node of the list answers
   */
  public int end(String user, Predicate<ListedSession> which) {
    List<ListedSession> listed = of(user).stream().filter(which).toList();
    Map<Ending, List<ListedSession>> endings =
        listed.stream()
            .collect(
                Collectors.groupingBy(
                    one -> mode.endAnywhere(one.id(), session -> isMeant(session, one, user))));
    List<ListedSession> unknown = endings.getOrDefault(Ending.UNKNOWN, List.of());
    List<ListedSession> over = endings.getOrDefault(Ending.OVER, List.of());
    List<ListedSession> told = Stream.concat(over.stream(), unknown.stream()).toList();
    if (!told.isEmpty()) {
      tell(told); // a Tomcat may have in memory what this one cannot load
    }
    List<SessionId> settled =
        listed.stream().filter(one -> !unknown.contains(one)).map(ListedSession::id).toList();
    if (!settled.isEmpty()) {
      var unused = store.await(directory.remove(user, settled));
    }
    return over.size();
  }

  /**
   * Another session may have the id of a listed one that has ended, and a Tomcat that a session has
   * left may list it for its former user. Whose it is may not be stored.
   */
  private static boolean isMeant(HoldfastSession session, ListedSession listed, String user) {
    String now = session.user();
    return session.times().creationTime() <= listed.created() && (now == null || now.equals(user));
  }

  private void tell(Collection<ListedSession> ended) {
    Boolean isTold = store.await(directory.announceEnd(ended));
    if (!Boolean.TRUE.equals(isTold)) {
      throw new IllegalStateException(
          "No node stored the notice that %d sessions must end in other Tomcats; repeat the operation"
              .formatted(ended.size()));
    }
  }

  // ---- what other Tomcats ask ----

  /**
   * Ends a session if it is in this Tomcat; called again for as long as the notice lasts.
   *
   * @param createdBefore milliseconds since the epoch; one that was created later is another one
   */
  void end(SessionId id, long createdBefore) {
    if (locals.local(id) instanceof HoldfastSession session
        && session.isLive()
        && session.times().creationTime() <= createdBefore) {
      var unused = mode.endAsked(id);
    }
  }
}
