package io.holdfast.sessions.explore;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.explore.Answer.Outcome;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.store.ReadsBehindLease;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an application on one Tomcat does with the requests of clients. */
final class Serving {

  private final EngineTomcat tomcat;
  private final Protocol protocol;
  private final boolean background;

  /** The nodes are asked whether these have ended. */
  private final Set<FakeInstance> expiring = new HashSet<>();

  /**
   * Creates what serves nothing yet.
   *
   * @param background whether sessions are sticky, and no request waits for its save
   */
  Serving(EngineTomcat tomcat, Protocol protocol, boolean background) {
    this.tomcat = tomcat;
    this.protocol = protocol;
    this.background = background;
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
    if (request instanceof Request.CreateSlowly) {
      return createSlowly(id, leased && protocol.keepsCreated(), visit);
    }
    return leased ? serveAlone(id, request, visit) : serve(id, request, visit);
  }

  private CompletableFuture<Answer> serveAlone(String id, Request request, Visit visit) {
    ReadsBehindLease reads = tomcat.readsBehindLease(id);
    return tomcat
        .locks
        .acquire(new SessionId(id), reads)
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

  /** While it has the lease, a request has an instance to itself. */
  private CompletableFuture<Answer> serveUnder(
      HeldLease lease, @Nullable ReadsBehindLease reads, String id, Request request, Visit visit) {
    FakeInstance local = tomcat.local.get(id);
    boolean isUsedByOthers = local != null && local.instanceState().use().isInUse();
    return (isUsedByOthers ? tomcat.beginAloneLater(id) : tomcat.beginLeasedLater(id, reads))
        .thenCompose(
            session -> {
              if (session == null) {
                return CompletableFuture.completedFuture(Answer.without(Outcome.GONE));
              }
              tomcat.local.remove(id, session);
              return serveAlone(lease, session, () -> serve(session, request, visit));
            })
        .whenComplete(
            (answer, failure) -> {
              var unused = lease.release();
            });
  }

  private CompletableFuture<Answer> serveAlone(
      HeldLease lease, FakeInstance session, Supplier<CompletableFuture<Answer>> application) {
    if (lease.isGranted()) {
      session.instanceState().use().leased(lease::isLost);
    }
    return application.get().whenComplete((answer, failure) -> handBack(session));
  }

  private void handBack(FakeInstance session) {
    session.instanceState().use().leaseReleased();
    if (session.isLive() && !session.instanceState().hasEnded()) {
      tomcat.local.put(session.sessionId().value(), session);
    }
  }

  private CompletableFuture<Answer> serve(String id, Request request, Visit visit) {
    return (background ? tomcat.findOwnLater(id) : tomcat.findLater(id, false))
        .thenCompose(
            session ->
                session != null && session.seemsOver(tomcat.now())
                    ? expire(session, visit::hasExpired)
                        .thenApply(expired -> session.isLive() ? session : null)
                    : CompletableFuture.completedFuture(session))
        .thenCompose(
            session -> {
              if (session != null) {
                tomcat.shared.requestBegan(session);
                session.access(tomcat.now());
                return serve(session, request, visit);
              }
              return request instanceof Request.Create create
                  ? create(id, create, visit)
                  : CompletableFuture.completedFuture(Answer.without(Outcome.GONE));
            });
  }

  // ---- the session's beginning ----

  private CompletableFuture<Answer> create(String id, Request.Create request, Visit visit) {
    long now = tomcat.now() + request.age();
    FakeInstance session = tomcat.create(id, now);
    Map<String, String> made =
        Map.of(Request.Create.CREATED, String.valueOf(now), request.name(), request.value());
    made.forEach(session::set);
    return end(session, Map.of(), made, visit);
  }

  /** Under an id that no client knows before a part of the response leaves. */
  private CompletableFuture<Answer> createSlowly(String id, boolean leased, Visit visit) {
    FakeInstance session = tomcat.create(id);
    session.set(Request.Increment.COUNTER, "1");
    return tomcat
        .shared
        .save(session)
        .thenCompose(
            outcome -> {
              if (outcome != SaveOutcome.SAVED) {
                tomcat.left(session);
                return CompletableFuture.completedFuture(answer(outcome, Map.of(), Map.of()));
              }
              return leased ? keepCreated(id, session, visit) : raiseLater(session, visit);
            });
  }

  private CompletableFuture<Answer> keepCreated(String id, FakeInstance session, Visit visit) {
    return tomcat
        .locks
        .acquire(new SessionId(id))
        .thenCompose(
            outcome -> {
              if (!(outcome instanceof LockOutcome.Granted granted)) {
                return raiseLater(session, visit);
              }
              tomcat.local.remove(id, session);
              return serveAlone(granted.lease(), session, () -> raiseLater(session, visit))
                  .whenComplete(
                      (answer, failure) -> {
                        var unused = granted.lease().release();
                      });
            });
  }

  private CompletableFuture<Answer> raiseLater(FakeInstance session, Visit visit) {
    visit.told();
    return visit
        .work()
        .thenCompose(begun -> end(session, Map.of(), raise(session, attributesOf(session)), visit));
  }

  // ---- its end, without a request ----

  /** Whether a session that no request uses seems to be over. */
  boolean mayExpire(long now) {
    return tomcat.local.values().stream().anyMatch(session -> mayExpire(session, now));
  }

  private boolean mayExpire(FakeInstance session, long now) {
    return session.seemsOver(now)
        && !session.instanceState().use().isInUse()
        && !expiring.contains(session);
  }

  /** Ends such sessions; tells how often that was done here. */
  void expireAll(long now, Runnable hasExpired) {
    for (FakeInstance session : List.copyOf(tomcat.local.values())) {
      if (mayExpire(session, now)) {
        expiring.add(session);
        var unused = expire(session, hasExpired);
      }
    }
  }

  private CompletableFuture<Boolean> expire(FakeInstance session, Runnable hasExpired) {
    return tomcat
        .shared
        .expire(session)
        .thenApply(
            isEnded -> {
              expiring.remove(session);
              if (isEnded || !session.instanceState().use().isInUse()) {
                tomcat.local.remove(session.sessionId().value(), session);
                session.end();
              }
              if (isEnded) {
                hasExpired.run();
              }
              return isEnded;
            });
  }

  // ---- what it asks for ----

  private CompletableFuture<Answer> serve(FakeInstance session, Request request, Visit visit) {
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
    if (request instanceof Request.ChangeAndGoOn change) {
      return changeAndGoOn(session, seen, change, visit);
    }
    if (request instanceof Request.Increment) {
      return end(session, seen, raise(session, seen), visit);
    }
    if (request instanceof Request.Create create) {
      session.set(create.name(), create.value());
      return end(session, seen, create.sets(), visit);
    }
    if (request instanceof Request.SetInterval interval) {
      session.setMaxInactiveInterval(interval.seconds());
      return end(session, seen, Map.of(), visit);
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

  private static Map<String, String> raise(FakeInstance session, Map<String, String> seen) {
    int count = Integer.parseInt(Objects.requireNonNull(seen.get(Request.Increment.COUNTER)));
    String raised = String.valueOf(count + 1);
    session.set(Request.Increment.COUNTER, raised);
    return Map.of(Request.Increment.COUNTER, raised);
  }

  private static Map<String, String> attributesOf(FakeInstance session) {
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
      FakeInstance session, Map<String, String> seen, Map<String, String> made, Visit visit) {
    session.instanceState().use().requestFinishing();
    CompletableFuture<SaveOutcome> save = tomcat.shared.save(session);
    if (background) {
      tomcat.left(session);
      return CompletableFuture.completedFuture(new Answer(Outcome.DONE, seen, made));
    }
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
      case ENDED, RENAMED, LEASE_LOST, OVERTAKEN, DISPLACED -> Answer.without(Outcome.REFUSED);
      case FAILED, TOO_LARGE -> Answer.without(Outcome.FAILED);
    };
  }

  private CompletableFuture<Answer> slowly(
      FakeInstance session,
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
              session.instanceState().use().requestFinishing();
              return visit.work();
            })
        .thenCompose(over -> protocol.leave(tomcat, session))
        .thenApply(outcome -> answer(outcome, seen, made));
  }

  /** The response leaves when it is saved; the request ends later. */
  private CompletableFuture<Answer> changeAndGoOn(
      FakeInstance session, Map<String, String> seen, Request.ChangeAndGoOn change, Visit visit) {
    Object object = Objects.requireNonNull(session.get(change.name()));
    Cell.change(object, change.value());
    CompletableFuture<SaveOutcome> save = tomcat.shared.save(session);
    return visit
        .outlasts(save)
        .thenApply(
            isKnown -> {
              Answer answer =
                  isKnown
                      ? answer(save.join(), seen, change.sets())
                      : Answer.without(Outcome.REFUSED);
              if (!isKnown) {
                protocol.giveUp(session);
              }
              if (answer.outcome() == Outcome.DONE) {
                protocol.answered(session);
              } else if (answer.outcome() == Outcome.REFUSED) {
                protocol.refused(session);
              }
              var unused =
                  visit
                      .workBehindAnswer()
                      .thenCompose(
                          begun -> {
                            Cell.touch(object, change.value());
                            return tomcat.endLater(session);
                          });
              return answer;
            });
  }

  private CompletableFuture<Answer> setTwice(
      FakeInstance session, Map<String, String> seen, Request.SetTwice twice, Visit visit) {
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

  private CompletableFuture<Answer> invalidate(FakeInstance session, Map<String, String> seen) {
    session.end();
    tomcat.local.remove(session.sessionId().value());
    return tomcat
        .shared
        .end(session)
        .thenApply(
            ended -> {
              session.instanceState().use().accessEnded();
              return session.instanceState().isRenamedElsewhere()
                  ? Answer.without(Outcome.REFUSED)
                  : new Answer(Outcome.DONE, seen, Map.of());
            });
  }

  private CompletableFuture<Answer> rename(
      FakeInstance session,
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
      FakeInstance session,
      SaveOutcome renamed,
      Map<String, String> seen,
      Map<String, String> made) {
    return tomcat
        .endLater(session)
        .thenApply(
            outcome -> answer(outcome == SaveOutcome.UNCHANGED ? renamed : outcome, seen, made));
  }

  /** The request asks for a last save all the same, and its wait for that runs out as well. */
  private CompletableFuture<Answer> refused(FakeInstance session) {
    session.instanceState().use().requestFinishing();
    var unused = tomcat.shared.save(session);
    protocol.giveUp(session);
    tomcat.left(session);
    return CompletableFuture.completedFuture(Answer.without(Outcome.REFUSED));
  }
}
