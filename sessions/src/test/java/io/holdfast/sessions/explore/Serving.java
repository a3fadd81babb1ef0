package io.holdfast.sessions.explore;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.explore.Answer.Outcome;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.nonsticky.FakeNonStickySession;
import io.holdfast.sessions.nonsticky.NonStickyTomcat;
import io.holdfast.sessions.nonsticky.SaveOutcome;
import io.holdfast.sessions.repository.ReadsBehindLease;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What an application on one Tomcat does with the requests of clients. */
final class Serving {

  private final NonStickyTomcat tomcat;
  private final Protocol protocol;

  Serving(NonStickyTomcat tomcat, Protocol protocol) {
    this.tomcat = tomcat;
    this.protocol = protocol;
  }

  /** Serves a request at once; completes when its response may leave. */
  CompletableFuture<Answer> serve(String id, Request request, boolean leased) {
    return serve(id, request, leased, Visit.UNDISTURBED);
  }

  /**
   * Serves a request; completes when its response may leave.
   *
   * @param visit what else it waits for
   */
  CompletableFuture<Answer> serve(String id, Request request, boolean leased, Visit visit) {
    return leased ? serveAlone(id, request, visit) : serve(id, request, visit);
  }

  private CompletableFuture<Answer> serveAlone(String id, Request request, Visit visit) {
    ReadsBehindLease reads = tomcat.readsBehindLease(id);
    return acquire(id, reads)
        .thenCompose(
            outcome -> {
              if (outcome instanceof LockOutcome.Granted granted) {
                ReadsBehindLease counting = protocol.doReadsCount(granted) ? reads : null;
                return serveUnder(granted.lease(), counting, id, request, visit);
              }
              return outcome instanceof LockOutcome.StoreAway away
                  ? serveUnder(away.local(), null, id, request, visit)
                  : CompletableFuture.completedFuture(Answer.without(Outcome.BUSY));
            });
  }

  private CompletableFuture<LockOutcome> acquire(String id, @Nullable ReadsBehindLease reads) {
    SessionId session = new SessionId(id);
    return reads == null ? tomcat.locks.acquire(session) : tomcat.locks.acquire(session, reads);
  }

  /** While it has the lease, a request has an instance to itself. */
  private CompletableFuture<Answer> serveUnder(
      HeldLease lease, @Nullable ReadsBehindLease reads, String id, Request request, Visit visit) {
    FakeNonStickySession local = tomcat.local.get(id);
    boolean isUsedByOthers = local != null && local.instanceState().isInUse();
    return (isUsedByOthers ? tomcat.beginAloneLater(id) : tomcat.beginLeasedLater(id, reads))
        .thenCompose(
            session -> {
              if (session == null) {
                return CompletableFuture.completedFuture(Answer.without(Outcome.GONE));
              }
              tomcat.local.remove(id, session);
              if (lease.isGranted()) {
                session.instanceState().leased(lease::isLost);
              }
              return serve(session, request, visit)
                  .whenComplete((answer, failure) -> handBack(session));
            })
        .whenComplete(
            (answer, failure) -> {
              var unused = lease.release();
            });
  }

  private void handBack(FakeNonStickySession session) {
    session.instanceState().leaseReleased();
    if (session.isLive() && !session.instanceState().hasEnded()) {
      tomcat.local.put(session.sessionId().value(), session);
    }
  }

  private CompletableFuture<Answer> serve(String id, Request request, Visit visit) {
    return tomcat
        .beginLater(id, false)
        .thenCompose(
            session ->
                session == null
                    ? CompletableFuture.completedFuture(Answer.without(Outcome.GONE))
                    : serve(session, request, visit));
  }

  private CompletableFuture<Answer> serve(
      FakeNonStickySession session, Request request, Visit visit) {
    Map<String, String> seen = attributesOf(session);
    if (request instanceof Request.Set set) {
      session.set(set.name(), set.value());
      return end(session, seen, Map.of(set.name(), set.value()), visit);
    }
    if (request instanceof Request.SetSlowly slowly) {
      return slowly(
          session,
          seen,
          Map.of(slowly.name(), slowly.value()),
          () -> session.set(slowly.name(), slowly.value()),
          visit);
    }
    if (request instanceof Request.ChangeSlowly slowly) {
      return slowly(
          session,
          seen,
          Map.of(slowly.name(), slowly.value()),
          () -> Cell.change(Objects.requireNonNull(session.get(slowly.name())), slowly.value()),
          visit);
    }
    if (request instanceof Request.Increment) {
      return end(session, seen, raise(session, seen), visit);
    }
    if (request instanceof Request.SetTwice twice) {
      return setTwice(session, seen, twice, visit);
    }
    if (request instanceof Request.Invalidate) {
      return invalidate(session, seen);
    }
    if (request instanceof Request.Rename rename) {
      rename.sets().forEach(session::set);
      Map<String, String> made = rename.raises() ? raise(session, seen) : rename.sets();
      return rename(session, seen, rename.newId(), made, visit);
    }
    return end(session, seen, Map.of(), visit);
  }

  private static Map<String, String> raise(FakeNonStickySession session, Map<String, String> seen) {
    int count = Integer.parseInt(Objects.requireNonNull(seen.get(Request.Increment.COUNTER)));
    String raised = String.valueOf(count + 1);
    session.set(Request.Increment.COUNTER, raised);
    return Map.of(Request.Increment.COUNTER, raised);
  }

  private static Map<String, String> attributesOf(FakeNonStickySession session) {
    Map<String, String> attributes = new TreeMap<>();
    for (String name : session.instanceAttributes().keySet()) {
      @Nullable Object value = session.get(name);
      if (value != null) {
        attributes.put(name, Cell.text(value));
      }
    }
    return attributes;
  }

  private CompletableFuture<Answer> end(
      FakeNonStickySession session,
      Map<String, String> seen,
      Map<String, String> made,
      Visit visit) {
    session.instanceState().requestFinishing();
    CompletableFuture<SaveOutcome> save = tomcat.shared.save(session);
    return visit
        .outlasts(save)
        .thenApply(
            isKnown -> {
              if (!isKnown) {
                protocol.giveUp(session);
              }
              tomcat.left(session);
              return isKnown ? answer(save.join(), seen, made) : Answer.without(Outcome.REFUSED);
            });
  }

  private static Answer answer(
      SaveOutcome outcome, Map<String, String> seen, Map<String, String> made) {
    return switch (outcome) {
      case UNCHANGED, SAVED -> new Answer(Outcome.DONE, seen, made);
      case ENDED, RENAMED, LEASE_LOST, OVERTAKEN -> Answer.without(Outcome.REFUSED);
      case FAILED, TOO_LARGE -> Answer.without(Outcome.FAILED);
    };
  }

  private CompletableFuture<Answer> slowly(
      FakeNonStickySession session,
      Map<String, String> seen,
      Map<String, String> made,
      Runnable change,
      Visit visit) {
    return visit
        .work()
        .thenCompose(
            begun -> {
              change.run();
              return visit.work();
            })
        .thenCompose(
            set -> {
              session.instanceState().requestFinishing();
              return visit.work();
            })
        .thenCompose(over -> protocol.leave(tomcat, session))
        .thenApply(outcome -> answer(outcome, seen, made));
  }

  private CompletableFuture<Answer> setTwice(
      FakeNonStickySession session, Map<String, String> seen, Request.SetTwice twice, Visit visit) {
    session.set(twice.first(), "1");
    return tomcat
        .shared
        .save(session)
        .thenCompose(
            first -> {
              session.set(twice.second(), "2");
              return end(session, seen, Map.of(twice.first(), "1", twice.second(), "2"), visit);
            });
  }

  private CompletableFuture<Answer> invalidate(
      FakeNonStickySession session, Map<String, String> seen) {
    session.end();
    tomcat.local.remove(session.sessionId().value());
    return tomcat
        .shared
        .end(session)
        .thenApply(
            ended -> {
              session.instanceState().accessEnded();
              return session.instanceState().isRenamedElsewhere()
                  ? Answer.without(Outcome.REFUSED)
                  : new Answer(Outcome.DONE, seen, Map.of());
            });
  }

  private CompletableFuture<Answer> rename(
      FakeNonStickySession session,
      Map<String, String> seen,
      String newId,
      Map<String, String> made,
      Visit visit) {
    SessionId former = session.sessionId();
    tomcat.local.remove(former.value());
    session.changeId(new SessionId(newId));
    tomcat.local.put(newId, session);
    CompletableFuture<SaveOutcome> renamed = tomcat.shared.renamed(session, former);
    return visit
        .outlasts(renamed)
        .thenCompose(
            isKnown -> isKnown ? renamed(session, renamed.join(), seen, made) : refused(session));
  }

  private CompletableFuture<Answer> renamed(
      FakeNonStickySession session,
      SaveOutcome renamed,
      Map<String, String> seen,
      Map<String, String> made) {
    return tomcat
        .endLater(session)
        .thenApply(
            outcome -> answer(outcome == SaveOutcome.UNCHANGED ? renamed : outcome, seen, made));
  }

  /** The request asks for a last save all the same, and its wait for that runs out as well. */
  private CompletableFuture<Answer> refused(FakeNonStickySession session) {
    session.instanceState().requestFinishing();
    var unused = tomcat.shared.save(session);
    protocol.giveUp(session);
    tomcat.left(session);
    return CompletableFuture.completedFuture(Answer.without(Outcome.REFUSED));
  }
}
